/**
 * The order as a machine: its parts. Each has a file of its own.
 */
import type { Machine } from "../machine/machine.ts"
import { orderCommands } from "./command-rules.ts"
import type { OrderCommand, OrderReport } from "./commands.ts"
import { type OrderChange, OrderEvent, type OrderPlaced } from "./events.ts"
import { evolve, placed } from "./evolve.ts"
import type { Order } from "./order.ts"
import type { OrderStatus } from "./order-status.ts"
import { recordOrderReport } from "./record.ts"
import { largestRefundOf } from "./refundable.ts"
import { type OrderRefusal, OrderRefused } from "./refusals.ts"
import { orderStatuses } from "./status-rules.ts"

/** The types of the machine. */
export interface OrderTypes {
  readonly state: Order
  readonly creation: OrderPlaced
  readonly change: OrderChange
  readonly command: OrderCommand
  readonly report: OrderReport
  readonly refusal: OrderRefusal
  readonly refused: OrderRefused
  readonly status: OrderStatus
}

/** The order as a value: decide, fold, audit, test and document it by the functions of `Machine`. */
export const orderMachine: Machine<OrderTypes> = {
  creation: "OrderPlaced",
  event: OrderEvent,
  create: placed,
  evolve,
  commands: orderCommands,
  refuse: (refusal, order) => new OrderRefused({ ...refusal, refundable: largestRefundOf(order) }),
  record: recordOrderReport,
  statuses: orderStatuses,
  final: ["paid", "complete", "refund", "chargeback", "canceled"],
}
