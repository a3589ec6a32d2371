/**
 * What the contract of the queue and its model begin with: jobs told apart by number, and claims of them.
 */
import * as Effect from "effect/Effect"
import { instant } from "../../src/calendar/instant.ts"
import type { CompanyId } from "../../src/identifiers/company.ts"
import { type ClaimRequest, type Job, type JobId, JobQueue, type NewJob } from "../../src/ports/job-queue.ts"
import { later, storeCompany } from "./stored-examples.ts"

/** How long a claim holds its jobs unless it says otherwise. */
export const leaseMillis = 60_000

/** From 1 on. */
export const numbers = (count: number): ReadonlyArray<number> => Array.from({ length: count }, (_, n) => n + 1)

/** The name of the job that goes by this number. */
export const nameOf = (n: number): string => `job ${n}`

/** The job that goes by this number: due at once, and in no line. */
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

/** The id of the job that goes by this number. */
export const idOf = (jobs: ReadonlyArray<Job>, n: number): JobId => {
  const job = jobs.find(({ name }) => name === nameOf(n))
  if (job === undefined) throw new Error(`${nameOf(n)} was not claimed`)
  return job.id
}

/** Ids by size, where their order says nothing. */
export const ascending = (ids: ReadonlyArray<JobId>): ReadonlyArray<JobId> => ids.toSorted((one, other) => one - other)

/** A company whose work it is. */
export const storeOwner = Effect.map(Effect.suspend(storeCompany), ({ id }) => id)

/** Several of them. */
export const storeCompanies = (count: number) => Effect.forEach(numbers(count), () => storeOwner)

/** Takes turns: the first comes again after the last. */
export const nth = <A>(items: ReadonlyArray<A>, n: number): A => {
  const item = items[n % items.length]
  if (item === undefined) throw new Error("there are none")
  return item
}

/** Claims for a minute, and more jobs than a test has, unless told otherwise. */
export const claim = Effect.fnUntraced(function* (lease: string, overrides: Partial<Omit<ClaimRequest, "lease">> = {}) {
  const jobs = yield* JobQueue
  const { queue = "work", now = later(0), until = instant(now + leaseMillis), limit = 10, capacityOf } = overrides
  return yield* jobs.claim({ queue, lease, now, until, limit, ...(capacityOf === undefined ? {} : { capacityOf }) })
})
