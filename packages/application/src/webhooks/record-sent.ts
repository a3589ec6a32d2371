/**
 * Records the outcomes of webhooks in batches: all that have arrived share one unit, because a unit for each costs a
 * dozen statements.
 */
import type { CompanyId } from "@vintem/domain/identifiers"
import {
  JobLost,
  JobQueue,
  type NewJob,
  UnitOfWork,
  WebhookDeliveryRepository,
  WebhookEndpointRepository,
} from "@vintem/domain/ports"
import { type AfterAttempt, afterAttempt, type WebhookDelivery, type WebhookEndpoint } from "@vintem/domain/webhook"
import { Effect, Exit, Option } from "effect"
import { commitOwn, type JobOutcome, settlementOf } from "../queue/own-job.ts"
import { deliveryJobOf } from "../queue/work.ts"
import { againOnConflict } from "../units/again-on-conflict.ts"
import { failDeliveryJob } from "./delivery-jobs.ts"
import type { Sent } from "./send-claimed.ts"
import { WebhookPolicy } from "./webhook-policy.ts"

/**
 * Records the deliveries of each claim in one unit, and the claims concurrently: a store that merges units then makes one commit. If a unit
 * fails, its deliveries are recorded one by one. A delivery that cannot be recorded even then is sent again later.
 */
export const recordSent = (
  all: ReadonlyArray<Sent>,
): Effect.Effect<
  void,
  never,
  JobQueue | UnitOfWork | WebhookDeliveryRepository | WebhookEndpointRepository | WebhookPolicy
> =>
  Effect.forEach(
    Map.groupBy(all, ({ lease }) => lease),
    ([lease, sent]) => recordTogether(lease, sent),
    {
      concurrency: "unbounded",
      discard: true,
    },
  )

const recordTogether = Effect.fnUntraced(function* (lease: string, together: ReadonlyArray<Sent>) {
  const { commit } = yield* UnitOfWork
  const all = yield* Effect.exit(againOnConflict(commit(recorded(lease, together))))
  if (Exit.isSuccess(all)) return yield* tellDisabled(all.value)
  for (const one of together) {
    const alone = yield* Effect.exit(commitOwn(recorded(lease, [one])))
    if (Exit.isFailure(alone)) yield* failDeliveryJob(one, alone.cause)
    else yield* tellDisabled(alone.value ?? [])
  }
})

const tellDisabled = (disabled: ReadonlyArray<WebhookEndpoint>) =>
  Effect.forEach(
    disabled,
    ({ company, disabled: since }) => Effect.logWarning("a webhook was disabled", { company, because: since?.because }),
    { discard: true },
  )

/** A delivery that was sent, and its state after that. */
interface Judged extends AfterAttempt {
  readonly one: Sent
}

/**
 * Part of a unit, which fails with `JobLost` if another worker has a job now: that worker records its outcome.
 * Deliveries are written before jobs, as in a redelivery, so the later of the two units sees the earlier one's writes.
 *
 * @returns the webhooks that it disabled
 */
const recorded = Effect.fnUntraced(function* (lease: string, together: ReadonlyArray<Sent>) {
  const queue = yield* JobQueue
  const judged = yield* kept(together)
  // Units lock the names that a company's jobs wait for, so all units take the companies in one order.
  const companies = [...Map.groupBy(judged, ({ one }) => one.job.company)].toSorted(([one], [other]) => one - other)
  for (const [company, own] of companies) {
    const settlements = own.map((after) => settlementOf(after.one.job, jobOutcomeOf(after), after.one.endedAt))
    const [job] = yield* queue.settle(company, lease, settlements)
    if (job !== undefined) return yield* new JobLost({ job })
  }
  yield* queue.enqueue(judged.flatMap(movedOf))
  return yield* noted(judged)
})

