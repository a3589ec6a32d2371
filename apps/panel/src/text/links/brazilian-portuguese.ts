import type { LinkHistoryView, LinkRemovalRefusal } from "@vintem/contract"

type LinkEvent = LinkHistoryView["events"][number]

export const brazilianPortuguese = {
  events: {
    link_created: "Link criado",
    link_updated: "Link alterado",
    link_removed: "Link excluído",
    payment_started: "Pagamento iniciado",
    payment_reported: "Pagamento",
  } satisfies Record<LinkEvent["type"], string>,
  /** The state of an order's payment. */
  states: {
    in_flight: "aguardando a adquirente",
    open: "aguardando o cliente",
    ended: "não concluído",
    confirmed: "confirmado",
  } satisfies Record<NonNullable<LinkEvent["standing"]>, string>,
  /** Messages to the payer. */
  reminders: {
    title: "Lembretes",
    states: {
      sent: "Enviado",
      held_back: "Não enviado: limite diário de lembretes",
    } satisfies Record<LinkHistoryView["reminders"][number]["state"], string>,
    countHeldBack: (count: number) =>
      count === 1 ? "1 lembrete não foi enviado." : `${count} lembretes não foram enviados.`,
  },
  /** The reason why it cannot be deleted now. */
  keeps: {
    already_paid: "O link foi pago e não pode ser excluído.",
    payment_in_flight: "A adquirente ainda não informou o resultado de um pagamento. Espere para excluir o link.",
  } satisfies Record<LinkRemovalRefusal, string>,
  /** Choosing the rule that reminds payers. */
  rule: {
    /** The link's current rule, if it is not among the shown ones. */
    present: "A regra atual",
    earlier: "Mostrar regras anteriores",
  },
}
