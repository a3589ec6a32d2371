/**
 * Erases a person: their data is overwritten, pending messages are given up, and what the law requires to keep stays.
 */
import { type Instant, instant } from "@vintem/domain/calendar"
import type { OrderDetails } from "@vintem/domain/order"
import type { LinkDetails } from "@vintem/domain/payment-link"
import { type WhyNotErased, whyNotErased } from "@vintem/domain/personal-data"
import {
  type AuditLog,
  type ErasedCounts,
  JobQueue,
  PersonalData,
  type StorageUnavailable,
  WebhookDeliveryRepository,
} from "@vintem/domain/ports"
import { givenUp } from "@vintem/domain/webhook"
import { Clock, Effect, Stream } from "effect"
import { recordInCompany } from "../audit/record-change.ts"
import { nameOfWork } from "../queue/work.ts"
import { NoSuchCustomer, type OneCustomer, orderPages, surveyOf } from "./one-customer.ts"

/** Whom to erase. */
export interface EraseCustomer extends OneCustomer {
  /** The idempotency scopes whose stored answers may show data of the company's customers. */
  readonly scopes: ReadonlyArray<string>
  /** The same of an order. */
  readonly scopesOfOrder: (order: OrderDetails) => ReadonlyArray<string>
  /** The same of a link. */
  readonly scopeOfLink: (link: LinkDetails) => string
}

/** How `eraseCustomer` ended. */
export type EraseCustomerOutcome =
  | { readonly _tag: "Erased"; readonly at: Instant; readonly counts: ErasedCounts }
  /** Nothing was written. */
  | { readonly _tag: "Refused"; readonly why: WhyNotErased }

/** Why a webhook of an erased customer was given up, as its list of attempts shows it. */
const reason = "the data of the customer was erased"

/** Part of a unit. Fails with `NoSuchCustomer`. A repetition erases what was stored since. */
export const eraseCustomer = Effect.fn("eraseCustomer")(function* ({
  company,
  customer,
  scopeOfLink,
  scopes,
  scopesOfOrder,
}: EraseCustomer): Effect.fn.Return<
  EraseCustomerOutcome,
  NoSuchCustomer | StorageUnavailable,
  AuditLog | JobQueue | PersonalData | WebhookDeliveryRepository
> {
  const { beside, erase, hold } = yield* PersonalData
  const at = instant(yield* Clock.currentTimeMillis)
  yield* hold(company, customer)
  const why = whyNotErased((yield* surveyOf({ company, customer })).moving)
  if (why !== null) return { _tag: "Refused", why } satisfies EraseCustomerOutcome
  const all = new Set(scopes)
  const note = (more: ReadonlyArray<string>): void => {
    for (const scope of more) all.add(scope)
  }
  yield* Stream.runForEach(
    orderPages({ company, customer }),
    Effect.fnUntraced(function* (page) {
      for (const { order } of page) {
        note(scopesOfOrder(order.details))
        yield* silence(order.details, at)
      }
    }),
  )
  yield* Stream.runForEach(beside(company, customer), ({ links }) =>
    Effect.sync(() => note(links.map(({ details }) => scopeOfLink(details)))),
  )
  const counts = yield* erase({ company, customer, at, scopes: [...all] })
  if (counts === null) return yield* new NoSuchCustomer()
  yield* recordInCompany(company, { action: "customer.erase", subject: customer, before: { ...counts }, after: null })
  return { _tag: "Erased", at, counts } satisfies EraseCustomerOutcome
})

/** No message about the order is sent any more: no pending webhook to the company, no mail to the customer. */
const silence = Effect.fnUntraced(function* ({ company, number }: OrderDetails, at: Instant) {
  const deliveries = yield* WebhookDeliveryRepository
  const queue = yield* JobQueue
  const pending = (yield* deliveries.ofOrder(company, number)).filter(({ state }) => state === "pending")
  for (const delivery of pending) yield* deliveries.save(givenUp(delivery, reason, at))
  yield* queue.withdraw([
    ...pending.map(({ event }) => nameOfWork({ _tag: "DeliverWebhook", company, event: event.id })),
    nameOfWork({ _tag: "SendReceipt", company, order: number }),
  ])
})