/** Part of a unit: stores the result of each attempt in its delivery. */
const kept = Effect.fnUntraced(function* (together: ReadonlyArray<Sent>) {
  const deliveries = yield* WebhookDeliveryRepository
  const { stepMillis } = yield* WebhookPolicy
  const judged = together.map((one): Judged => ({ one, ...judge(one, one.delivery, stepMillis) }))
  const changed = new Set(
    yield* deliveries.saveAsRead(judged.map(({ one, delivery }) => ({ read: one.delivery, after: delivery }))),
  )
  if (changed.size === 0) return judged
  return yield* Effect.forEach(judged, (asRead) =>
    changed.has(asRead.delivery.event.id) ? keptUponStored(asRead, stepMillis) : Effect.succeed(asRead),
  )
})

/** The company asked for it again during the attempt: the attempt is the first of the new retry schedule. */
const keptUponStored = Effect.fnUntraced(function* (asRead: Judged, stepMillis: number) {
  const { one } = asRead
  const deliveries = yield* WebhookDeliveryRepository
  const stored = yield* deliveries.find(one.job.company, one.delivery.event.id)
  // It was deleted meanwhile: there is nothing left to try.
  if (Option.isNone(stored)) return { ...asRead, delivery: { ...asRead.delivery, nextAttemptAt: null } }
  const upon: Judged = { one, ...judge(one, stored.value, stepMillis) }
  yield* deliveries.save(upon.delivery)
  return upon
})

const judge = ({ outcome, startedAt, endedAt, endpoint }: Sent, delivery: WebhookDelivery, stepMillis: number) =>
  afterAttempt(delivery, outcome, { startedAt, endedAt }, { stepMillis, hasLongTail: endpoint.hasLongTail })

/**
 * During the normal retry schedule a delivery has its order's ordering key. After that, later deliveries of the order
 * no longer wait for it.
 */
const hasOrderingKey = ({ verdict }: Judged): boolean => verdict === "retrying"

const keepsOrderingKey = (after: Judged): boolean => hasOrderingKey(after) === (after.one.job.orderingKey !== null)

const jobOutcomeOf = (after: Judged): JobOutcome => {
  const { nextAttemptAt } = after.delivery
  return nextAttemptAt !== null && keepsOrderingKey(after) ? { _tag: "Again", dueAt: nextAttemptAt } : { _tag: "Done" }
}

/** Deliveries whose job changes its ordering key: it loses that of its order, or gets it back. */
const movedOf = (after: Judged): ReadonlyArray<NewJob> => {
  const { event, nextAttemptAt } = after.delivery
  return nextAttemptAt === null || keepsOrderingKey(after)
    ? []
    : [deliveryJobOf(event, nextAttemptAt, hasOrderingKey(after))]
}

/**
 * Part of a unit: records the outcomes of attempts in their endpoints, in order. Successes are recorded for any number
 * of companies together, and even if no failure is known: others may have been recorded since the endpoint was read.
 *
 * @returns the webhooks that this disabled
 */
const noted = Effect.fnUntraced(function* (judged: ReadonlyArray<Judged>) {
  const endpoints = yield* WebhookEndpointRepository
  const wellTold: Array<CompanyId> = []
  const disabled: Array<WebhookEndpoint> = []
  for (const [company, told] of Map.groupBy(judged, ({ one }) => one.job.company)) {
    const telling = told.filter(({ verdict }) => verdict !== "retrying" && verdict !== "lingering")
    if (telling.length === 0) continue
    if (telling.every(({ verdict }) => verdict === "delivered")) {
      wellTold.push(company)
      continue
    }
    for (const [position, { one, verdict }] of telling.entries()) {
      if (verdict === "failed") yield* endpoints.noteFailed(one.endpoint, one.endedAt)
      else if (verdict === "gone") yield* endpoints.noteGone(one.endpoint, one.endedAt)
      else if (telling[position + 1]?.verdict !== "delivered") yield* endpoints.noteDelivered([company])
    }
    const now = Option.getOrNull(yield* endpoints.find(company))
    if (now !== null && told.some(({ one }) => one.endedAt === now.disabled?.at)) disabled.push(now)
  }
  yield* endpoints.noteDelivered(wellTold)
  return disabled
})
