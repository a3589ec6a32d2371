import type { RecurrenceUnit } from "@vintem/domain/catalogue"

const one = { day: "dia", week: "semana", month: "mês", year: "ano" } as const
const several = { day: "dias", week: "semanas", month: "meses", year: "anos" } as const

export const brazilianPortuguese = {
  amountWrong: "Informe um valor, zero ou mais.",
  countWrong: "Informe um número inteiro a partir de 1.",
  product: {
    none: "Nenhum produto ainda. Crie um produto e depois um checkout para vendê-lo. Links de pagamento não precisam de produto.",
    sku: "Seu código (SKU)",
    skuHint: "Código do seu estoque. Dois produtos podem ter o mesmo.",
    skuWrong: "Informe um código de no máximo 255 caracteres.",
    price: "Preço",
    cost: "Custo",
    costHint: "O cliente não vê este valor.",
    deeds: {
      make: {
        verb: "Criar produto",
        says: "Depois disso, checkouts podem vendê-lo.",
        done: "Produto criado.",
      },
      change: {
        verb: "Alterar",
        says: "A alteração vale para novos pedidos. Os existentes ficam como estão.",
        done: "Produto alterado.",
      },
      remove: {
        verb: "Excluir",
        says: "Nenhum checkout pode mais vendê-lo. Pedidos existentes ficam como estão. Não dá para desfazer.",
        done: "Produto excluído.",
      },
    },
    inUse: "Um checkout ainda vende este produto. Exclua primeiro o checkout.",
  },
  checkout: {
    none: "Nenhum checkout ainda. Um checkout vende um produto: sua loja cria pedidos dele pela API, com o identificador em checkout_id.",
    slug: "Identificador na API",
    slugHint:
      "Usado pela API. Letras sem acento, números e hifens. Não pode ser alterado depois. Se vazio, é criado a partir do título.",
    slugWrong:
      "Escolha outro identificador: de 1 a 100 letras sem acento, números, hifens ou sublinhados, que não esteja em uso.",
    product: "Produto",
    chooseProduct: "Escolha um produto",
    earlierProducts: "Mostrar produtos anteriores",
    productNumber: (id: string) => `Produto ${id}`,
    productWrong: "Escolha um produto.",
    repeats: "Cobrança",
    once: "Única",
    onceSays: "Cada pedido é uma venda avulsa.",
    repeatsSays: "Cada pedido pago inicia uma assinatura, cobrada automaticamente.",
    units: {
      day: "Recorrente, em dias",
      week: "Recorrente, em semanas",
      month: "Recorrente, em meses",
      year: "Recorrente, em anos",
    } satisfies Record<RecurrenceUnit, string>,
    every: (unit: RecurrenceUnit, count: number, cycles: number | null) =>
      `a cada ${count === 1 ? one[unit] : `${count} ${several[unit]}`}${cycles === null ? "" : `, ${cycles} ${cycles === 1 ? "vez" : "vezes"} no total`}`,
    count: (unit: RecurrenceUnit) => `A cada quant${unit === "week" ? "as" : "os"} ${several[unit]}`,
    cycles: "Número de cobranças",
    cyclesHint: "Inclui a primeira. Se vazio, não tem fim.",
    deeds: {
      make: {
        verb: "Criar checkout",
        says: "Depois disso, sua loja pode criar pedidos dele.",
        done: "Checkout criado.",
      },
      change: {
        verb: "Alterar",
        says: "A alteração vale para novos pedidos. Pedidos e assinaturas existentes ficam como estão.",
        done: "Checkout alterado.",
      },
      remove: {
        verb: "Excluir",
        says: "Ele deixa de aceitar pedidos. Pedidos e assinaturas existentes continuam. Não dá para desfazer.",
        done: "Checkout excluído.",
      },
    },
  },
  coupon: {
    none: "Nenhum cupom ainda. Crie um e passe o código a quem vai ganhar o desconto.",
    code: "Código",
    codeHint: "O cliente digita este código, em maiúsculas ou minúsculas. Não pode ser alterado depois.",
    codeWrong: "Escolha outro código: letras sem acento, números e . _ % + -, que não esteja em uso.",
    takes: "Desconto",
    aPercentage: "Porcentagem",
    anAmount: "Valor fixo",
    off: "Valor do desconto",
    offWrong: "Informe um valor maior que zero e, em porcentagem, de no máximo 100.",
    percentOff: (percent: number) => `${String(percent).replace(".", ",")}%`,
    lastDay: "Válido até",
    maxUses: "Limite de usos",
    maxUsesHint: "Se vazio, sem limite.",
    uses: "Usos",
    usesOf: (uses: number, most: number | null) => (most === null ? String(uses) : `${uses} de ${most}`),
    deeds: {
      make: {
        verb: "Criar cupom",
        says: "Depois disso, quem tiver o código pode usá-lo.",
        done: "Cupom criado.",
      },
      change: {
        verb: "Alterar",
        says: "A alteração vale para novos pedidos. Os existentes mantêm o desconto.",
        done: "Cupom alterado.",
      },
      remove: {
        verb: "Excluir",
        says: "Não pode mais ser usado. Pedidos existentes mantêm o desconto. Não dá para desfazer.",
        done: "Cupom excluído.",
      },
    },
  },
  rule: {
    none: "Nenhuma regra ainda. Crie uma: os links que a usam lembram o cliente por e-mail.",
    nameWrong: "Informe um nome de no máximo 150 caracteres.",
    token: "Token",
    reminders: "Lembretes",
    /** @param days - from the link's last day, negative before it */
    on: (days: number) =>
      days === 0
        ? "no vencimento"
        : `${Math.abs(days)} ${Math.abs(days) === 1 ? "dia" : "dias"} ${days < 0 ? "antes" : "depois"}`,
    when: (position: number) => `Lembrete ${position}`,
    before: "Antes do vencimento",
    onTheDay: "No vencimento",
    after: "Depois do vencimento",
    days: (position: number) => `Dias do lembrete ${position}`,
    daysWrong: "Informe de 1 a 365, sem repetir o dia.",
    add: "Adicionar lembrete",
    drop: "Remover",
    dropOne: (position: number) => `Remover o lembrete ${position}`,
    deeds: {
      make: {
        verb: "Criar regra",
        says: "A regra só vale para os links e lotes em que for escolhida. A API a escolhe pelo token.",
        done: "Regra criada.",
      },
      change: {
        verb: "Alterar",
        says: "A alteração vale para os próximos lembretes de todos os links com esta regra.",
        done: "Regra alterada.",
      },
      remove: {
        verb: "Excluir",
        says: "Os links com esta regra não enviam mais lembretes. Não dá para desfazer.",
        done: "Regra excluída.",
      },
    },
  },
}
