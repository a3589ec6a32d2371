/** Tests of adding and claiming jobs: fields, leases, and who may end them. */

import type { CompanyId } from "@vintem/domain/identifiers"
import { type JobId, JobQueue, type NewJob, queueNames, type Settlement, UnitOfWork } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import fc from "fast-check"
import { describe, expect } from "vitest"
import {
  atOnce,
  claim,
  giveBack,
  idOf,
  type JobQueueStore,
  leaseMillis,
  nameOf,
  namesOf,
  nth,
  numberedJob,
  numbers,
  storeCompanies,
  storeOwner,
} from "./job-queue-examples.ts"
import { addToBoth, claimFromBoth, newModel } from "./job-queue-model.ts"
import { later } from "./stored-examples.ts"

/** Part of `jobQueueContract`. */
export const jobQueueClaims = ({ it, law }: JobQueueStore): void => {
  describe("enqueue", () => {
    it(
      "returns every field of a job as it was added, and counts its claims",
      Effect.gen(function* () {
        const company = yield* storeOwner
        const queue = yield* JobQueue
        const unusual: NewJob = {
          queue: "webhook",
          kind: "Não é 'kind'",
          name: 'o "nome" 🙂',
          company,
          orderingKey: "linha; --",
          dueAt: later(-1),
          payload: '{"a":"\\u0000 ç 🙂 \'",\n "b" : 1.0}\n ',
        }
        const plain = numberedJob(company, 1)
        yield* queue.enqueue([unusual, plain])
        for (const added of [unusual, plain]) {
          const jobs = yield* claim("one", { queue: added.queue })
          expect(jobs).toStrictEqual([{ ...added, id: jobs[0]?.id, claims: 1 }])
          yield* giveBack("one", jobs)
          expect(yield* claim("two", { queue: added.queue })).toStrictEqual(jobs)
        }
      }),
    )

    law(
      "fidelity: a payload is returned to the last character",
      fc.array(fc.json(), { maxLength: 5 }),
      Effect.fnUntraced(function* (payloads) {
        const company = yield* storeOwner
        const queue = yield* JobQueue
        yield* queue.enqueue(payloads.map((payload, n) => numberedJob(company, n, { payload })))
        const jobs = yield* claim("one", { limit: 5 })
        expect(jobs.map(({ payload }) => payload)).toStrictEqual(payloads)
      }),
    )

    it(
      "adds nothing under the name of a company's waiting or held job, and keeps that job unchanged",
      Effect.gen(function* () {
        const company = yield* storeOwner
        const queue = yield* JobQueue
        const job = numberedJob(company, 1)
        const again = { ...job, orderingKey: "another", dueAt: later(-1), payload: "2" }
        yield* queue.enqueue([job, again])
        yield* queue.enqueue([again])
        const jobs = yield* claim("one")
        expect(jobs).toStrictEqual([{ id: jobs[0]?.id, ...job, claims: 1 }])
        yield* queue.enqueue([again])
        expect(yield* claim("two", { now: later(leaseMillis - 1) })).toStrictEqual([])
        yield* queue.settle(company, "one", [{ _tag: "Again", job: idOf(jobs, 1), dueAt: later(1) }])
        yield* queue.enqueue([again])
        expect(namesOf(yield* claim("three", { now: later(1) }))).toStrictEqual(["job 1"])
      }),
    )

    it(
      "isolation: a name belongs to a company, whatever happens to another company's job with that name",
      Effect.gen(function* () {
        const [company, other] = [yield* storeOwner, yield* storeOwner]
        const queue = yield* JobQueue
        const [job, others] = [numberedJob(company, 1), numberedJob(other, 1, { dueAt: later(1) })]
        yield* queue.enqueue([job, others])
        expect(yield* queue.known(other, ["job 1"])).toStrictEqual(["job 1"])
        yield* queue.reschedule(company, "job 1", later(2))
        expect(yield* queue.nextDue).toBe(later(1))
        yield* queue.withdraw(company, ["job 1"])
        expect(yield* queue.known(company, ["job 1"])).toStrictEqual([])
        const jobs = yield* claim("one", { now: later(1) })
        expect(jobs).toStrictEqual([{ id: jobs[0]?.id, ...others, claims: 1 }])
        const id = idOf(jobs, 1)
        expect(yield* queue.settle(company, "one", [{ _tag: "Done", job: id }])).toStrictEqual([id])
        expect(
          yield* queue.settle(other, "one", [{ _tag: "Dead", job: id, reason: "given up", at: later(2) }]),
        ).toStrictEqual([])
        yield* queue.enqueue([job])
        expect(yield* queue.known(company, ["job 1"])).toStrictEqual(["job 1"])
        expect(Option.isSome(yield* queue.revive(id, later(3)))).toBe(true)
      }),
    )

    it(
      "adds the others if one of the names is taken",
      Effect.gen(function* () {
        const company = yield* storeOwner
        const queue = yield* JobQueue
        yield* queue.enqueue([numberedJob(company, 2)])
        yield* queue.enqueue([1, 2, 3].map((n) => numberedJob(company, n)))
        expect(namesOf(yield* claim("one")).toSorted()).toStrictEqual(["job 1", "job 2", "job 3"])
      }),
    )

    it(
      "frees a name when its job is done, given up or withdrawn",
      Effect.gen(function* () {
        const company = yield* storeOwner
        const queue = yield* JobQueue
        const settlements = [
          (job: JobId): Settlement => ({ _tag: "Done", job }),
          (job: JobId): Settlement => ({ _tag: "Dead", job, reason: "given up", at: later(1) }),
        ]
        yield* queue.enqueue([numberedJob(company, 1)])
        const ids = new Set<JobId>()
        for (const [n, settlement] of settlements.entries()) {
          const id = idOf(yield* claim(`lease ${n}`), 1)
          ids.add(id)
          yield* queue.settle(company, `lease ${n}`, [settlement(id)])
          yield* queue.enqueue([numberedJob(company, 1)])
        }
        yield* queue.withdraw(company, ["job 1"])
        yield* queue.enqueue([numberedJob(company, 1)])
        ids.add(idOf(yield* claim("last"), 1))
        expect(ids.size).toBe(3) // no number is used twice
      }),
    )

    it(
      "distinguishes names of 200 characters to the last, with case and spaces",
      Effect.gen(function* () {
        const company = yield* storeOwner
        const queue = yield* JobQueue
        const names = [`${"n".repeat(199)}a`, `${"n".repeat(199)}b`, `${"n".repeat(199)}B`, "nome", "nome ", "Nome"]
        yield* queue.enqueue(names.map((name, n) => numberedJob(company, n, { name })))
        expect(namesOf(yield* claim("one"))).toStrictEqual(names)
      }),
    )

    it(
      "uniqueness: of several callers that add a name concurrently, one succeeds",
      Effect.gen(function* () {
        const company = yield* storeOwner
        const queue = yield* JobQueue
        const { commit } = yield* UnitOfWork
        yield* atOnce(20, () => commit(queue.enqueue([numberedJob(company, 1)])))
        expect(namesOf(yield* claim("one"))).toStrictEqual(["job 1"])
      }),
    )

    it(
      "adds nothing if there is nothing to add",
      Effect.gen(function* () {
        const company = yield* storeOwner
        const queue = yield* JobQueue
        yield* queue.enqueue([])
        yield* queue.withdraw(company, [])
        expect(yield* queue.settle(company, "nobody", [])).toStrictEqual([])
        expect(yield* claim("one")).toStrictEqual([])
        expect(yield* queue.nextDue).toBe(null)
      }),
    )
  })

  describe("claim", () => {
    it(
      "takes no job before it is due",
      Effect.gen(function* () {
        const company = yield* storeOwner
        const queue = yield* JobQueue
        yield* queue.enqueue([numberedJob(company, 1, { dueAt: later(10) })])
        expect(yield* queue.nextDue).toBe(later(10))
        expect(yield* claim("early", { now: later(9) })).toStrictEqual([])
        expect(namesOf(yield* claim("in time", { now: later(10) }))).toStrictEqual(["job 1"])
      }),
    )

    it(
      "gives a job to one claimant at a time, until its lease ends",
      Effect.gen(function* () {
        const company = yield* storeOwner
        const queue = yield* JobQueue
        yield* queue.enqueue([numberedJob(company, 1)])
        yield* claim("one", { until: later(10) })
        expect(yield* queue.nextDue).toBe(later(10))
        expect(yield* claim("two", { now: later(9) })).toStrictEqual([])
        expect(yield* claim("three", { now: later(10), until: later(20) })).toMatchObject([
          { name: "job 1", dueAt: later(0), claims: 2 },
        ])
        expect(yield* queue.nextDue).toBe(later(20))
      }),
    )

    it(
      "uniqueness: concurrent claimants get different jobs",
      Effect.gen(function* () {
        const company = yield* storeOwner
        const queue = yield* JobQueue
        yield* queue.enqueue(numbers(30).map((n) => numberedJob(company, n)))
        const claims = yield* atOnce(20, (n) => claim(`claimant ${n}`, { limit: 3 }))
        expect(namesOf(claims.flat()).toSorted()).toStrictEqual(numbers(30).map(nameOf).toSorted())
      }),
    )

    it(
      "takes the earliest first within a company, and of those due together the one added first",
      Effect.gen(function* () {
        const company = yield* storeOwner
        const queue = yield* JobQueue
        const dueIn = [5, 3, 5, 0, 3]
        yield* queue.enqueue(dueIn.map((millis, n) => numberedJob(company, n, { dueAt: later(millis) })))
        expect(namesOf(yield* claim("one", { now: later(9), limit: 2 }))).toStrictEqual(["job 3", "job 1"])
        expect(namesOf(yield* claim("two", { now: later(9), limit: 9 }))).toStrictEqual(["job 4", "job 0", "job 2"])
      }),
    )

    it(
      "fairness: a company's backlog does not delay another's only job",
      Effect.gen(function* () {
        const [before, busy, behind] = [yield* storeOwner, yield* storeOwner, yield* storeOwner]
        const queue = yield* JobQueue
        yield* queue.enqueue(numbers(300).map((n) => numberedJob(busy, n, { dueAt: later(-1_000 + n) })))
        yield* queue.enqueue([before, behind].map((company, n) => numberedJob(company, 301 + n)))
        expect((yield* claim("one", { limit: 3 })).map(({ company }) => company).toSorted()).toStrictEqual(
          [before, busy, behind].toSorted(),
        )
        expect((yield* claim("two", { limit: 3 })).map(({ company }) => company)).toStrictEqual([busy, busy, busy])
      }),
    )

    it(
      "fairness: if there are more companies than the limit, each gets its turn, although all have a backlog",
      Effect.gen(function* () {
        const companies = yield* storeCompanies(5)
        const queue = yield* JobQueue
        yield* queue.enqueue(
          companies.flatMap((company, at) => numbers(60).map((n) => numberedJob(company, at * 60 + n))),
        )
        for (let round = 0; round < 3; round++) {
          const served = new Set<CompanyId>()
          for (const turn of numbers(3)) {
            const jobs = yield* claim(`round ${round} turn ${turn}`, { limit: 2 })
            expect(jobs).toHaveLength(2)
            for (const { company } of jobs) served.add(company)
          }
          expect(served.size).toBe(5)
        }
      }),
    )

    it(
      "fairness: skips companies with nothing due",
      Effect.gen(function* () {
        const companies = yield* storeCompanies(9)
        const queue = yield* JobQueue
        const busy = nth(companies, 4)
        yield* queue.enqueue(companies.map((company, n) => numberedJob(company, n, { dueAt: later(1_000) })))
        yield* queue.enqueue(numbers(100).map((n) => numberedJob(busy, 10 + n)))
        for (const n of numbers(10)) expect(yield* claim(`lease ${n}`, { limit: 3 })).toHaveLength(3)
      }),
    )

    law(
      "fairness: takes as many jobs of each company as of any other with more left",
      fc.record({
        backlogs: fc.array(fc.nat({ max: 12 }), { minLength: 1, maxLength: 5 }),
        limits: fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 12, size: "max" }),
      }),
      Effect.fnUntraced(function* ({ backlogs, limits }) {
        const companies = yield* storeCompanies(backlogs.length)
        const model = newModel()
        for (const [at, backlog] of backlogs.entries()) {
          for (const n of numbers(backlog)) {
            yield* addToBoth(model, numberedJob(nth(companies, at), at * 100 + n, { dueAt: later(-(n % 4)) }))
          }
        }
        for (const limit of limits) yield* claimFromBoth(model, { limit, millis: 1_000 })
      }),
    )
  })

  describe("isAnyHeld", () => {
    it(
      "is true from a claim until it is settled, given back or ended, in every queue",
      Effect.gen(function* () {
        const company = yield* storeOwner
        const queue = yield* JobQueue
        expect(yield* queue.isAnyHeld(later(0))).toBe(false)
        for (const queueName of queueNames) {
          yield* queue.enqueue([numberedJob(company, 1, { queue: queueName })])
          expect(yield* queue.isAnyHeld(later(0))).toBe(false)
          const held = yield* claim("one", { queue: queueName, until: later(10) })
          expect(yield* queue.isAnyHeld(later(9))).toBe(true)
          expect(yield* queue.isAnyHeld(later(10))).toBe(false)
          yield* giveBack("one", held)
          expect(yield* queue.isAnyHeld(later(0))).toBe(false)
          const id = idOf(yield* claim("two", { queue: queueName, until: later(10) }), 1)
          yield* queue.settle(company, "two", [{ _tag: "Dead", job: id, reason: "given up", at: later(1) }])
          expect(yield* queue.isAnyHeld(later(1))).toBe(false)
        }
      }),
    )
  })

  describe("endLeases", () => {
    it(
      "frees held jobs at once, in every queue and first of their ordering key, and changes nothing else",
      Effect.gen(function* () {
        const company = yield* storeOwner
        const queue = yield* JobQueue
        for (const [at, queueName] of queueNames.entries()) {
          const numbered = (n: number, overrides: Partial<NewJob> = {}) =>
            numberedJob(company, 10 * at + n, { queue: queueName, ...overrides })
          yield* queue.enqueue([
            numbered(1),
            numbered(2, { orderingKey: queueName }),
            numbered(3, { orderingKey: queueName }),
          ])
          yield* queue.enqueue([numbered(4, { dueAt: later(1) })])
          expect(namesOf(yield* claim("dead", { queue: queueName }))).toStrictEqual(
            [1, 2].map((n) => nameOf(10 * at + n)),
          )
        }
        expect(yield* queue.nextDue).toBe(later(1))
        expect(yield* queue.endLeases).toBe(2 * queueNames.length)
        expect(yield* queue.nextDue).toBe(later(0))
        expect(yield* queue.isAnyHeld(later(0))).toBe(false)
        for (const [at, queueName] of queueNames.entries()) {
          const jobs = yield* claim("alive", { queue: queueName })
          // The job behind another one of its ordering key still waits. Jobs that were not held keep their count of
          // claims.
          expect(jobs.map(({ name, claims }) => [name, claims])).toStrictEqual(
            [1, 2].map((n) => [nameOf(10 * at + n), 2]),
          )
          expect(yield* queue.settle(company, "dead", [{ _tag: "Done", job: idOf(jobs, 10 * at + 1) }])).toStrictEqual([
            idOf(jobs, 10 * at + 1),
          ])
        }
      }),
    )

    it(
      "counts nothing if nothing is held, and is rolled back with the unit around it",
      Effect.gen(function* () {
        const company = yield* storeOwner
        const queue = yield* JobQueue
        const { commit } = yield* UnitOfWork
        yield* queue.enqueue([numberedJob(company, 1)])
        expect(yield* queue.endLeases).toBe(0)
        yield* claim("one")
        yield* Effect.exit(commit(Effect.andThen(queue.endLeases, Effect.fail("given up"))))
        expect(yield* claim("two")).toStrictEqual([])
      }),
    )
  })
}
