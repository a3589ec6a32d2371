/**
 * Sends a payer the receipt of a payment.
 *
 * If a process dies between sending and settling the job, the receipt is sent again under the same identifier: a second
 * receipt does no harm, a lost one does. A daily cap for each person holds back only more than any honest shop sends,
 * and the order's page still has the receipt.
 */
import { type Instant, instant } from "@vintem/domain/calendar"
import { pageLanguage } from "@vintem/domain/company"
import { cardOf, isPaid, type Order } from "@vintem/domain/order"
import { isErasedPerson } from "@vintem/domain/personal-data"
import {
  CompanyRepository,
  type JobQueue,
  type MailCounts,
  Mailer,
  OrderRepository,
  PaymentLinkRepository,
  type PaymentReceipt,
  type Secrets,
  type StorageUnavailable,
  UnitOfWork,
} from "@vintem/domain/ports"
import { Clock, Effect, Option } from "effect"
import { type CountedMail, countMail, uncountMail } from "../mails/counted-mail.ts"
import { commitOwn, type JobOutcome, type OwnJob, settleJob } from "../queue/own-job.ts"
import type { WorkOf } from "../queue/work.ts"

/** The wait before the next try if the mail server accepts no messages, in milliseconds. */
const retryDelayMillis = 900_000

/** A receipt is given up at this age of the payment, in milliseconds. The order's page has it. */
const receiptAgeMaxMillis = 86_400_000

export const sendReceipt = Effect.fn("sendReceipt")(function* (
  own: OwnJob,
  work: WorkOf<"SendReceipt">,
): Effect.fn.Return<
  void,
  StorageUnavailable,
  CompanyRepository | JobQueue | MailCounts | Mailer | OrderRepository | PaymentLinkRepository | Secrets | UnitOfWork
> {
  const receipt = yield* receiptOf(work)
  const jobOutcome: JobOutcome = receipt === null ? { _tag: "Done" } : yield* sentWithin(work, receipt)
  yield* commitOwn(settleJob(own, jobOutcome))
})

/** Null if there is no receipt to send any more. */
const receiptOf = Effect.fnUntraced(function* ({ company: companyId, order: number }: WorkOf<"SendReceipt">) {
  const orders = yield* OrderRepository
  const companies = yield* CompanyRepository
  const links = yield* PaymentLinkRepository
  const stored = Option.getOrNull(yield* orders.find(companyId, number))
  const company = Option.getOrNull(yield* companies.find(companyId))
  if (stored === null || company === null) return null
  const { order } = stored
  const slug = order.details.paymentLink
  const link = slug === undefined ? null : Option.getOrNull(yield* links.find(companyId, slug))
  const terms = link?.terms ?? null
  return receiptOfOrder(order, company.name, pageLanguage(company.pages, terms))
})

const receiptOfOrder = (order: Order, company: string, language: PaymentReceipt["language"]): PaymentReceipt | null => {
  const { customer, items, number, publicKey } = order.details
  const paid = order.attempts.find(isPaid)
  if (order.duplicateAt !== undefined || paid === undefined || isErasedPerson(customer)) return null
  return {
    id: `recibo-${number}`,
    to: customer.email,
    payer: customer.fullname,
    company,
    title: items.map(({ title }) => title).join(", "),
    amount: paid.quote.charged,
    method: paid._tag,
    installments: paid.quote.installments.length,
    cardLastDigits: cardOf(paid)?.lastDigits ?? null,
    paidAt: paid.payment.confirmedAt,
    order: number,
    publicKey,
    language,
  }
}

const sentWithin = Effect.fnUntraced(function* ({ company }: WorkOf<"SendReceipt">, receipt: PaymentReceipt) {
  const { commit } = yield* UnitOfWork
  const at = instant(yield* Clock.currentTimeMillis)
  const mail: CountedMail = { kind: "receipt", company, to: receipt.to, at }
  const heldBackBy = yield* commit(countMail(mail))
  if (heldBackBy === null) return yield* sent(mail, receipt)
  yield* Effect.logInfo("a receipt was held back", { receipt: receipt.id, cap: heldBackBy })
  return { _tag: "Done" } satisfies JobOutcome
})

const sent = Effect.fnUntraced(function* (mail: CountedMail, receipt: PaymentReceipt) {
  const mailer = yield* Mailer
  const { commit } = yield* UnitOfWork
  const done: JobOutcome = { _tag: "Done" }
  return yield* mailer.sendReceipt(receipt).pipe(
    Effect.as(done),
    Effect.catchTag("MailNotSent", ({ again, detail }) =>
      Effect.gen(function* () {
        yield* Effect.logWarning("a receipt was not sent", { receipt: receipt.id, again, detail })
        if (again === "later") yield* commit(uncountMail(mail))
        const now = instant(yield* Clock.currentTimeMillis)
        return again === "later" && now - receipt.paidAt < receiptAgeMaxMillis ? againAfter(now) : done
      }),
    ),
  )
})

const againAfter = (now: Instant): JobOutcome => ({ _tag: "Again", dueAt: instant(now + retryDelayMillis) })
