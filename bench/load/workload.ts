/**
 * The orders of a shop's busy hour: new cards that are approved, one to three items, one to twelve installments, twenty
 * thousand payers in rotation. A fixed seed gives every server these texts in one sequence.
 */

/** @returns the JSON text of the order at a position */
export const workload = (): ((position: number) => Buffer) => {
  const random = randomFrom(20_261_121)
  const orders = Array.from({ length: payers }, (_, payer) => Buffer.from(JSON.stringify(orderOf(payer, random))))
  return (position) => orders[position % payers] ?? Buffer.of()
}

const payers = 20_000

type Random = (below: number) => number

/**
 * Whole numbers below a bound, from a linear congruence (Numerical Recipes): reproducible, and random enough for a
 * shop.
 */
const randomFrom = (seed: number): Random => {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const orderOf = (payer: number, random: Random) => {
  const pick = <A>(all: readonly [A, ...ReadonlyArray<A>]): A => all[random(all.length)] ?? all[0]
  const first = pick(["Maria", "José", "Ana", "João", "Antônia", "Luiz", "Conceição", "Tainá", "Raimundo", "Zoé"])
  const last = pick(["da Silva", "Souza", "dos Santos", "Gonçalves", "de Araújo", "Conceição Lima", "Brandão", "Reis"])
  const card = pick(cards)
  return {
    customer: {
      email: `payer.${payer}@example.com`,
      fullname: `${first} ${last}`,
      taxvat: cpf(100_000_000 + payer * 7_919 + random(7_919)),
      telephone: `${pick(["11", "21", "31", "51", "71", "81"])}9${String(random(100_000_000)).padStart(8, "0")}`,
    },
    address: {
      postcode: `${String(1_000 + random(90_000)).padStart(5, "0")}-${String(random(1_000)).padStart(3, "0")}`,
      street: pick(["Avenida Paulista", "Rua das Laranjeiras", "Travessa do Comércio", "Praça da Sé"]),
      number: String(1 + random(3_000)),
      ...(random(3) === 0 ? { complement: `Apartamento ${1 + random(200)}` } : {}),
      district: pick(["Bela Vista", "Laranjeiras", "Centro Histórico", "Pituba"]),
      city: pick(["São Paulo", "Rio de Janeiro", "Belo Horizonte", "Salvador"]),
      region: pick(["SP", "RJ", "MG", "BA"]),
    },
    items: Array.from({ length: 1 + random(3) }, (_, position) => ({
      sku: `sku-${position}-${random(1_000)}`,
      title: pick(["Camiseta azul", "Caneca esmaltada", "Livro de receitas", "Fone de ouvido", "Tênis de corrida"]),
      unit_price: (990 + random(30_000)) / 100,
      quantity: 1 + random(3),
    })),
    payment: {
      method: "credit",
      installments: 1 + random(12),
      card: {
        holder: `${first} ${last}`.toUpperCase(),
        number: card.number,
        expiration: `${String(1 + random(12)).padStart(2, "0")}/2099`,
        security: card.security,
      },
    },
  }
}

interface TestCard {
  readonly number: string
  readonly security: string
}

/** One test number of each of the larger brands; the sandbox approves them all. */
const cards: readonly [TestCard, ...ReadonlyArray<TestCard>] = [
  { number: "4242424242424242", security: "123" },
  { number: "5555555555554444", security: "456" },
  { number: "378282246310005", security: "7890" },
  { number: "6362970000457013", security: "321" },
  { number: "6062825624254001", security: "654" },
]

/** A CPF: nine digits and the two that follow from them modulo 11. */
const cpf = (nine: number): string => {
  const digits = String(nine)
  const first = checkDigit(digits)
  return `${digits}${first}${checkDigit(`${digits}${first}`)}`
}

const checkDigit = (digits: string): number => {
  const sum = [...digits].reduce((total, digit, place) => total + Number(digit) * (digits.length + 1 - place), 0)
  return sum % 11 < 2 ? 0 : 11 - (sum % 11)
}
