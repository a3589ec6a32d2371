/**
 * Records what came of webhooks that were sent, as many together as came back together. One at a time each would cost the store a dozen
 * statements; together they share most of them.
 */
import {
  type AfterAttempt,
  afterAttempt,
  JobQueue,
  type NewJob,
  UnitOfWork,
  type WebhookDelivery,
  WebhookDeliveryRepository,
} from "@vintem/domain"
import { Effect, Exit, Option } from "effect"
import { againOnConflict } from "../order/again-on-conflict.ts"
import { type Fate, settlementOf } from "../work/own-job.ts"
import { deliveryOf } from "../work/work.ts"
import { noted } from "./deliver-webhook.ts"
import { failedAgain } from "./failed-again.ts"
import type { Sent } from "./send-claimed.ts"
import { WebhookPolicy } from "./webhook-policy.ts"

/**
 * Those of one claim in one unit, several claims side by side: a store that merges units has one commit for all. Where a unit fails its
 * deliveries are recorded one by one, and what cannot be recorded even so is sent again later.
 */
export const recordSent = (all: ReadonlyArray<Sent>) =>
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
  const record = (some: ReadonlyArray<Sent>) => Effect.exit(againOnConflict(commit(recorded(lease, some))))
  if (Exit.isSuccess(yield* record(together))) return
  for (const one of together) {
    const alone = yield* record([one])
    if (Exit.isFailure(alone)) yield* failedAgain(one, alone.cause)
  }
})

/** One that was sent, and what that makes of it as it was read before. */
interface Judged extends AfterAttempt {
  readonly one: Sent
}

/** Part of a unit. Jobs that are somebody else's by now are left out: what came of them is theirs to record. */
const recorded = Effect.fnUntraced(function* (lease: string, together: ReadonlyArray<Sent>) {
  const deliveries = yield* WebhookDeliveryRepository
  const queue = yield* JobQueue
  const { stepMillis } = yield* WebhookPolicy
  const judged = together.map((one): Judged => ({ one, ...judge(one, one.delivery, stepMillis) }))
  const lost = new Set(
    yield* queue.settle(
      lease,
      judged.map(({ one, ...after }) => settlementOf(one.job, fateOf(after), one.endedAt)),
    ),
  )
  const ours = judged.filter(({ one }) => !lost.has(one.job.id))
  const changed = new Set(
    yield* deliveries.saveAsRead(ours.map(({ one, delivery }) => ({ read: one.delivery, after: delivery }))),
  )
  const asRead = ours.filter(({ delivery }) => !changed.has(delivery.event.id))
  yield* queue.enqueue(asRead.flatMap(tailOf))
  for (const { one, delivery } of ours) if (changed.has(delivery.event.id)) yield* recordedUponStored(one, stepMillis)
  for (const { one, verdict } of ours) {
    const { company, failuresInRow } = one.endpoint
    if (verdict !== "delivered" || failuresInRow > 0) yield* noted(company, verdict, one.endedAt)
  }
})

/** It was asked for again while it was on its way: that attempt is the first of the new course. */
const recordedUponStored = Effect.fnUntraced(function* (one: Sent, stepMillis: number) {
  const deliveries = yield* WebhookDeliveryRepository
  const queue = yield* JobQueue
  const stored = yield* deliveries.find(one.job.company, one.delivery.event.id)
  if (Option.isNone(stored)) return
  const after = judge(one, stored.value, stepMillis)
  yield* queue.withdraw([one.job.name])
  yield* deliveries.save(after.delivery)
  if (after.delivery.nextAttemptAt !== null) {
    yield* queue.enqueue([deliveryOf(one.delivery.event, after.delivery.nextAttemptAt, isOfUsualCourse(after))])
  }
})

const judge = ({ outcome, startedAt, endedAt, endpoint }: Sent, delivery: WebhookDelivery, stepMillis: number) =>
  afterAttempt(delivery, outcome, { startedAt, endedAt }, { stepMillis, hasLongTail: endpoint.hasLongTail })

const isOfUsualCourse = ({ verdict }: AfterAttempt): boolean => verdict === "retrying"

const fateOf = (after: AfterAttempt): Fate => {
  const { nextAttemptAt } = after.delivery
  return nextAttemptAt !== null && isOfUsualCourse(after) ? { _tag: "Again", dueAt: nextAttemptAt } : { _tag: "Done" }
}

/** Once the usual course is over, what comes after it in the order waits no more: the job that goes on stands in no line. */
const tailOf = (after: AfterAttempt): ReadonlyArray<NewJob> => {
  const { event, nextAttemptAt } = after.delivery
  return nextAttemptAt === null || isOfUsualCourse(after) ? [] : [deliveryOf(event, nextAttemptAt, false)]
}
