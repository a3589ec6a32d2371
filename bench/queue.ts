/**
 * How many jobs a second are done in batches, compared with one commit per job?
 *
 * Measured twice, on an SQLite file with `synchronous=FULL`. First the queue alone, through its port: fifty jobs
 * claimed in one commit and completed in another, compared with a commit for each claim and each completion. Then the
 * service's own way (`runDueJobs`). Its jobs here record orders without a payment as abandoned: each reads its order,
 * and in one unit completes and records the change. The service claims fifty jobs and runs them concurrently, and group
 * commit makes one transaction of their units; the baseline is this code with a queue that hands out one job at a time.
 *
 * After each round there may be no job left, and every order has to be abandoned.
 */

import { join } from "node:path"
import { SqliteStorage } from "@vintem/adapters"
import { runDueJobs } from "@vintem/application"
import { instant } from "@vintem/domain/calendar"
import { Identifiers, JobQueue } from "@vintem/domain/ports"
import { Clock, Duration, Effect } from "effect"
import { effectInDataFolder } from "./harness/data-folder.ts"
import { median } from "./harness/median.ts"
import { orShort } from "./harness/or-short.ts"
import { addJobs, addOrdersWithJobs, addParties } from "./load/due-jobs.ts"
import { workingService } from "./load/working-service.ts"

const rounds = orShort(7, 1)
const batchSize = 50
const leaseMillis = 60_000

/** Batches have to reach this many times the jobs with one commit each. */
const target = 5

export const queue = (): Promise<void> =>
  effectInDataFolder((folder) => measure.pipe(Effect.provide(workingService(join(folder, "vintem.db")))))

const measure = Effect.gen(function* () {
  const parties = yield* addParties
  yield* compare("the queue alone", {
    jobs: 1_000,
    add: (from, count) => addJobs(parties, from, count),
    batches: claimAndSettle(batchSize),
    oneByOne: claimAndSettle(1),
    isDone: noJobLeft,
  })
  yield* compare("runDueJobs", {
    jobs: 500,
    add: (from, count) => addOrdersWithJobs(parties, from, count),
    batches: runDueJobs(),
    oneByOne: oneJobAtATime(runDueJobs()),
    isDone: Effect.andThen(noJobLeft, everyOrderAbandoned),
  })
})

interface Question<E, R> {
  /** The jobs of a round. */
  readonly jobs: number
  /** Adds `count` due jobs, numbered from `from` on. */
  readonly add: (from: number, count: number) => Effect.Effect<void, E, R>
  /** Each runs some of the jobs, and returns how many. */
  readonly batches: Effect.Effect<number, E, R>
  readonly oneByOne: Effect.Effect<number, E, R>
  /** Fails if jobs that were done left no trace. */
  readonly isDone: Effect.Effect<void, never, SqliteStorage.SqliteDatabase>
}

/** The ways take turns, each round with its own jobs, after one that does not count. */
const compare = Effect.fnUntraced(function* <E, R>(name: string, { jobs, add, isDone, ...ways }: Question<E, R>) {
  const contestant = (way: string, work: Effect.Effect<number, E, R>) => {
    const results: Array<number> = []
    return { way, work, results }
  }
  const contestants = [contestant("in batches", ways.batches), contestant("one by one", ways.oneByOne)]
  let added = 0
  for (let round = 0; round <= rounds; round += 1) {
    for (const { work, results } of contestants) {
      yield* add(added, jobs)
      added += jobs
      const [taken] = yield* Effect.timed(workOff(work, jobs))
      yield* isDone
      if (round > 0) results.push((jobs / Duration.toMillis(taken)) * 1_000)
    }
  }
  console.log(name)
  const [batched = Number.NaN, single = Number.NaN] = contestants.map(({ way, results }) => {
    const perSecond = median(results)
    console.log(`  ${way}  ${perSecond.toFixed(0).padStart(6)} jobs/s`)
    return perSecond
  })
  console.log(`  ${(batched / single).toFixed(1)} times the jobs of one commit each (target ${target})\n`)
})

const workOff = Effect.fnUntraced(function* <E, R>(work: Effect.Effect<number, E, R>, jobs: number) {
  let done = 0
  while (done < jobs) {
    const count = yield* work
    if (count === 0) return yield* Effect.die(new Error(`There were ${jobs} jobs, and only ${done} to be had.`))
    done += count
  }
})

const claimAndSettle = Effect.fnUntraced(function* (limit: number) {
  const jobs = yield* JobQueue
  const { lease: newLease } = yield* Identifiers
  const lease = yield* newLease
  const now = instant(yield* Clock.currentTimeMillis)
  const claimed = yield* jobs.claim({ queue: "work", lease, now, until: instant(now + leaseMillis), limit })
  for (const [company, own] of Map.groupBy(claimed, (job) => job.company)) {
    yield* jobs.settle(
      company,
      lease,
      own.map(({ id }) => ({ _tag: "Done", job: id })),
    )
  }
  return claimed.length
})

const oneJobAtATime = Effect.updateService(JobQueue, (jobs) =>
  JobQueue.of({ ...jobs, claim: (request) => jobs.claim({ ...request, limit: 1 }) }),
)

const count = Effect.fnUntraced(function* (rows: string) {
  const { raw } = yield* SqliteStorage.SqliteDatabase
  return raw.prepare<unknown[], number>(`select count(*) from ${rows}`).pluck().get() ?? 0
})

const noJobLeft = Effect.gen(function* () {
  const left = yield* count("job")
  if (left > 0) return yield* Effect.die(new Error(`${left} jobs were left.`))
})

const everyOrderAbandoned = Effect.gen(function* () {
  const orders = yield* count("orders")
  const abandoned = yield* count("order_event where type = 'OrderAbandoned'")
  if (abandoned !== orders) return yield* Effect.die(new Error(`${abandoned} of ${orders} orders were abandoned.`))
})
