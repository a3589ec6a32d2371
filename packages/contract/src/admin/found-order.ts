/**
 * Which company an order belongs to, for operators, who search in all companies.
 */
import { saoPauloTimestamp } from "@vintem/domain/calendar"
import type { Company } from "@vintem/domain/company"
import { decimalNumber } from "@vintem/domain/money"
import { type Order, OrderStatus, statusOf } from "@vintem/domain/order"
import * as Schema from "effect/Schema"
import { exampleOrder } from "../order/example-order.ts"
import { TimestampView } from "../order/timestamp-view.ts"

/** Without the payer's data: these are shown at the company, to users who may see them there. */
export const FoundOrderView = Schema.Struct({
  company: Schema.Struct({ id: Schema.Int, name: Schema.String }),
  order_number: Schema.String,
  status: OrderStatus,
  total: Schema.Finite.annotate({ description: "Reais, before interest and passed-on fees." }),
  created_at: TimestampView,
}).annotate({
  identifier: "FoundOrder",
  examples: [
    {
      company: { id: 1, name: "Loja Exemplo" },
      order_number: exampleOrder.order_number,
      status: "paid",
      total: exampleOrder.total,
      created_at: exampleOrder.created_at,
    },
  ],
})
export type FoundOrderView = typeof FoundOrderView.Type

/** What an operator is told of an order of any company: nothing of its payer. */
export const foundOrderView = (order: Order, { id, name }: Pick<Company, "id" | "name">): FoundOrderView => ({
  company: { id, name },
  order_number: order.details.number,
  status: statusOf(order),
  total: decimalNumber(order.details.amount),
  created_at: saoPauloTimestamp(order.details.placedAt),
})
