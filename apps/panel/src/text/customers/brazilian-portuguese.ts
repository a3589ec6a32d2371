import type { ErasurePreviewView } from "@vintem/contract"

/** The obstacles to erasing a customer. */
type Obstacle = NonNullable<ErasurePreviewView["prevented_by"]>["reason"]

const of = (one: string, several: string) => (count: number) => (count === 1 ? `1 ${one}` : `${count} ${several}`)

export const brazilianPortuguese = {
  none: "Nenhum cliente ainda. Eles aparecem aqui depois do primeiro pedido: envie um link de pagamento.",
  noneFound: "Nenhum cliente tem este documento ou e-mail.",
  search: "Buscar",
  searchHint: "CPF, CNPJ ou e-mail",
  searchWrong: "Informe um CPF, CNPJ ou e-mail completo.",
  all: "Todos os clientes",
  person: "Dados do cliente",
  erased: (when: string) => `Os dados deste cliente foram apagados em ${when}.`,
  orders: "Pedidos",
  noOrders: "Nenhum pedido.",
  ordersOfErased: "Os pedidos continuam, sem dados pessoais. Busque pelo número.",
  subscriptions: "Assinaturas",
  noSubscriptions: "Nenhuma assinatura.",
  links: "Links de pagamento",
  noLinks: "Nenhum link.",
  cards: "Cartões salvos",
  noCards: "Nenhum cartão salvo.",
  card: "Cartão",
  saved: "Salvo em",
  /** @param count - how many of a kind are shown */
  latest: (count: number) => `Os ${count} mais recentes.`,
  export: {
    verb: "Exportar dados",
    says: (name: string) =>
      `Um arquivo com todos os dados guardados de ${name} é salvo neste computador. Ele é só para essa pessoa: apague-o depois de entregar.`,
    done: "Arquivo salvo.",
  },
  erase: {
    verb: "Apagar dados",
    says: (name: string) =>
      `Nome, e-mail, documento, telefone e endereço de ${name} são apagados de todos os registros, e os cartões salvos são excluídos. Não dá para desfazer.`,
    goes: "Será afetado:",
    counts: {
      orders: of("pedido", "pedidos"),
      subscriptions: of("assinatura", "assinaturas"),
      payment_links: of("link de pagamento", "links de pagamento"),
      batch_entries: of("linha de lote", "linhas de lotes"),
      saved_cards: of("cartão salvo", "cartões salvos"),
    },
    stays:
      "Os pedidos mantêm número, datas, valores e itens, como exige a lei tributária. Webhooks pendentes não são enviados.",
    exportFirst: "Se a pessoa quiser uma cópia dos dados, exporte antes: depois não há nada para exportar.",
    done: "Dados apagados.",
    /** The reason why erasing is blocked, and what to do first. */
    prevented: {
      subscriptions_run: "Não dá para apagar enquanto uma assinatura está ativa. Cancele-a antes:",
      orders_open:
        "Não dá para apagar com um pagamento em andamento. Cancele o pedido antes, ou espere que ele seja pago ou vença, que o reembolso seja concluído ou que a contestação termine:",
      batches_unfinished: "Não dá para apagar enquanto os links de um lote são criados. Espere ou pare o lote:",
    } satisfies Record<Obstacle, string>,
    more: (count: number) => `e mais ${count}`,
  },
}
