/**
 * Releases the claims of a dead process at once, instead of at the end of their leases.
 *
 * Only for a service that is certainly alone on its store: another one's running work would be done twice.
 */
import { instant } from "@vintem/domain/calendar"
import {
  IdempotencyStore,
  JobQueue,
  type OrderRepository,
  type StorageUnavailable,
  UnitOfWork,
} from "@vintem/domain/ports"
import { Clock, Effect } from "effect"
import { ChargePolicy } from "../charging/charge-policy.ts"
import { workMarginMillis } from "../idempotency/claim-key.ts"
import { queueUnanswered } from "./queue-unanswered.ts"

/**
 * The next worker runs jobs and webhooks, and the next request with an unanswered idempotency key resumes it.
 * Unanswered charges get the job that asks about them. All this would also happen after their time is over. A charge
 * that is still on its way to the acquirer is safe: the job asks about it, and voids its key if the acquirer does not
 * know it yet.
 */
export const releaseAbandoned = Effect.fn("releaseAbandoned")(function* (): Effect.fn.Return<
  void,
  StorageUnavailable,
  ChargePolicy | IdempotencyStore | JobQueue | OrderRepository | UnitOfWork
> {
  const { commit } = yield* UnitOfWork
  const queue = yield* JobQueue
  const keys = yield* IdempotencyStore
  const { acquirerTimeoutMillis } = yield* ChargePolicy
  const now = yield* Clock.currentTimeMillis
  // An older claim has ended.
  const since = instant(Math.max(0, now - acquirerTimeoutMillis - workMarginMillis))
  const [jobs, requests] = yield* commit(Effect.all([queue.endLeases, keys.releaseAll(since)]))
  const charges = yield* queueUnanswered(instant(now + 1))
  if (jobs + requests + charges > 0)
    yield* Effect.logInfo("jobs claimed by the previous process were released", { jobs, requests, charges })
})
