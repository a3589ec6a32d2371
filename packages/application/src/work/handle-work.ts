/**
 * Does one piece of work: asks what has to be asked, and says what was learned and what becomes of the job.
 *
 * Nothing is written here. What was learned is committed together with the settlement of the job.
 */
import {
  type Attempt,
  abandonAfterMillis,
  attemptStanding,
  type Instant,
  instant,
  type OrderNews,
  OrderRepository,
} from "@vintem/domain"
import { Clock, Effect, Option } from "effect"
import { find, resolve } from "../order/ask-acquirer.ts"
import { ChargePolicy } from "../order/charge-policy.ts"
import { nextAsking } from "./schedule.ts"
import type { Work } from "./work.ts"
import { isUnresolved, unknownSince } from "./work-of-order.ts"

export interface Learned {
  readonly news: ReadonlyArray<OrderNews>
  readonly fate:
    | { readonly _tag: "Done" }
    | { readonly _tag: "Again"; readonly dueAt: Instant }
    | { readonly _tag: "Dead"; readonly reason: string }
}

const nothingToDo: Learned = { news: [], fate: { _tag: "Done" } }

export const handleWork = Effect.fn("handleWork")(function* (work: Work) {
  const orders = yield* OrderRepository
  const stored = yield* orders.find(work.company, work.order)
  if (Option.isNone(stored)) return nothingToDo
  const { order } = stored.value
  if (work._tag === "AbandonOrder") return abandoned(instant(order.details.placedAt + abandonAfterMillis))
  const attempt = order.attempts.find(({ id }) => id === work.attempt)
  if (attempt === undefined) return nothingToDo
  return work._tag === "ResolveAttempt" ? yield* resolved(attempt) : yield* expired(attempt)
})

const abandoned = (at: Instant): Learned => ({ news: [{ _tag: "AbandonTimer", at }], fate: { _tag: "Done" } })

/** Silence is no refusal: it is asked for again, and after the last time a person decides. */
const resolved = Effect.fnUntraced(function* (attempt: Attempt) {
  if (!isUnresolved(attempt)) return nothingToDo
  const { acquirerTimeoutMillis } = yield* ChargePolicy
  const news = yield* resolve(attempt)
  const standing = attemptStanding([...attempt.facts, news.fact])
  const isSettled = standing !== null && !isUnresolved({ ...attempt, facts: [...attempt.facts, news.fact] })
  if (isSettled) return { news: [news], fate: { _tag: "Done" } } satisfies Learned
  const now = instant(yield* Clock.currentTimeMillis)
  const dueAt = nextAsking(unknownSince(attempt, acquirerTimeoutMillis), now)
  return {
    news: [news],
    fate:
      dueAt === null
        ? { _tag: "Dead", reason: "The acquirer told no outcome for seven days: settle the order by hand." }
        : { _tag: "Again", dueAt },
  } satisfies Learned
})

/** The acquirer is asked first: a payment on its way beats the timer. What it does not deny having expired, has. */
const expired = Effect.fnUntraced(function* (attempt: Attempt) {
  if (attemptStanding(attempt.facts) !== "open") return nothingToDo
  const news = yield* find(attempt)
  const at = instant(yield* Clock.currentTimeMillis)
  const isPaid = news.fact === "confirmed" || news.fact === "voided"
  const expiry: OrderNews = { _tag: "AttemptNews", attempt: attempt.id, fact: "expired", report: {}, at }
  return { news: [isPaid ? news : expiry], fate: { _tag: "Done" } } satisfies Learned
})
