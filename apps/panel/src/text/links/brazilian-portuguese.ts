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
  reminders: {
    title: "Lembretes",
    states: { sent: "Enviado", held_back: "Não enviado, pelo limite de lembretes do dia" },
    countHeldBack: (count) => (count === 1 ? "1 lembrete não foi enviado." : `${count} lembretes não foram enviados.`),
  },
  keeps: {
    already_paid: "O link foi pago, e por isso não é excluído.",
    payment_in_flight: "A adquirente ainda não disse como terminou um pagamento. Espere para excluir o link.",
  },
  rule: { present: "A regra atual", earlier: "Mostrar regras anteriores" },
}
