/**
 * The deliveries that a process is making, and the places they take.
 */
import type { CompanyId, Job } from "@vintem/domain"
import { Context, Effect, Latch, Layer, Semaphore } from "effect"

export class WebhookRoom extends Context.Service<
  WebhookRoom,
  {
    /** While it is held, nothing new is begun. */
    readonly gate: Semaphore.Semaphore
    /** Open while nothing is on its way and everything that came back is recorded. */
    readonly isEmpty: Latch.Latch
    /** How many places are taken: by a company, or by all where none is given. */
    readonly taken: (company?: CompanyId) => number
    /** Takes a place for each of these deliveries. */
    readonly enter: (jobs: ReadonlyArray<Job>) => Effect.Effect<void>
    /** Gives their places to others, while they are yet to be recorded. */
    readonly makeWay: (jobs: ReadonlyArray<Job>) => Effect.Effect<void>
    /** They made way, and there is nothing left to be done for them. */
    readonly leave: (jobs: ReadonlyArray<Job>) => Effect.Effect<void>
  }
>()("@vintem/application/WebhookRoom") {
  static readonly layer = Layer.effect(
    WebhookRoom,
    Effect.gen(function* () {
      const gate = yield* Semaphore.make(1)
      const isEmpty = yield* Latch.make(true)
      const ofCompany = new Map<CompanyId, number>()
      let places = 0
      let unfinished = 0
      const take = (jobs: ReadonlyArray<Job>, by: 1 | -1): void => {
        places += by * jobs.length
        for (const { company } of jobs) {
          const left = (ofCompany.get(company) ?? 0) + by
          if (left === 0) ofCompany.delete(company)
          else ofCompany.set(company, left)
        }
      }
      const count = (by: number) =>
        Effect.suspend(() => {
          unfinished += by
          return Effect.asVoid(unfinished === 0 ? isEmpty.open : isEmpty.close)
        })
      return WebhookRoom.of({
        gate,
        isEmpty,
        taken: (company) => (company === undefined ? places : (ofCompany.get(company) ?? 0)),
        enter: (jobs) =>
          Effect.andThen(
            Effect.sync(() => take(jobs, 1)),
            count(jobs.length),
          ),
        makeWay: (jobs) => Effect.sync(() => take(jobs, -1)),
        leave: (jobs) => count(-jobs.length),
      })
    }),
  )
}
