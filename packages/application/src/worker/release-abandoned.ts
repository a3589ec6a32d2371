/**
 * Gives back at once what a process had claimed when it died, instead of when its leases run out.
 *
 * Only for a service that knows that it is the only one on its store: what another one is working on would be done twice.
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
 * The next worker runs jobs and webhooks, and the next request under an idempotency key without an answer resumes it. Charges without an
 * answer get the job that asks about them. All this would also happen once their time is over. A charge that is still on its way to the
 * acquirer is safe: the job asks about it, and voids its key if the acquirer does not know it yet.
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
  // A claim that is older has run out.
  const since = instant(Math.max(0, now - acquirerTimeoutMillis - workMarginMillis))
  const [jobs, requests] = yield* commit(Effect.all([queue.endLeases, keys.releaseAll(since)]))
  const charges = yield* queueUnanswered(instant(now + 1))
  if (jobs + requests + charges > 0)
    yield* Effect.logInfo("jobs claimed by the previous process were released", { jobs, requests, charges })
})
