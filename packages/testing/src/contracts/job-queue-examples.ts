/** Examples for the queue's contract and its model: jobs by number, and claims of them. */

import { type Instant, instant } from "@vintem/domain/calendar"
import type { CompanyId } from "@vintem/domain/identifiers"
import {
  type ClaimRequest,
  type CompanyRepository,
  type DeadJob,
  type Job,
  type JobId,
  JobQueue,
  type NewJob,
  type Settlement,
  type UnitOfWork,
} from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import { expect } from "vitest"
import type { onFreshStore } from "./on-fresh-store.ts"
import { later, storeCompany } from "./stored-examples.ts"

/** The default lease of a claim. */
export const leaseMillis = 60_000

/** From 1 on. */
export const numbers = (count: number): ReadonlyArray<number> => Array.from({ length: count }, (_, n) => n + 1)

/** The name of the job with this number. */
export const nameOf = (n: number): string => `job ${n}`

/** The job with this number: due at once, and without an ordering key. */
export const numberedJob = (company: CompanyId, n: number, overrides: Partial<NewJob> = {}): NewJob => ({
  queue: "work",
  kind: "example",
  name: nameOf(n),
  company,
  orderingKey: null,
  dueAt: later(0),
  payload: `{"n":${n}}`,
  ...overrides,
})

/** Their names, in their order. */
export const namesOf = (jobs: ReadonlyArray<Job>): ReadonlyArray<string> => jobs.map(({ name }) => name)

/** The id of the job with this number. */
export const idOf = (jobs: ReadonlyArray<Job>, n: number): JobId => {
  const job = jobs.find(({ name }) => name === nameOf(n))
  if (job === undefined) throw new Error(`${nameOf(n)} was not claimed`)
  return job.id
}

/** Sorted ids, if their order does not matter. */
export const ascending = (ids: ReadonlyArray<JobId>): ReadonlyArray<JobId> => ids.toSorted((one, other) => one - other)

/** A company with jobs. */
export const storeOwner = Effect.map(Effect.suspend(storeCompany), ({ id }) => id)

/** Several companies with jobs. */
export const storeCompanies = (count: number) => Effect.forEach(numbers(count), () => storeOwner)

/** Cycles through the items. */
export const nth = <A>(items: ReadonlyArray<A>, n: number): A => {
  const item = items[n % items.length]
  if (item === undefined) throw new Error("there are none")
  return item
}

/** Claims for a minute, with a limit above any test's number of jobs, unless overridden. */
export const claim = Effect.fnUntraced(function* (lease: string, overrides: Partial<Omit<ClaimRequest, "lease">> = {}) {
  const jobs = yield* JobQueue
  const { queue = "work", now = later(0), until = instant(now + leaseMillis), limit = 10, capacityOf } = overrides
  return yield* jobs.claim({ queue, lease, now, until, limit, ...(capacityOf === undefined ? {} : { capacityOf }) })
})

/** Tests and laws, each with its own queue. */
export type JobQueueStore = ReturnType<typeof onFreshStore<JobQueue | CompanyRepository | UnitOfWork>>

/** Adds the job with this number, and gives it up. */
export const giveUp = Effect.fnUntraced(function* (company: CompanyId, n: number, at: Instant) {
  const queue = yield* JobQueue
  const lease = `for ${n} until ${at}`
  const job = numberedJob(company, n)
  yield* queue.enqueue([job])
  const id = idOf(yield* claim(lease), n)
  const reason = `Não deu: '${n}'`
  yield* queue.settle(company, lease, [{ _tag: "Dead", job: id, reason, at }])
  const dead: DeadJob = { id, ...job, claims: 1, reason, diedAt: at }
  return dead
})

/** Settles a job as done. */
export const done = ({ id: job }: Job): Settlement => ({ _tag: "Done", job })

/** Settles jobs of a lease, of any company. @returns the lost ones */
export const settleClaimed = Effect.fnUntraced(function* (
  lease: string,
  jobs: ReadonlyArray<Job>,
  settlementOf: (job: Job) => Settlement,
) {
  const queue = yield* JobQueue
  const companies = [...Map.groupBy(jobs, ({ company }) => company)]
  const lost = yield* Effect.forEach(companies, ([company, own]) => queue.settle(company, lease, own.map(settlementOf)))
  return lost.flat()
})

/** Makes claimed jobs free again at once. */
export const giveBack = Effect.fnUntraced(function* (lease: string, jobs: ReadonlyArray<Job>) {
  expect(yield* settleClaimed(lease, jobs, ({ id: job, dueAt }) => ({ _tag: "Again", job, dueAt }))).toStrictEqual([])
})

/** Settles the first as done, the second as again, the third as dead, the fourth as retry, and so on. */
export const everyFate = (jobs: ReadonlyArray<Job>): ReadonlyArray<Settlement> =>
  jobs.map(({ id: job }, at) => {
    const outcomes: ReadonlyArray<Settlement> = [
      { _tag: "Done", job },
      { _tag: "Again", job, dueAt: later(15) },
      { _tag: "Dead", job, reason: "given up", at: later(5) },
      { _tag: "Retry", job, dueAt: later(15) },
    ]
    return nth(outcomes, at)
  })

/** Runs `count` numbered effects concurrently. */
export const atOnce = <A, E, R>(count: number, make: (n: number) => Effect.Effect<A, E, R>) =>
  Effect.forEach(numbers(count), make, { concurrency: "unbounded" })
