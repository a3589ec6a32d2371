/**
 * Erases a person: their data is overwritten, pending messages are given up, and what the law requires to keep stays.
 */
import { type Instant, instant } from "@vintem/domain/calendar"
import { type WhyNotErased, whyNotErased } from "@vintem/domain/personal-data"
import {
  type AuditLog,
  type ErasedCounts,
  JobQueue,
  PersonalData,
  type PersonRecords,
  type StorageUnavailable,
  WebhookDeliveryRepository,
} from "@vintem/domain/ports"
import { givenUp } from "@vintem/domain/webhook"
import { Clock, Effect } from "effect"
import { recordInCompany } from "../audit/record-change.ts"
import { nameOfWork } from "../queue/work.ts"
import { findRecords, NoSuchCustomer, type OneCustomer } from "./find-records.ts"

/** Whom to erase. */
export interface EraseCustomer extends OneCustomer {
  /** The idempotency scopes whose stored answers may show data of these records. */
  readonly scopesOf: (records: PersonRecords) => ReadonlyArray<string>
}

/** What became of the wish. */
export type ErasureOutcome =
  | { readonly _tag: "Erased"; readonly at: Instant; readonly counts: ErasedCounts }
  /** Nothing was written. */
  | { readonly _tag: "Refused"; readonly why: WhyNotErased }

/** Why a webhook of an erased customer was given up, as its list of attempts shows it. */
const reason = "the data of the customer was erased"

/** Part of a unit. Fails with `NoSuchCustomer`. A repetition erases what was stored since. */
export const eraseCustomer = Effect.fn("eraseCustomer")(function* ({
  company,
  customer,
  scopesOf,
}: EraseCustomer): Effect.fn.Return<
  ErasureOutcome,
  NoSuchCustomer | StorageUnavailable,
  AuditLog | JobQueue | PersonalData | WebhookDeliveryRepository
> {
  const { erase, hold } = yield* PersonalData
  const at = instant(yield* Clock.currentTimeMillis)
  yield* hold(company, customer)
  const records = yield* findRecords({ company, customer })
  const why = whyNotErased({ ...records, orders: records.orders.map(({ order }) => order) })
  if (why !== null) return { _tag: "Refused", why } satisfies ErasureOutcome
  for (const { order } of records.orders) yield* silence(order.details, at)
  const counts = yield* erase({ company, customer, at, scopes: scopesOf(records) })
  if (counts === null) return yield* new NoSuchCustomer()
  yield* recordInCompany(company, { action: "customer.erase", subject: customer, before: { ...counts }, after: null })
  return { _tag: "Erased", at, counts } satisfies ErasureOutcome
})

/** No message about the order is sent any more: no pending webhook to the company, no mail to the customer. */
const silence = Effect.fnUntraced(function* (
  { company, number }: PersonRecords["orders"][number]["order"]["details"],
  at: Instant,
) {
  const deliveries = yield* WebhookDeliveryRepository
  const queue = yield* JobQueue
  const pending = (yield* deliveries.ofOrder(company, number)).filter(({ state }) => state === "pending")
  for (const delivery of pending) yield* deliveries.save(givenUp(delivery, reason, at))
  yield* queue.withdraw([
    ...pending.map(({ event }) => nameOfWork({ _tag: "DeliverWebhook", company, event: event.id })),
    nameOfWork({ _tag: "SendReceipt", company, order: number }),
  ])
})
