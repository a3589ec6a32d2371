import type { RecurrenceUnit } from "@vintem/domain/catalogue"

const one = { day: "dia", week: "semana", month: "mês", year: "ano" } as const
const several = { day: "dias", week: "semanas", month: "meses", year: "anos" } as const

export const brazilianPortuguese = {
  amountWrong: "Informe um valor, zero ou mais.",
  countWrong: "Informe um número inteiro de pelo menos 1, que não seja grande demais.",
  product: {
    none: "Ainda não há produtos. Crie um e depois um checkout que o vende. Links de pagamento não precisam de nenhum.",
    sku: "Seu código (SKU)",
    skuHint: "Como o seu estoque o conhece. Dois produtos podem ter o mesmo.",
    skuWrong: "Informe um código de no máximo 255 caracteres.",
    price: "Preço",
    cost: "Quanto custa a você",
    costHint: "Ninguém mais vê isto.",
    deeds: {
      make: {
        verb: "Criar um produto",
        says: "A partir daí, checkouts podem vendê-lo.",
        done: "O produto foi criado.",
      },
      change: {
        verb: "Alterar",
        says: "Os próximos pedidos são feitos com o que está escrito aqui. Pedidos já feitos ficam como estão.",
        done: "O produto foi alterado.",
      },
      remove: {
        verb: "Excluir",
        says: "Nenhum checkout pode mais vendê-lo. Pedidos já feitos ficam como estão. Não dá para desfazer.",
        done: "O produto foi excluído.",
      },
    },
    inUse: "Um checkout ainda vende este produto. Exclua primeiro o checkout.",
  },
  checkout: {
    none: "Ainda não há checkouts. Crie um de um produto: sua loja faz pedidos dele pelo nome no endereço.",
    slug: "Nome no endereço",
    slugHint: "Letras sem acento, números e hifens. Não pode ser mudado depois. Sem um, é feito do título.",
    slugWrong: "Escolha outro nome: 1 a 100 letras sem acento, números, hifens ou sublinhados, que não esteja em uso.",
    product: "Produto",
    chooseProduct: "Escolha um produto",
    earlierProducts: "Mostrar produtos anteriores",
    productNumber: (id: string) => `Produto ${id}`,
    productWrong: "Escolha um produto.",
    repeats: "É cobrado",
    once: "Uma vez",
    onceSays: "Cada pedido é uma venda avulsa.",
    repeatsSays: "Cada pedido pago começa uma assinatura, que depois é cobrada sozinha.",
    units: {
      day: "A cada tantos dias",
      week: "A cada tantas semanas",
      month: "A cada tantos meses",
      year: "A cada tantos anos",
    } satisfies Record<RecurrenceUnit, string>,
    every: (unit: RecurrenceUnit, count: number, cycles: number | null) =>
      `a cada ${count === 1 ? one[unit] : `${count} ${several[unit]}`}${cycles === null ? "" : `, ${cycles} vezes ao todo`}`,
    count: (unit: RecurrenceUnit) => (unit === "week" ? "Quantas semanas" : `Quantos ${several[unit]}`),
    cycles: "Cobranças ao todo",
    cyclesHint: "Com a primeira. Vazio não tem fim.",
    deeds: {
      make: {
        verb: "Criar um checkout",
        says: "A partir daí, sua loja pode fazer pedidos dele.",
        done: "O checkout foi criado.",
      },
      change: {
        verb: "Alterar",
        says: "Os próximos pedidos são feitos com o que está escrito aqui. Pedidos e assinaturas já começados ficam como estão.",
        done: "O checkout foi alterado.",
      },
      remove: {
        verb: "Excluir",
        says: "Ele deixa de vender. Pedidos e assinaturas já começados continuam. Não dá para desfazer.",
        done: "O checkout foi excluído.",
      },
    },
  },
  coupon: {
    none: "Ainda não há cupons. Crie um e diga o código a quem vai ganhar o desconto.",
    code: "Código",
    codeHint: "O que quem paga digita, em letras maiúsculas ou minúsculas. Não pode ser mudado depois.",
    codeWrong: "Escolha outro código: letras sem acento, números e . _ % + -, que não esteja em uso.",
    takes: "Desconta",
    aPercentage: "Uma porcentagem",
    anAmount: "Um valor",
    off: "Quanto",
    offWrong: "Informe mais do que zero, e no máximo 100 se for uma porcentagem.",
    percentOff: (percent: number) => `${String(percent).replace(".", ",")}%`,
    lastDay: "Último dia",
    maxUses: "Quantos pedidos podem usar",
    maxUsesHint: "Vazio é qualquer número.",
    uses: "Usado",
    usesOf: (uses: number, most: number | null) => (most === null ? String(uses) : `${uses} de ${most}`),
    deeds: {
      make: {
        verb: "Criar um cupom",
        says: "A partir daí, quem sabe o código pode usá-lo.",
        done: "O cupom foi criado.",
      },
      change: {
        verb: "Alterar",
        says: "Vale para os próximos pedidos. Pedidos já feitos ficam com o desconto que tiveram.",
        done: "O cupom foi alterado.",
      },
      remove: {
        verb: "Excluir",
        says: "Não pode mais ser usado. Pedidos já feitos ficam com o desconto que tiveram. Não dá para desfazer.",
        done: "O cupom foi excluído.",
      },
    },
  },
  rule: {
    none: "Ainda não há regras de lembrete. Crie uma, e os links que a citam lembram quem paga por e-mail.",
    nameWrong: "Informe um nome de no máximo 150 caracteres.",
    token: "Token",
    reminders: "Lembretes",
    /** @param days - from the link's last day, negative before it */
    on: (days: number) =>
      days === 0
        ? "no último dia"
        : `${Math.abs(days)} ${Math.abs(days) === 1 ? "dia" : "dias"} ${days < 0 ? "antes" : "depois"}`,
    when: (position: number) => `Lembrete ${position}`,
    before: "Antes do último dia",
    onTheDay: "No último dia",
    after: "Depois do último dia",
    days: (position: number) => `Dias do lembrete ${position}`,
    daysWrong: "Informe de 1 a 365, cada dia uma vez.",
    add: "Mais um lembrete",
    drop: "Tirar",
    dropOne: (position: number) => `Tirar o lembrete ${position}`,
    deeds: {
      make: {
        verb: "Criar uma regra",
        says: "Ninguém é lembrado ainda: links e lotes citam a regra pelo token, e os que a citam lembram quem paga.",
        done: "A regra foi criada.",
      },
      change: {
        verb: "Alterar",
        says: "Os próximos lembretes de todos os links que a citam seguem o que está escrito aqui. O que foi enviado fica enviado.",
        done: "A regra foi alterada.",
      },
      remove: {
        verb: "Excluir",
        says: "Os links que a citam não lembram mais ninguém. Não dá para desfazer.",
        done: "A regra foi excluída.",
      },
    },
  },
}
