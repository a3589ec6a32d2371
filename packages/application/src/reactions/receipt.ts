/**
 * When a payer is sent a receipt: once a payment by a link is confirmed, if messages can be sent at all.
 */
import { isConfirmed, type Order } from "@vintem/domain/order"
import { CompanyRepository, type StorageUnavailable } from "@vintem/domain/ports"
import { Context, Effect, Option } from "effect"
import { jobOf } from "../queue/work.ts"
import type { Consequence } from "./consequence.ts"

/** Whether payers get receipts by e-mail. False by default: without a mail server no receipt job is added. */
export const MailsReceipts = Context.Reference<boolean>("@vintem/application/MailsReceipts", {
  defaultValue: () => false,
})

/**
 * Reads whether a change sends its payer a receipt: the company chooses whether receipts are sent for payments by
 * links, or for all. A payment that is refunded because its link was paid before is no purchase.
 *
 * @param before - the order before the changes of this unit; `after` is the order after them
 */
export const isReceiptWanted = (
  before: Order,
  after: Order,
): Effect.Effect<boolean, StorageUnavailable, CompanyRepository> =>
  isConfirmed(before) || !isConfirmed(after) || after.duplicateAt !== undefined
    ? Effect.succeed(false)
    : isWantedBy(after.details)

const isWantedBy = Effect.fnUntraced(function* ({ company, paymentLink }: Order["details"]) {
  if (!(yield* MailsReceipts)) return false
  const companies = yield* CompanyRepository
  const receipts = Option.match(yield* companies.find(company), {
    onNone: () => "none",
    onSome: ({ pages }) => pages.receipts,
  })
  return receipts === "all" || (receipts === "links" && paymentLink !== undefined)
})

/** The job that sends the receipt. */
export const receiptWrites = ({
  details: { company, number: order },
  updatedAt,
}: Order): ReadonlyArray<Consequence> => [
  { _tag: "EnqueueJobs", jobs: [jobOf({ _tag: "SendReceipt", company, order }, updatedAt)] },
]
