/** Tests which jobs a claim takes: their queue, their companies, and their order. */

import type { CompanyId } from "@vintem/domain/identifiers"
import { type JobId, JobQueue, queueNames } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import { describe, expect } from "vitest"
import {
  claim,
  done,
  giveBack,
  idOf,
  type JobQueueStore,
  leaseMillis,
  nameOf,
  namesOf,
  numberedJob,
  numbers,
  settleClaimed,
  storeCompanies,
  storeOwner,
} from "./job-queue-examples.ts"
import { later, wholeList } from "./stored-examples.ts"

/** Part of `jobQueueContract`. */
export const jobQueueChoice = ({ it }: JobQueueStore): void => {
  describe("queue", () => {
    it(
      "has its own claims: a claim of one queue gets no job of another",
      Effect.gen(function* () {
        const company = yield* storeOwner
        const queue = yield* JobQueue
        yield* queue.enqueue(
          queueNames.flatMap((queueName, at) =>
            [1, 2].map((n) => numberedJob(company, 2 * at + n, { queue: queueName })),
          ),
        )
        for (const [at, queueName] of queueNames.entries()) {
          const jobs = yield* claim(`lease ${at}`, { queue: queueName })
          expect(namesOf(jobs)).toStrictEqual([1, 2].map((n) => nameOf(2 * at + n)))
          expect(new Set(jobs.map((job) => job.queue))).toStrictEqual(new Set([queueName]))
          expect(yield* claim(`again ${at}`, { queue: queueName })).toStrictEqual([])
        }
      }),
    )

    it(
      "keeps its jobs while they are postponed, given up and revived",
      Effect.gen(function* () {
        const company = yield* storeOwner
        const queue = yield* JobQueue
        yield* queue.enqueue([numberedJob(company, 1, { queue: "webhook" })])
        const id = idOf(yield* claim("one", { queue: "webhook" }), 1)
        yield* queue.settle(company, "one", [{ _tag: "Again", job: id, dueAt: later(1) }])
        expect(yield* claim("work", { now: later(1) })).toStrictEqual([])
        yield* claim("two", { queue: "webhook", now: later(1) })
        yield* queue.settle(company, "two", [{ _tag: "Dead", job: id, reason: "given up", at: later(2) }])
        expect((yield* queue.dead(wholeList)).entries).toMatchObject([{ name: "job 1", queue: "webhook" }])
        yield* queue.revive(id, later(3))
        expect(yield* claim("work again", { now: later(3) })).toStrictEqual([])
        expect(namesOf(yield* claim("three", { queue: "webhook", now: later(3) }))).toStrictEqual(["job 1"])
      }),
    )

    it(
      "says when its next job is due; without a queue, the earliest of all is returned",
      Effect.gen(function* () {
        const company = yield* storeOwner
        const queue = yield* JobQueue
        const dues = Effect.all([queue.nextDueIn("work"), queue.nextDueIn("webhook"), queue.nextDue])
        expect(yield* dues).toStrictEqual([null, null, null])
        yield* queue.enqueue([numberedJob(company, 1, { queue: "webhook", dueAt: later(10) })])
        expect(yield* dues).toStrictEqual([null, later(10), later(10)])
        yield* queue.enqueue([numberedJob(company, 2, { dueAt: later(20) })])
        expect(yield* dues).toStrictEqual([later(20), later(10), later(10)])
        yield* claim("one", { queue: "webhook", now: later(10), until: later(30) })
        expect(yield* dues).toStrictEqual([later(20), later(30), later(20)])
        yield* queue.withdraw(company, [nameOf(2)])
        expect(yield* dues).toStrictEqual([null, later(30), later(30)])
      }),
    )

    it(
      "shares its names: a name that waits in one queue is not added in another",
      Effect.gen(function* () {
        const company = yield* storeOwner
        const queue = yield* JobQueue
        yield* queue.enqueue([numberedJob(company, 1, { queue: "webhook" })])
        yield* queue.enqueue([numberedJob(company, 1)])
        expect(yield* queue.known(company, [nameOf(1)])).toStrictEqual([nameOf(1)])
        expect(yield* claim("one")).toStrictEqual([])
        expect(namesOf(yield* claim("two", { queue: "webhook" }))).toStrictEqual(["job 1"])
      }),
    )

    it(
      "fairness: has its own round robin, whatever is claimed of another queue",
      Effect.gen(function* () {
        const companies = yield* storeCompanies(4)
        const queue = yield* JobQueue
        for (const [at, queueName] of queueNames.entries()) {
          yield* queue.enqueue(
            companies.flatMap((company, n) =>
              numbers(60).map((m) => numberedJob(company, 1_000 * at + 100 * n + m, { queue: queueName })),
            ),
          )
        }
        const served = new Map(queueNames.map((name) => [name, new Set<CompanyId>()]))
        for (const round of numbers(2)) {
          for (const queueName of queueNames) {
            const jobs = yield* claim(`${queueName} ${round}`, { queue: queueName, limit: 2 })
            for (const { company } of jobs) served.get(queueName)?.add(company)
          }
        }
        expect(Array.from(served.values(), ({ size }) => size)).toStrictEqual([4, 4])
      }),
    )
  })

  describe("capacity", () => {
    it(
      "limits the jobs of a company; without capacity, none is taken",
      Effect.gen(function* () {
        const [narrow, full, wide] = [yield* storeOwner, yield* storeOwner, yield* storeOwner]
        const queue = yield* JobQueue
        for (const [at, company] of [narrow, full, wide].entries()) {
          yield* queue.enqueue(numbers(5).map((n) => numberedJob(company, 10 * at + n)))
        }
        const capacities = new Map([
          [narrow, 2],
          [full, 0],
          [wide, 9],
        ])
        const capacityOf = (company: CompanyId) => capacities.get(company) ?? 0
        const jobs = yield* claim("one", { limit: 20, capacityOf })
        expect(namesOf(jobs).toSorted()).toStrictEqual([1, 2, 21, 22, 23, 24, 25].map(nameOf).toSorted())
        expect(namesOf(yield* claim("two", { limit: 20 })).toSorted()).toStrictEqual(
          [3, 4, 5, 11, 12, 13, 14, 15].map(nameOf).toSorted(),
        )
      }),
    )

    it(
      "counts jobs with an ended lease like jobs that were never claimed",
      Effect.gen(function* () {
        const [narrow, wide] = [yield* storeOwner, yield* storeOwner]
        const queue = yield* JobQueue
        const add = (some: ReadonlyArray<number>) =>
          queue.enqueue(some.map((n) => numberedJob(n % 2 === 0 ? wide : narrow, n)))
        yield* add([1, 2, 3, 4])
        expect(yield* claim("dead", { until: later(10) })).toHaveLength(4)
        yield* add([5, 6, 7, 8])
        const capacityOf = (company: CompanyId) => (company === narrow ? 1 : 3)
        const jobs = yield* claim("one", { limit: 20, capacityOf, now: later(10), until: later(20) })
        expect(jobs.map(({ company }) => company).toSorted((some, other) => some - other)).toStrictEqual([
          narrow,
          wide,
          wide,
          wide,
        ])
        expect(yield* claim("two", { limit: 20, now: later(10), until: later(20) })).toHaveLength(4)
      }),
    )

    it(
      "fairness: a company without capacity delays nobody, however many of its leases ended earlier",
      Effect.gen(function* () {
        const [stuck, busy, other] = [yield* storeOwner, yield* storeOwner, yield* storeOwner]
        const queue = yield* JobQueue
        yield* queue.enqueue(numbers(100).map((n) => numberedJob(stuck, n)))
        yield* queue.enqueue([numberedJob(other, 101)])
        expect(yield* claim("dead", { limit: 200, until: later(10) })).toHaveLength(101)
        yield* queue.enqueue(numbers(5).map((n) => numberedJob(busy, 200 + n)))
        const capacityOf = (company: CompanyId) => (company === stuck ? 0 : 9)
        const now = later(10)
        const two = [
          ...(yield* claim("one", { limit: 1, capacityOf, now, until: later(20) })),
          ...(yield* claim("two", { limit: 1, capacityOf, now, until: later(20) })),
        ]
        expect(two.map(({ company }) => company).toSorted((one, another) => one - another)).toStrictEqual([busy, other])
      }),
    )

    it(
      "fairness: a company without capacity delays nobody, however many of its jobs were due earlier",
      Effect.gen(function* () {
        const [stuck, other] = [yield* storeOwner, yield* storeOwner]
        const queue = yield* JobQueue
        yield* queue.enqueue(numbers(100).map((n) => numberedJob(stuck, n, { dueAt: later(-n) })))
        yield* queue.enqueue([numberedJob(other, 101)])
        const capacityOf = (company: CompanyId) => (company === stuck ? 0 : 1)
        expect(namesOf(yield* claim("one", { limit: 2, capacityOf }))).toStrictEqual([nameOf(101)])
        expect(yield* claim("two", { limit: 2, capacityOf: () => 0 })).toStrictEqual([])
        expect(yield* claim("three", { limit: 2 })).toHaveLength(2)
      }),
    )
  })

  describe("ordering key", () => {
    it(
      "allows only its first job to be claimed, however late that is due",
      Effect.gen(function* () {
        const company = yield* storeOwner
        const queue = yield* JobQueue
        yield* queue.enqueue([
          numberedJob(company, 1, { orderingKey: "a", dueAt: later(10) }),
          numberedJob(company, 2, { orderingKey: "a", dueAt: later(0) }),
          numberedJob(company, 3, { orderingKey: "a", dueAt: later(0) }),
        ])
        expect(yield* queue.nextDue).toBe(later(10))
        expect(yield* claim("early")).toStrictEqual([])
        for (const n of [1, 2, 3]) {
          const jobs = yield* claim(`lease ${n}`, { now: later(10) })
          expect(namesOf(jobs)).toStrictEqual([nameOf(n)])
          expect(yield* claim(`beside ${n}`, { now: later(11) })).toStrictEqual([])
          yield* queue.settle(company, `lease ${n}`, [{ _tag: "Done", job: idOf(jobs, n) }])
        }
      }),
    )

    it(
      "belongs to a company: the same key of another company delays nothing",
      Effect.gen(function* () {
        const [company, other] = [yield* storeOwner, yield* storeOwner]
        const queue = yield* JobQueue
        const both = [company, other]
        const names = [nameOf(1), nameOf(1)]
        for (const n of [1, 2]) yield* queue.enqueue(both.map((one) => numberedJob(one, n, { orderingKey: "a" })))
        const first = yield* claim("first")
        expect(namesOf(first)).toStrictEqual(names)
        expect(yield* queue.settle(company, "first", first.map(done))).toStrictEqual(
          first.filter((job) => job.company === other).map(({ id }) => id),
        )
        expect((yield* claim("second")).map((job) => [job.company, job.name])).toStrictEqual([[company, nameOf(2)]])
      }),
    )

    it(
      "delays neither another key nor jobs without one",
      Effect.gen(function* () {
        const company = yield* storeOwner
        const queue = yield* JobQueue
        const keys = ["a", "a", "A", "a ", null, null]
        yield* queue.enqueue(keys.map((orderingKey, n) => numberedJob(company, n, { orderingKey })))
        expect(namesOf(yield* claim("one"))).toStrictEqual(["job 0", "job 2", "job 3", "job 4", "job 5"])
        expect(yield* claim("two")).toStrictEqual([])
      }),
    )

    it(
      "keeps the place of a job that is done again, given back or whose lease ended",
      Effect.gen(function* () {
        const company = yield* storeOwner
        const queue = yield* JobQueue
        yield* queue.enqueue([1, 2].map((n) => numberedJob(company, n, { orderingKey: "a" })))
        const first = idOf(yield* claim("one"), 1)
        yield* queue.settle(company, "one", [{ _tag: "Again", job: first, dueAt: later(10) }])
        expect(yield* queue.nextDue).toBe(later(10))
        expect(yield* claim("early", { now: later(9) })).toStrictEqual([])
        expect(namesOf(yield* claim("two", { now: later(10), until: later(20) }))).toStrictEqual(["job 1"])
        const third = yield* claim("three", { now: later(20), until: later(30) })
        expect(namesOf(third)).toStrictEqual(["job 1"])
        yield* giveBack("three", third)
        expect(namesOf(yield* claim("four", { now: later(20) }))).toStrictEqual(["job 1"])
      }),
    )

    it(
      "allows the next job if the first is given up or withdrawn, held or not",
      Effect.gen(function* () {
        const company = yield* storeOwner
        const queue = yield* JobQueue
        yield* queue.enqueue([1, 2, 3, 4].map((n) => numberedJob(company, n, { orderingKey: "a" })))
        const first = idOf(yield* claim("one"), 1)
        yield* queue.settle(company, "one", [{ _tag: "Dead", job: first, reason: "given up", at: later(1) }])
        yield* queue.withdraw(company, [nameOf(2)])
        expect(namesOf(yield* claim("three"))).toStrictEqual(["job 3"])
        yield* queue.withdraw(company, [nameOf(3)])
        expect(namesOf(yield* claim("four"))).toStrictEqual(["job 4"])
      }),
    )

    it(
      "keeps its order if one in the middle is withdrawn, and starts again after it was empty",
      Effect.gen(function* () {
        const company = yield* storeOwner
        const queue = yield* JobQueue
        yield* queue.enqueue([1, 2, 3].map((n) => numberedJob(company, n, { orderingKey: "a" })))
        yield* queue.withdraw(company, [nameOf(2)])
        for (const n of [1, 3]) yield* doNext(n)
        yield* queue.enqueue([4, 5].map((n) => numberedJob(company, n, { orderingKey: "a" })))
        for (const n of [4, 5]) yield* doNext(n)
      }),
    )

    it(
      "gives a revived job its old place, and makes it wait for a later one that is running",
      Effect.gen(function* () {
        const company = yield* storeOwner
        const queue = yield* JobQueue
        yield* queue.enqueue([1, 2, 3, 4].map((n) => numberedJob(company, n, { orderingKey: "a" })))
        const ids: Array<JobId> = []
        for (const n of [1, 2]) {
          const id = idOf(yield* claim(`lease ${n}`), n)
          yield* queue.settle(company, `lease ${n}`, [{ _tag: "Dead", job: id, reason: "given up", at: later(n) }])
          ids.push(id)
        }
        for (const id of ids.slice(1)) yield* queue.revive(id, later(0))
        yield* doNext(2)
        const third = idOf(yield* claim("third"), 3)
        for (const id of ids.slice(0, 1)) yield* queue.revive(id, later(0))
        expect(yield* queue.nextDue).toBe(later(leaseMillis))
        expect(yield* claim("beside the third")).toStrictEqual([])
        expect(yield* queue.settle(company, "third", [{ _tag: "Done", job: third }])).toStrictEqual([])
        for (const n of [1, 4]) yield* doNext(n)
      }),
    )
  })
}

/** Does the job with this number, which must be the only one that can be claimed. */
const doNext = Effect.fnUntraced(function* (n: number) {
  const jobs = yield* claim(`for ${n}`)
  expect(namesOf(jobs)).toStrictEqual([nameOf(n)])
  expect(yield* settleClaimed(`for ${n}`, jobs, done)).toStrictEqual([])
})
