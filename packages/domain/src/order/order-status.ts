/**
 * The statuses an order can show, with their titles.
 */
import * as Schema from "effect/Schema"

export const OrderStatus = Schema.Literals([
  "created",
  "pending",
  "risk_analysis",
  "waiting_payment",
  "unpaid",
  "paid",
  "complete",
  "dispute",
  "chargeback",
  "refund",
  "canceled",
])
export type OrderStatus = typeof OrderStatus.Type

/** What a status is called, by language. The API shows the Portuguese titles. */
export const orderStatusTitles: Readonly<Record<"pt-BR" | "en", Readonly<Record<OrderStatus, string>>>> = {
  "pt-BR": {
    created: "Criado",
    pending: "Pendente",
    risk_analysis: "Em análise de risco",
    waiting_payment: "Aguardando pagamento",
    unpaid: "Não pago",
    paid: "Pago",
    complete: "Concluído",
    dispute: "Em disputa",
    chargeback: "Contestado",
    refund: "Reembolsado",
    canceled: "Cancelado",
  },
  en: {
    created: "Created",
    pending: "Pending",
    risk_analysis: "Under review",
    waiting_payment: "Waiting for payment",
    unpaid: "Not paid",
    paid: "Paid",
    complete: "Complete",
    dispute: "In dispute",
    chargeback: "Charged back",
    refund: "Refunded",
    canceled: "Canceled",
  },
}
