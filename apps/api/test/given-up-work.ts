/** Background work that a service under test gave up. */
import { instant } from "@vintem/domain/calendar"
import { CompanyId } from "@vintem/domain/identifiers"
import { JobQueue } from "@vintem/domain/ports"
import { Clock, Effect } from "effect"
import type { ServiceUnderTest } from "./service-under-test.ts"

/** Adds a company's job, and gives it up. @returns its id */
export const giveUpIn = (service: ServiceUnderTest) => (company: number, name: string) =>
  service.run(
    Effect.gen(function* () {
      const queue = yield* JobQueue
      const now = instant(yield* Clock.currentTimeMillis)
      yield* queue.enqueue([
        {
          queue: "work",
          kind: "ExpireInstrument",
          name,
          company: CompanyId.make(company),
          orderingKey: null,
          dueAt: now,
          payload: '{"order":"1M7YJD5YY14CE9K","attempt":1}',
        },
      ])
      const claimed = yield* queue.claim({ queue: "work", lease: name, now, until: instant(now + 1), limit: 100 })
      const job = claimed.find((one) => one.name === name)
      if (job === undefined) return yield* Effect.die("the job was not claimed")
      yield* queue.settle(job.company, name, [{ _tag: "Dead", job: job.id, reason: "Failed 10 times", at: now }])
      return job.id
    }),
  )
