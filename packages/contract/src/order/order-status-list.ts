/** `GET /api/v1/order/status`: every status of an order, with its title in Brazilian Portuguese. */
import { OrderStatus, orderStatusTitle } from "@vintem/domain/order"
import * as Schema from "effect/Schema"

export const OrderStatusList = Schema.Struct({
  data: Schema.Array(Schema.Struct({ status: OrderStatus, title: Schema.String })),
}).annotate({
  identifier: "OrderStatusList",
  description: "Every status and its title.",
  examples: [{ data: [{ status: "paid", title: "Pago" }] }],
})
export type OrderStatusList = typeof OrderStatusList.Type

export const orderStatusList: OrderStatusList = {
  data: OrderStatus.literals.map((status) => ({ status, title: orderStatusTitle[status] })),
}
