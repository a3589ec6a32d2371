/**
 * How many renewals a second does the queue make, compared with single orders, one use case after the other?
 *
 * Five hundred subscribers are charged every day by card. A round moves the clock forward by a day and runs the queue
 * until it is empty. Each renewal is found and claimed, decided, placed and committed with the end of its job, charged,
 * and its outcome committed with the subscription and the next day's job. The baseline is as many single orders by card
 * through `placeSingleOrder`, with as many in flight as `runDueJobs` runs: a hundred. Both use one acquirer, one file,
 * `synchronous=FULL`, and no HTTP.
 *
 * After each round every subscriber has to be paid through the day, by one order for each.
 */

import { join } from "node:path"
import { SqliteStorage } from "@vintem/adapters"
import { runDueJobs } from "@vintem/application"
import { CompanyRepository } from "@vintem/domain/ports"
import { Duration, Effect, Layer, Option } from "effect"
import { effectInDataFolder } from "./harness/data-folder.ts"
import { median } from "./harness/median.ts"
import { orShort } from "./harness/or-short.ts"
import { addParties } from "./load/due-jobs.ts"
import { movedClock } from "./load/moved-clock.ts"
import { addPlan, placeOrders, subscribe } from "./load/subscribers.ts"
import { workingService } from "./load/working-service.ts"

const rounds = orShort(9, 1)
const subscribers = orShort(500, 100)
/** The concurrency of `runDueJobs`. */
const together = 100
const dayMillis = 86_400_000

/** The renewals' target as a share of the single orders a second. */
const target = 0.5

export const renewals = (): Promise<void> =>
  effectInDataFolder((folder) => {
    const clock = movedClock()
    return measure(clock.advance).pipe(
      Effect.provide(Layer.provideMerge(workingService(join(folder, "vintem.db")), clock.layer)),
    )
  })

const measure = Effect.fnUntraced(function* (advance: (millis: number) => void) {
  const companies = yield* CompanyRepository
  const { company: id } = yield* addParties
  const company = Option.getOrThrow(yield* companies.find(id))
  yield* addPlan(company)
  yield* subscribe(company, subscribers)
  const renewed: Array<number> = []
  const placed: Array<number> = []
  for (let round = 0; round <= rounds; round += 1) {
    advance(dayMillis)
    const [renewing] = yield* Effect.timed(workOff)
    yield* requirePaid(round + 2)
    const [placing] = yield* Effect.timed(placeOrders(company, subscribers, together))
    if (round === 0) continue
    renewed.push(perSecond(renewing))
    placed.push(perSecond(placing))
  }
  console.log(`  renewals      ${median(renewed).toFixed(0).padStart(6)} /s`)
  console.log(`  single orders ${median(placed).toFixed(0).padStart(6)} /s`)
  console.log(`  ${(median(renewed) / median(placed)).toFixed(2)} of the single orders (target ${target})`)
})

const perSecond = (taken: Duration.Duration): number => (subscribers / Duration.toMillis(taken)) * 1_000

const workOff = Effect.repeat(runDueJobs(), { until: (count) => count === 0 })

/** Fails if a subscriber was forgotten, or charged twice. */
const requirePaid = Effect.fnUntraced(function* (periods: number) {
  const { raw } = yield* SqliteStorage.SqliteDatabase
  const count = (rows: string) => raw.prepare<unknown[], number>(`select count(*) from ${rows}`).pluck().get() ?? 0
  const paid = count(`subscription where progress ->> 'paidPeriods' = ${periods} and status = 'active'`)
  const charged = count("orders where details ->> 'origin' = 'subscription' and status = 'paid'")
  if (paid !== subscribers) {
    return yield* Effect.die(new Error(`${paid} of ${subscribers} subscribers are paid through period ${periods}.`))
  }
  if (charged !== subscribers * (periods - 1)) {
    return yield* Effect.die(new Error(`${charged} renewals were paid in ${periods - 1} days.`))
  }
})
