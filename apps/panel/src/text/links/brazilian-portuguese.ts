import type { LinkWords } from "./words.ts"

export const brazilianPortuguese: LinkWords = {
  events: {
    link_created: "Link criado",
    link_updated: "Link alterado",
    link_removed: "Link excluído",
    payment_started: "Pagamento iniciado",
    payment_reported: "Pagamento",
  },
  standings: {
    in_flight: "aguardando a adquirente",
    open: "aguardando quem paga",
    ended: "não foi feito",
    confirmed: "confirmado",
  },
  rule: { present: "A regra atual", earlier: "Mostrar regras anteriores" },
}
