/**
 * When a payer is sent a receipt: once a payment by a link is confirmed, if messages can be sent at all.
 */
import { isConfirmed, type Order } from "@vintem/domain/order"
import { CompanyRepository, JobQueue, type StorageUnavailable } from "@vintem/domain/ports"
import { Context, Effect, Option } from "effect"
import { jobOf } from "../queue/work.ts"

/** Whether payers get their receipts by e-mail. False unless the service says so: without a mail server no job is left for it. */
export const MailsReceipts = Context.Reference<boolean>("@vintem/application/MailsReceipts", {
  defaultValue: () => false,
})

/**
 * Part of the unit that stores an order's events. The company chooses whether receipts are sent for payments by links, or for all. A
 * payment refunded because its link was paid before is no purchase.
 *
 * @param before - the order before the changes of this unit, `after` as they leave it
 */
export const queueReceipt = (
  before: Order,
  after: Order,
): Effect.Effect<void, StorageUnavailable, CompanyRepository | JobQueue> =>
  isConfirmed(before) || !isConfirmed(after) || after.duplicateAt !== undefined ? Effect.void : queuePurchase(after)

const queuePurchase = Effect.fnUntraced(function* (after: Order) {
  if (!(yield* MailsReceipts)) return
  const { company, number: order, paymentLink } = after.details
  const companies = yield* CompanyRepository
  const receipts = Option.match(yield* companies.find(company), {
    onNone: () => "none",
    onSome: ({ pages }) => pages.receipts,
  })
  if (receipts === "none" || (receipts === "links" && paymentLink === undefined)) return
  const queue = yield* JobQueue
  yield* queue.enqueue([jobOf({ _tag: "SendReceipt", company, order }, after.updatedAt)])
})
