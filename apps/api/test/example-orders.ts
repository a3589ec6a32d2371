/** Valid bodies of single orders, for tests that change one thing in them. */

export const payer = {
  email: "maria@example.com",
  fullname: "Maria da Silva",
  taxvat: "52998224725",
  telephone: "11987654321",
}

export const address = {
  postcode: "01310-100",
  street: "Avenida Paulista",
  number: 1578,
  complement: "Conjunto 4",
  district: "Bela Vista",
  city: "São Paulo",
  region: "SP",
}

/** R$ 199,80, and R$ 189,80 after the discount. */
const goods = {
  items: [{ sku: "camiseta-azul", title: "Camiseta azul", unit_price: 99.9, quantity: 2 }],
  discount: { total: 10 },
}

/** Approved. */
export const visa = { holder: "MARIA DA SILVA", number: "4242424242424242", expiration: "12/2039", security: "123" }

const paidBy = (payment: object) => ({ customer: payer, address, ...goods, payment })

export const byCard = (card: object = visa, installments = 1) => paidBy({ method: "credit", installments, card })

/** A card of the sandbox, by its number. */
export const byNumber = (number: string) => byCard({ ...visa, number, security: number.length === 15 ? "1234" : "123" })

export const byPix = (payment: object = {}) => paidBy({ method: "pix", ...payment })

export const bySlip = (payment: object = {}) => paidBy({ method: "bank_slip", ...payment })

/**
 * The body with one field changed.
 *
 * @param path - dotted, positions as numbers
 * @param value - undefined removes the field
 */
export const changed = (body: unknown, path: string, value: unknown): unknown => {
  const [name = "", ...rest] = path.split(".")
  const changedPart = (part: unknown) => (rest.length === 0 ? value : changed(part, rest.join("."), value))
  if (Array.isArray(body)) return body.map((part, position) => (String(position) === name ? changedPart(part) : part))
  const fields: Readonly<Record<string, unknown>> = typeof body === "object" && body !== null ? { ...body } : {}
  return { ...fields, [name]: changedPart(fields[name]) }
}
