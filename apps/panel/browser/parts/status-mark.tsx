/** A status in a word. The word says everything that the color says. */
import type { OrderStatus } from "@vintem/domain/order"
import { orderStatusTitles } from "../../src/text/order-status-titles.ts"
import { useWords } from "../state/language.ts"

const moodOf: Readonly<Record<OrderStatus, "good" | "bad" | "">> = {
  created: "",
  pending: "",
  risk_analysis: "",
  waiting_payment: "",
  unpaid: "bad",
  paid: "good",
  complete: "good",
  dispute: "bad",
  chargeback: "bad",
  refund: "",
  canceled: "",
}

export const StatusMark = ({ status }: { readonly status: OrderStatus }) => (
  <span class={`mark ${moodOf[status]}`}>{orderStatusTitles[useWords().language][status]}</span>
)
