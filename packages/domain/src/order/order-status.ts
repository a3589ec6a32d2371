/** The statuses of an order, with the titles in `GET /order/status`. */
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

/** The name of each status in Brazilian Portuguese. */
export const orderStatusTitle: Readonly<Record<OrderStatus, string>> = {
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
}
