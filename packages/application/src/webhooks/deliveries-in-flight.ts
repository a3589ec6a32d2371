/** The webhook deliveries that a process has in flight: started, and not recorded yet. */
import type { CompanyId } from "@vintem/domain/identifiers"
import type { Job } from "@vintem/domain/ports"
import { Context, Effect, Latch, Layer, Semaphore } from "effect"

export class DeliveriesInFlight extends Context.Service<
  DeliveriesInFlight,
  {
    /** Held while deliveries are started, or by code that prevents it. */
    readonly starting: Semaphore.Semaphore
    /** Open while no delivery is in flight. */
    readonly isIdle: Latch.Latch
    /** How many deliveries wait for their receiver: of a company, or of all if none is given. */
    readonly waiting: (company?: CompanyId) => number
    /** Marks these deliveries as started. */
    readonly start: (jobs: ReadonlyArray<Job>) => Effect.Effect<void>
    /** Their receivers answered or will not. They no longer count against the limits, but still have to be recorded. */
    readonly release: (jobs: ReadonlyArray<Job>) => Effect.Effect<void>
    /** They were released before, and are recorded now. */
    readonly finish: (jobs: ReadonlyArray<Job>) => Effect.Effect<void>
  }
>()("@vintem/application/DeliveriesInFlight") {
  static readonly layer = Layer.effect(
    DeliveriesInFlight,
    Effect.gen(function* () {
      const starting = yield* Semaphore.make(1)
      const isIdle = yield* Latch.make(true)
      const ofCompany = new Map<CompanyId, number>()
      let all = 0
      let unfinished = 0
      const countWaiting = (jobs: ReadonlyArray<Job>, by: 1 | -1): void => {
        all += by * jobs.length
        for (const { company } of jobs) {
          const left = (ofCompany.get(company) ?? 0) + by
          if (left === 0) ofCompany.delete(company)
          else ofCompany.set(company, left)
        }
      }
      const countUnfinished = (by: number) =>
        Effect.suspend(() => {
          unfinished += by
          return Effect.asVoid(unfinished === 0 ? isIdle.open : isIdle.close)
        })
      return DeliveriesInFlight.of({
        starting,
        isIdle,
        waiting: (company) => (company === undefined ? all : (ofCompany.get(company) ?? 0)),
        start: (jobs) =>
          Effect.andThen(
            Effect.sync(() => countWaiting(jobs, 1)),
            countUnfinished(jobs.length),
          ),
        release: (jobs) => Effect.sync(() => countWaiting(jobs, -1)),
        finish: (jobs) => countUnfinished(-jobs.length),
      })
    }),
  )
}
