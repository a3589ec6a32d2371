/** The titles of an order's statuses, by language. The Portuguese ones are those of the API. */
import { type OrderStatus, orderStatusTitle } from "@vintem/domain/order"
import type { Language } from "./words.ts"

export const orderStatusTitles: Readonly<Record<Language, Readonly<Record<OrderStatus, string>>>> = {
  "pt-BR": orderStatusTitle,
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
