/**
 * Erases a person: overwrites their data, gives pending messages up, and keeps the data that the law requires.
 *
 * It works in pieces, and other work comes between. The first piece adds a job: if the process ends half-way, a worker
 * continues.
 *
 * @see docs/decisions/storage.md#0335
 */

import { type Instant, instant } from "@vintem/domain/calendar"
import type { OrderDetails } from "@vintem/domain/order"
import { type WhyNotErased, whyNotErased } from "@vintem/domain/personal-data"
import {
  type EndedErasure,
  type ErasureSteps,
  type IdempotencyStore,
  JobQueue,
  PersonalData,
  type StorageUnavailable,
  type Trail,
  UnitOfWork,
  WebhookDeliveryRepository,
} from "@vintem/domain/ports"
import type { TrailActor } from "@vintem/domain/trail"
import { givenUp } from "@vintem/domain/webhook"
import { Clock, Effect } from "effect"
import { type Answered, type Answering, keepAnswer } from "../idempotency/answered.ts"
import type { KeyRefused } from "../idempotency/keyed-request.ts"
import { onceAcrossUnits } from "../idempotency/once-across-units.ts"
import { companyScope, linkScope, operatorScope, orderScope } from "../idempotency/scopes.ts"
import { commitOwn, type OwnJob, settleJob } from "../queue/own-job.ts"
import { jobOf, nameOfWork, type WorkOf } from "../queue/work.ts"
import { CurrentActor } from "../trail/current-actor.ts"
import { recordInCompany } from "../trail/record-change.ts"
import { NoSuchCustomer, type OneCustomer, surveyOf } from "./one-customer.ts"

/** How `eraseCustomer` ended. */
export type EraseCustomerOutcome =
  | ({ readonly _tag: "Erased" } & EndedErasure)
  /** Nothing was written. */
  | { readonly _tag: "Refused"; readonly why: WhyNotErased }

/** Why a webhook of an erased customer was given up, in its list of attempts. */
const reason = "the data of the customer was erased"

/**
 * A worker continues an erasure after this time, in milliseconds. An erasure that is still running then is not
 * disturbed.
 */
const resumedAfterMillis = 60_000

type Needs = Trail | JobQueue | PersonalData | UnitOfWork | WebhookDeliveryRepository

/**
 * Ends when all data is erased. Fails with `NoSuchCustomer`. A repetition erases data stored since, and continues an
 * erasure that is under way: new activity of the person does not stop it.
 */
export const eraseCustomer = Effect.fn("eraseCustomer")(function* ({
  company,
  customer,
}: OneCustomer): Effect.fn.Return<EraseCustomerOutcome, NoSuchCustomer | StorageUnavailable, Needs> {
  const { isUnderWay } = yield* PersonalData
  const at = instant(yield* Clock.currentTimeMillis)
  if (!(yield* isUnderWay(company, customer))) {
    const why = whyNotErased((yield* surveyOf({ company, customer })).moving)
    if (why !== null) return { _tag: "Refused", why } satisfies EraseCustomerOutcome
  }
  const actor = yield* CurrentActor
  if (!(yield* begun({ _tag: "EraseCustomer", company, customer, actor }, at))) return yield* new NoSuchCustomer()
  const ended = yield* goneOn({ company, customer }, actor, at)
  return { _tag: "Erased", ...(ended ?? { at, counts: nothing }) } satisfies EraseCustomerOutcome
})

/** The answer if another process has just ended the same erasure. */
const nothing = { orders: 0, subscriptions: 0, links: 0, entries: 0, webhooks: 0, answers: 0, cards: 0 }

/**
 * Erases a customer, once for each idempotency key.
 *
 * @param refusal - what a refusal fails with. It is not kept: the caller can end what prevents the erasure and send the same request again
 */
export const eraseCustomerOnce = <E>(
  one: OneCustomer,
  answering: Answering<Erased>,
  refusal: (why: Extract<EraseCustomerOutcome, { readonly _tag: "Refused" }>) => E,
): Effect.Effect<Answered<Erased>, E | KeyRefused | NoSuchCustomer | StorageUnavailable, IdempotencyStore | Needs> =>
  onceAcrossUnits(
    answering.keyed,
    resumedAfterMillis,
    Effect.flatMap(
      eraseCustomer(one),
      (outcome): Effect.Effect<Answered<Erased>, E | StorageUnavailable, IdempotencyStore> =>
        outcome._tag === "Refused" ? Effect.fail(refusal(outcome)) : keepAnswer(answering, outcome),
    ),
  )

/** A customer who is erased. */
export type Erased = Extract<EraseCustomerOutcome, { readonly _tag: "Erased" }>

/** Continues an erasure whose process has ended. */
export const resumeErasure = Effect.fn("resumeErasure")(function* (
  own: OwnJob,
  { actor, company, customer }: WorkOf<"EraseCustomer">,
): Effect.fn.Return<void, StorageUnavailable, Needs> {
  yield* goneOn({ company, customer }, actor, instant(yield* Clock.currentTimeMillis))
  yield* commitOwn(settleJob(own, { _tag: "Done" }))
})

/** The row of the erasure, and the job that continues it, in one commit. */
const begun = Effect.fnUntraced(function* (work: WorkOf<"EraseCustomer">, at: Instant) {
  const { commit } = yield* UnitOfWork
  const { company, customer } = work
  return yield* commit(
    Effect.gen(function* () {
      const { begin } = yield* PersonalData
      const queue = yield* JobQueue
      if (!(yield* begin({ company, customer, at }))) return false
      yield* queue.enqueue([jobOf(work, instant(at + resumedAfterMillis))])
      return true
    }),
  )
})

const goneOn = Effect.fnUntraced(function* (one: OneCustomer, actor: TrailActor, at: Instant) {
  const { erase } = yield* PersonalData
  return yield* erase({ ...one, at }, stepsOf(one, actor, at))
})

const stepsOf = (
  { company, customer }: OneCustomer,
  actor: TrailActor,
  at: Instant,
): ErasureSteps<Trail | JobQueue | WebhookDeliveryRepository> => ({
  scopes: [companyScope(company).scope, operatorScope(company).scope],
  orders: Effect.fnUntraced(function* (erased) {
    for (const order of erased) yield* silence(order, at)
    return erased.flatMap(({ paymentLink, publicKey }) => [
      orderScope(company, publicKey).scope,
      ...(paymentLink === undefined ? [] : [linkScope(company, paymentLink).scope]),
    ])
  }),
  scopeOfLink: ({ slug }) => linkScope(company, slug).scope,
  ended: Effect.fnUntraced(function* ({ counts }) {
    const queue = yield* JobQueue
    yield* queue.withdraw(company, [nameOfWork({ _tag: "EraseCustomer", company, customer, actor })])
    const change = { action: "customer.erase", subject: customer, before: { ...counts }, after: null } as const
    yield* Effect.provideService(recordInCompany(company, change), CurrentActor, actor)
  }),
})

/** No more messages about the order are sent: neither pending webhooks to the company, nor mail to the customer. */
const silence = Effect.fnUntraced(function* ({ company, number }: OrderDetails, at: Instant) {
  const deliveries = yield* WebhookDeliveryRepository
  const queue = yield* JobQueue
  const pending = (yield* deliveries.ofOrder(company, number)).filter(({ state }) => state === "pending")
  for (const delivery of pending) yield* deliveries.save(givenUp(delivery, reason, at))
  yield* queue.withdraw(company, [
    ...pending.map(({ event }) => nameOfWork({ _tag: "DeliverWebhook", company, event: event.id })),
    nameOfWork({ _tag: "SendReceipt", company, order: number }),
  ])
})
