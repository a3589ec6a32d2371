import type { ErasurePreviewView } from "@vintem/contract"

/** The obstacles to erasing a customer. */
type Obstacle = NonNullable<ErasurePreviewView["prevented_by"]>["reason"]

const of = (one: string, several: string) => (count: number) => (count === 1 ? `1 ${one}` : `${count} ${several}`)

export const brazilianPortuguese = {
  none: "Ainda não há clientes. Quem paga pela primeira vez aparece aqui: envie um link de pagamento a alguém.",
  noneFound: "Nenhum cliente tem este documento ou e-mail.",
  search: "Procurar",
  searchHint: "CPF, CNPJ ou e-mail",
  searchWrong: "Informe um CPF, um CNPJ ou um e-mail inteiro.",
  all: "Todos os clientes",
  person: "Quem é",
  erased: (when: string) => `Os dados deste cliente foram apagados em ${when}.`,
  orders: "Pedidos",
  noOrders: "Nenhum pedido.",
  ordersOfErased: "Os pedidos ficam, sem a pessoa. Procure um pelo número.",
  subscriptions: "Assinaturas",
  noSubscriptions: "Nenhuma assinatura.",
  links: "Links de pagamento em seu nome",
  noLinks: "Nenhum link.",
  cards: "Cartões salvos",
  noCards: "Nenhum cartão salvo.",
  card: "Cartão",
  saved: "Salvo em",
  /** @param count - how many of a kind are shown */
  latest: (count: number) => `Os ${count} mais recentes.`,
  export: {
    verb: "Entregar os dados",
    says: (name: string) =>
      `Um arquivo com tudo o que está guardado de ${name} é salvo neste computador. Ele é só para essa pessoa: apague-o daqui depois de entregar.`,
    done: "O arquivo foi criado.",
  },
  erase: {
    verb: "Apagar os dados",
    says: (name: string) =>
      `Nome, e-mail, documento, telefone e endereço de ${name} são sobrescritos onde quer que estejam, e os cartões salvos são excluídos. Não dá para desfazer.`,
    goes: "O que isto atinge:",
    counts: {
      orders: of("pedido", "pedidos"),
      subscriptions: of("assinatura", "assinaturas"),
      payment_links: of("link de pagamento", "links de pagamento"),
      batch_entries: of("lugar em lista de lote", "lugares em listas de lotes"),
      saved_cards: of("cartão salvo", "cartões salvos"),
    },
    stays:
      "Os pedidos mantêm número, datas, valores e itens, como pede a lei tributária. Webhooks que ainda esperam não são enviados.",
    exportFirst: "Quem quer receber os seus dados recebe antes: depois não sobra nada para entregar.",
    done: "Os dados foram apagados.",
    /** The reason why erasing is blocked, and what to do first. */
    prevented: {
      subscriptions_run: "Não dá para apagar enquanto uma assinatura está ativa. Cancele-a antes:",
      orders_open:
        "Não dá para apagar enquanto há dinheiro em movimento. Cancele o pedido antes, ou espere até que seja pago ou vença, a devolução chegue, ou a contestação termine:",
      batches_unfinished: "Não dá para apagar enquanto links de um lote são criados. Espere, ou pare o lote:",
    } satisfies Record<Obstacle, string>,
    more: (count: number) => `e mais ${count}`,
  },
}
