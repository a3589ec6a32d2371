/**
 * What every queue of jobs promises.
 *
 * The laws play generated histories on the queue and on a model of it (job-queue-model.ts), and compare the two after every step.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import fc from "fast-check"
import { describe, expect } from "vitest"
import { type Instant, instant } from "../../src/calendar/instant.ts"
import type { CompanyId } from "../../src/identifiers/company.ts"
import { CompanyRepository } from "../../src/ports/company-repository.ts"
import {
  type DeadJob,
  type Job,
  type JobId,
  JobQueue,
  type NewJob,
  queueNames,
  type Settlement,
} from "../../src/ports/job-queue.ts"
import { UnitOfWork } from "../../src/ports/unit-of-work.ts"
import {
  ascending,
  claim,
  idOf,
  leaseMillis,
  nameOf,
  namesOf,
  nth,
  numberedJob,
  numbers,
  storeCompanies,
  storeOwner,
} from "./job-queue-examples.ts"
import { addToBoth, claimFromBoth, drainBoth, expectSame, modelSteps, newModel, playOnBoth } from "./job-queue-model.ts"
import { onFreshStore } from "./on-fresh-store.ts"
import { exampleCompany, later, page, storeCompany, wholeList } from "./stored-examples.ts"

/** @param layer - a queue of its own, and empty, in every build; one unit of work covers it and the companies */
export const jobQueueContract = (
  name: string,
  layer: Layer.Layer<JobQueue | CompanyRepository | UnitOfWork, unknown>,
): void => {
  const { it, law } = onFreshStore(layer)

  describe(`JobQueue: ${name}`, () => {
    describe("enqueue", () => {
      it(
        "gives back every field of a job as it was added, and counts its claims",
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
        "fidelity: a payload comes back to the last character",
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
        "adds nothing under the name of a job that waits or is held, whosesoever it is, and leaves that one as it was",
        Effect.gen(function* () {
          const company = yield* storeOwner
          const other = yield* storeOwner
          const queue = yield* JobQueue
          const job = numberedJob(company, 1)
          const again = { ...job, company: other, orderingKey: "another", dueAt: later(-1), payload: "2" }
          yield* queue.enqueue([job, again])
          yield* queue.enqueue([again])
          const jobs = yield* claim("one")
          expect(jobs).toStrictEqual([{ id: jobs[0]?.id, ...job, claims: 1 }])
          yield* queue.enqueue([again])
          expect(yield* claim("two", { now: later(leaseMillis - 1) })).toStrictEqual([])
          yield* queue.settle("one", [{ _tag: "Again", job: idOf(jobs, 1), dueAt: later(1) }])
          yield* queue.enqueue([again])
          expect(namesOf(yield* claim("three", { now: later(1) }))).toStrictEqual(["job 1"])
        }),
      )

      it(
        "adds the rest where one of the names is taken",
        Effect.gen(function* () {
          const company = yield* storeOwner
          const queue = yield* JobQueue
          yield* queue.enqueue([numberedJob(company, 2)])
          yield* queue.enqueue([1, 2, 3].map((n) => numberedJob(company, n)))
          expect(namesOf(yield* claim("one")).toSorted()).toStrictEqual(["job 1", "job 2", "job 3"])
        }),
      )

      it(
        "lets a name be used again once its job is done, given up or withdrawn",
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
            yield* queue.settle(`lease ${n}`, [settlement(id)])
            yield* queue.enqueue([numberedJob(company, 1)])
          }
          yield* queue.withdraw(["job 1"])
          yield* queue.enqueue([numberedJob(company, 1)])
          ids.add(idOf(yield* claim("last"), 1))
          expect(ids.size).toBe(3) // no number is given out again
        }),
      )

      it(
        "tells names of 200 characters apart to the last, and by case and spaces",
        Effect.gen(function* () {
          const company = yield* storeOwner
          const queue = yield* JobQueue
          const names = [`${"n".repeat(199)}a`, `${"n".repeat(199)}b`, `${"n".repeat(199)}B`, "nome", "nome ", "Nome"]
          yield* queue.enqueue(names.map((name, n) => numberedJob(company, n, { name })))
          expect(namesOf(yield* claim("one"))).toStrictEqual(names)
        }),
      )

      it(
        "uniqueness: of any number that add a name at once, one adds it",
        Effect.gen(function* () {
          const company = yield* storeOwner
          const queue = yield* JobQueue
          const { commit } = yield* UnitOfWork
          yield* atOnce(20, () => commit(queue.enqueue([numberedJob(company, 1)])))
          expect(namesOf(yield* claim("one"))).toStrictEqual(["job 1"])
        }),
      )

      it(
        "adds nothing where there is nothing to add",
        Effect.gen(function* () {
          const queue = yield* JobQueue
          yield* queue.enqueue([])
          yield* queue.withdraw([])
          expect(yield* queue.settle("nobody", [])).toStrictEqual([])
          expect(yield* claim("one")).toStrictEqual([])
          expect(yield* queue.nextDue).toBe(null)
        }),
      )
    })

    describe("claim", () => {
      it(
        "gives out nothing before it is due",
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
        "gives a job to one at a time, until its lease runs out",
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
        "uniqueness: of any number of claimants at once each gets jobs of its own",
        Effect.gen(function* () {
          const company = yield* storeOwner
          const queue = yield* JobQueue
          yield* queue.enqueue(numbers(30).map((n) => numberedJob(company, n)))
          const claims = yield* atOnce(20, (n) => claim(`claimant ${n}`, { limit: 3 }))
          expect(namesOf(claims.flat()).toSorted()).toStrictEqual(numbers(30).map(nameOf).toSorted())
        }),
      )

      it(
        "gives earliest first within a company, and of those due together the one that was added first",
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
        "fairness: does not let the backlog of a company keep the only job of another waiting",
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
        "fairness: lets each of more companies than the limit have its turn, though all have a backlog",
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
        "fairness: loses no turn to companies of which nothing is due yet",
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
        "fairness: of each company as many are taken as of any other that has more left",
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
        "is so from a claim until it is settled, given back or run out, whichever queue it is of",
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
            yield* queue.settle("two", [{ _tag: "Dead", job: id, reason: "given up", at: later(1) }])
            expect(yield* queue.isAnyHeld(later(1))).toBe(false)
          }
        }),
      )
    })

    describe("endLeases", () => {
      it(
        "makes what is held ready at once, of every queue and first of its ordering key, and nothing else",
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
            // The job behind another one of its ordering key still waits for it; what was not held has its claims counted as before.
            expect(jobs.map(({ name, claims }) => [name, claims])).toStrictEqual(
              [1, 2].map((n) => [nameOf(10 * at + n), 2]),
            )
            expect(yield* queue.settle("dead", [{ _tag: "Done", job: idOf(jobs, 10 * at + 1) }])).toStrictEqual([
              idOf(jobs, 10 * at + 1),
            ])
          }
        }),
      )

      it(
        "counts nothing where nothing is held, and is undone with the unit around it",
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

    describe("queue", () => {
      it(
        "is claimed by itself: a claim of one gets nothing of another",
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
        "stays a job's own while it is put off, given up and done again",
        Effect.gen(function* () {
          const company = yield* storeOwner
          const queue = yield* JobQueue
          yield* queue.enqueue([numberedJob(company, 1, { queue: "webhook" })])
          const id = idOf(yield* claim("one", { queue: "webhook" }), 1)
          yield* queue.settle("one", [{ _tag: "Again", job: id, dueAt: later(1) }])
          expect(yield* claim("work", { now: later(1) })).toStrictEqual([])
          yield* claim("two", { queue: "webhook", now: later(1) })
          yield* queue.settle("two", [{ _tag: "Dead", job: id, reason: "given up", at: later(2) }])
          expect((yield* queue.dead(wholeList)).items).toMatchObject([{ name: "job 1", queue: "webhook" }])
          yield* queue.revive(id, later(3))
          expect(yield* claim("work again", { now: later(3) })).toStrictEqual([])
          expect(namesOf(yield* claim("three", { queue: "webhook", now: later(3) }))).toStrictEqual(["job 1"])
        }),
      )

      it(
        "says by itself when its next job is due; the queue says the earliest of all",
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
          yield* queue.withdraw([nameOf(2)])
          expect(yield* dues).toStrictEqual([null, later(30), later(30)])
        }),
      )

      it(
        "does not divide the names: one that waits in a queue is not added in another",
        Effect.gen(function* () {
          const company = yield* storeOwner
          const queue = yield* JobQueue
          yield* queue.enqueue([numberedJob(company, 1, { queue: "webhook" })])
          yield* queue.enqueue([numberedJob(company, 1)])
          expect(yield* queue.known([nameOf(1)])).toStrictEqual([nameOf(1)])
          expect(yield* claim("one")).toStrictEqual([])
          expect(namesOf(yield* claim("two", { queue: "webhook" }))).toStrictEqual(["job 1"])
        }),
      )

      it(
        "fairness: has turns of its own, whatever is claimed of the other in between",
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
        "is how many of a company's jobs are taken at most; of one without capacity none is",
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
        "counts jobs whose lease ran out and jobs that were never claimed alike",
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
        "fairness: a company without capacity keeps nobody waiting, however many of its leases ran out before theirs",
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
          expect(two.map(({ company }) => company).toSorted((one, another) => one - another)).toStrictEqual([
            busy,
            other,
          ])
        }),
      )

      it(
        "fairness: a company without capacity keeps nobody waiting, however much of it is due before theirs",
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
        "lets only the first of its jobs be claimed, however late that is due",
        Effect.gen(function* () {
          const [company, other] = [yield* storeOwner, yield* storeOwner]
          const queue = yield* JobQueue
          yield* queue.enqueue([
            numberedJob(company, 1, { orderingKey: "a", dueAt: later(10) }),
            numberedJob(company, 2, { orderingKey: "a", dueAt: later(0) }),
            numberedJob(other, 3, { orderingKey: "a", dueAt: later(0) }),
          ])
          expect(yield* queue.nextDue).toBe(later(10))
          expect(yield* claim("early")).toStrictEqual([])
          for (const n of [1, 2, 3]) {
            const jobs = yield* claim(`lease ${n}`, { now: later(10) })
            expect(namesOf(jobs)).toStrictEqual([nameOf(n)])
            expect(yield* claim(`beside ${n}`, { now: later(11) })).toStrictEqual([])
            yield* queue.settle(`lease ${n}`, [{ _tag: "Done", job: idOf(jobs, n) }])
          }
        }),
      )

      it(
        "holds up neither another one nor jobs that have none",
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
        "keeps the place of a job that is to be done again, is given back or whose lease ran out",
        Effect.gen(function* () {
          const company = yield* storeOwner
          const queue = yield* JobQueue
          yield* queue.enqueue([1, 2].map((n) => numberedJob(company, n, { orderingKey: "a" })))
          const first = idOf(yield* claim("one"), 1)
          yield* queue.settle("one", [{ _tag: "Again", job: first, dueAt: later(10) }])
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
        "lets the next one through where the first is given up or withdrawn, held or not",
        Effect.gen(function* () {
          const company = yield* storeOwner
          const queue = yield* JobQueue
          yield* queue.enqueue([1, 2, 3, 4].map((n) => numberedJob(company, n, { orderingKey: "a" })))
          const first = idOf(yield* claim("one"), 1)
          yield* queue.settle("one", [{ _tag: "Dead", job: first, reason: "given up", at: later(1) }])
          yield* queue.withdraw([nameOf(2)])
          expect(namesOf(yield* claim("three"))).toStrictEqual(["job 3"])
          yield* queue.withdraw([nameOf(3)])
          expect(namesOf(yield* claim("four"))).toStrictEqual(["job 4"])
        }),
      )

      it(
        "keeps its order where one in the middle is withdrawn, and starts anew once it was empty",
        Effect.gen(function* () {
          const company = yield* storeOwner
          const queue = yield* JobQueue
          yield* queue.enqueue([1, 2, 3].map((n) => numberedJob(company, n, { orderingKey: "a" })))
          yield* queue.withdraw([nameOf(2)])
          for (const n of [1, 3]) yield* doNext(n)
          yield* queue.enqueue([4, 5].map((n) => numberedJob(company, n, { orderingKey: "a" })))
          for (const n of [4, 5]) yield* doNext(n)
        }),
      )

      it(
        "gives a job that is done after all its old place, and waits for one behind it that is being done",
        Effect.gen(function* () {
          const company = yield* storeOwner
          const queue = yield* JobQueue
          yield* queue.enqueue([1, 2, 3, 4].map((n) => numberedJob(company, n, { orderingKey: "a" })))
          const ids: Array<JobId> = []
          for (const n of [1, 2]) {
            const id = idOf(yield* claim(`lease ${n}`), n)
            yield* queue.settle(`lease ${n}`, [{ _tag: "Dead", job: id, reason: "given up", at: later(n) }])
            ids.push(id)
          }
          for (const id of ids.slice(1)) yield* queue.revive(id, later(0))
          yield* doNext(2)
          const third = idOf(yield* claim("third"), 3)
          for (const id of ids.slice(0, 1)) yield* queue.revive(id, later(0))
          expect(yield* queue.nextDue).toBe(later(leaseMillis))
          expect(yield* claim("beside the third")).toStrictEqual([])
          expect(yield* queue.settle("third", [{ _tag: "Done", job: third }])).toStrictEqual([])
          for (const n of [1, 4]) yield* doNext(n)
        }),
      )
    })

    describe("settle", () => {
      it(
        "keeps nothing of a job that is done",
        Effect.gen(function* () {
          const company = yield* storeOwner
          const queue = yield* JobQueue
          yield* queue.enqueue([numberedJob(company, 1)])
          const job = idOf(yield* claim("one"), 1)
          expect(yield* queue.settle("one", [{ _tag: "Done", job }])).toStrictEqual([])
          expect(yield* queue.nextDue).toBe(null)
          expect(yield* claim("two", { now: later(leaseMillis) })).toStrictEqual([])
          expect(yield* queue.dead(wholeList)).toStrictEqual({ items: [], total: 0 })
        }),
      )

      it(
        "has a job claimed again from the time it is told on, and not before, though its lease would have run out",
        Effect.gen(function* () {
          const company = yield* storeOwner
          const queue = yield* JobQueue
          yield* queue.enqueue([1, 2].map((n) => numberedJob(company, n)))
          const jobs = yield* claim("one", { until: later(10) })
          const settlements: ReadonlyArray<Settlement> = [
            { _tag: "Again", job: idOf(jobs, 1), dueAt: later(20) },
            { _tag: "Retry", job: idOf(jobs, 2), dueAt: later(20) },
          ]
          yield* queue.settle("one", settlements)
          expect(yield* queue.nextDue).toBe(later(20))
          expect(yield* claim("early", { now: later(19) })).toStrictEqual([])
          const again = jobs.map((job) => ({ ...job, dueAt: later(20), claims: job.name === nameOf(2) ? 2 : 1 }))
          expect(yield* claim("in time", { now: later(20) })).toStrictEqual(again)
        }),
      )

      it(
        "counts the claims of a job that fails, and begins anew once a run of it is done",
        Effect.gen(function* () {
          const company = yield* storeOwner
          const queue = yield* JobQueue
          yield* queue.enqueue([numberedJob(company, 1)])
          const counted: Array<number> = []
          const outcomes = ["Retry", "Retry", "Again", "Again", "Retry", "Done"] as const
          for (const [n, _tag] of outcomes.entries()) {
            const [job] = yield* claim(`lease ${n}`)
            if (job === undefined) throw new Error("there is no job")
            counted.push(job.claims)
            yield* queue.settle(`lease ${n}`, [{ _tag, job: job.id, dueAt: later(0) }])
          }
          expect(counted).toStrictEqual([1, 2, 3, 1, 1, 2])
        }),
      )

      it(
        "settles several jobs, each its own way, and leaves the others of the lease held",
        Effect.gen(function* () {
          const company = yield* storeOwner
          const queue = yield* JobQueue
          yield* queue.enqueue([1, 2, 3, 4].map((n) => numberedJob(company, n)))
          const jobs = yield* claim("one", { until: later(30) })
          const settlements: ReadonlyArray<Settlement> = [
            { _tag: "Again", job: idOf(jobs, 1), dueAt: later(10) },
            { _tag: "Dead", job: idOf(jobs, 2), reason: "given up", at: later(5) },
            { _tag: "Done", job: idOf(jobs, 3) },
          ]
          expect(yield* queue.settle("one", settlements)).toStrictEqual([])
          expect(namesOf(yield* claim("two", { now: later(29) }))).toStrictEqual(["job 1"])
          expect(namesOf((yield* queue.dead(wholeList)).items)).toStrictEqual(["job 2"])
          expect(namesOf(yield* claim("three", { now: later(30) }))).toStrictEqual(["job 4"])
        }),
      )

      it(
        "changes nothing of a job that another lease holds by now, and names it",
        Effect.gen(function* () {
          const company = yield* storeOwner
          const queue = yield* JobQueue
          yield* queue.enqueue([1, 2, 3].map((n) => numberedJob(company, n)))
          const slow = yield* claim("slow", { until: later(10) })
          const ids = slow.map(({ id }) => id)
          const quick = yield* claim("quick", { now: later(10), until: later(20) })
          expect(quick).toStrictEqual(slow.map((job) => ({ ...job, claims: 2 })))
          expect(ascending(yield* queue.settle("slow", everyFate(slow)))).toStrictEqual(ids)
          expect(yield* queue.nextDue).toBe(later(20))
          expect(yield* queue.dead(wholeList)).toStrictEqual({ items: [], total: 0 })
          expect(yield* claim("third", { now: later(19) })).toStrictEqual([])
          expect(yield* queue.settle("quick", everyFate(quick))).toStrictEqual([])
        }),
      )

      it(
        "counts while no other lease has claimed the job, though its own ran out",
        Effect.gen(function* () {
          const company = yield* storeOwner
          const queue = yield* JobQueue
          yield* queue.enqueue([1, 2].map((n) => numberedJob(company, n)))
          const jobs = yield* claim("slow", { until: later(10) })
          expect(namesOf(yield* claim("quick", { now: later(10), limit: 1 }))).toStrictEqual(["job 1"])
          const settlements = [1, 2].map((n): Settlement => ({ _tag: "Done", job: idOf(jobs, n) }))
          expect(yield* queue.settle("slow", settlements)).toStrictEqual([idOf(jobs, 1)])
          expect(namesOf(yield* claim("third", { now: later(10 + leaseMillis) }))).toStrictEqual(["job 1"])
        }),
      )

      it(
        "names jobs that were settled, given back or withdrawn before, and jobs that never were",
        Effect.gen(function* () {
          const company = yield* storeOwner
          const queue = yield* JobQueue
          yield* queue.enqueue([1, 2, 3, 4].map((n) => numberedJob(company, n)))
          const jobs = yield* claim("one")
          const ids = jobs.map(({ id }) => id)
          yield* queue.settle("one", everyFate(jobs.slice(0, 3)))
          yield* queue.withdraw([nameOf(4)])
          expect(ascending(yield* queue.settle("one", everyFate(jobs)))).toStrictEqual(ids)
          yield* queue.enqueue([numberedJob(company, 5)])
          const given = yield* claim("two", { limit: 1 })
          yield* giveBack("two", given)
          expect(yield* queue.settle("two", everyFate(given))).toStrictEqual(given.map(({ id }) => id))
          expect(yield* queue.settle("never claimed", everyFate(given))).toStrictEqual(given.map(({ id }) => id))
          expect(namesOf((yield* queue.dead(wholeList)).items)).toHaveLength(1)
        }),
      )
    })

    describe("withdraw", () => {
      it(
        "takes back jobs that wait and jobs that are held, and no others",
        Effect.gen(function* () {
          const company = yield* storeOwner
          const queue = yield* JobQueue
          yield* queue.enqueue([1, 2].map((n) => numberedJob(company, n)))
          const held = yield* claim("one")
          yield* queue.enqueue([3, 4].map((n) => numberedJob(company, n)))
          yield* queue.withdraw([nameOf(1), nameOf(3), "never added"])
          expect(namesOf(yield* claim("two"))).toStrictEqual(["job 4"])
          expect(
            yield* queue.settle(
              "one",
              [1, 2].map((n) => ({ _tag: "Done", job: idOf(held, n) })),
            ),
          ).toStrictEqual([idOf(held, 1)])
        }),
      )

      it(
        "leaves a job that was given up to the operator",
        Effect.gen(function* () {
          const company = yield* storeOwner
          const queue = yield* JobQueue
          const dead = yield* giveUp(company, 1, later(1))
          yield* queue.withdraw([nameOf(1)])
          expect(yield* queue.dead(wholeList)).toStrictEqual({ items: [dead], total: 1 })
        }),
      )
    })

    describe("reschedule", () => {
      it(
        "has a job that waits done at another time, sooner or later",
        Effect.gen(function* () {
          const company = yield* storeOwner
          const queue = yield* JobQueue
          yield* queue.enqueue([1, 2].map((n) => numberedJob(company, n, { dueAt: later(10) })))
          yield* queue.reschedule(nameOf(1), later(5))
          yield* queue.reschedule(nameOf(2), later(20))
          expect(yield* queue.nextDue).toBe(later(5))
          expect(yield* claim("one", { now: later(19) })).toMatchObject([{ name: "job 1", dueAt: later(5), claims: 1 }])
          expect(yield* claim("two", { now: later(20) })).toMatchObject([
            { name: "job 2", dueAt: later(20), claims: 1 },
          ])
        }),
      )

      it(
        "leaves a job its place among its ordering key",
        Effect.gen(function* () {
          const company = yield* storeOwner
          const queue = yield* JobQueue
          yield* queue.enqueue([1, 2, 3].map((n) => numberedJob(company, n, { orderingKey: "a" })))
          yield* queue.reschedule(nameOf(1), later(10))
          yield* queue.reschedule(nameOf(3), later(-10))
          expect(yield* claim("early", { now: later(9) })).toStrictEqual([])
          expect(namesOf(yield* claim("in time", { now: later(10) }))).toStrictEqual(["job 1"])
        }),
      )

      it(
        "changes nothing of a job that is held or was given up, nor where there is none",
        Effect.gen(function* () {
          const company = yield* storeOwner
          const queue = yield* JobQueue
          const dead = yield* giveUp(company, 1, later(1))
          yield* queue.enqueue([numberedJob(company, 2)])
          const held = yield* claim("one", { until: later(20) })
          for (const n of [1, 2, 3]) yield* queue.reschedule(nameOf(n), later(5))
          expect(yield* queue.nextDue).toBe(later(20))
          expect(yield* queue.settle("one", everyFate(held))).toStrictEqual([])
          expect(yield* queue.dead(wholeList)).toStrictEqual({ items: [dead], total: 1 })
        }),
      )
    })

    describe("known", () => {
      it(
        "tells of names which have a job, be it waiting, held or given up",
        Effect.gen(function* () {
          const company = yield* storeOwner
          const queue = yield* JobQueue
          yield* giveUp(company, 1, later(1))
          yield* queue.enqueue([numberedJob(company, 2)])
          yield* claim("one")
          yield* queue.enqueue([3, 4, 5].map((n) => numberedJob(company, n)))
          yield* queue.withdraw([nameOf(4)])
          const asked = [1, 2, 3, 4, 6, 1, 3].map(nameOf)
          expect((yield* queue.known(asked)).toSorted()).toStrictEqual([1, 2, 3].map(nameOf))
          expect(yield* queue.known([nameOf(3)])).toStrictEqual([nameOf(3)])
          expect(yield* queue.known([])).toStrictEqual([])
        }),
      )
    })

    describe("dead", () => {
      it(
        "shows the latest given up first, page by page, with the reason and every field of the job",
        Effect.gen(function* () {
          const company = yield* storeOwner
          const queue = yield* JobQueue
          const first = yield* giveUp(company, 1, later(20))
          const second = yield* giveUp(company, 2, later(30))
          const third = yield* giveUp(company, 3, later(20))
          yield* queue.enqueue([numberedJob(company, 4)])
          expect(yield* queue.dead(wholeList)).toStrictEqual({ items: [second, third, first], total: 3 })
          expect(yield* queue.dead(page(1, 2))).toStrictEqual({ items: [second, third], total: 3 })
          expect(yield* queue.dead(page(2, 2))).toStrictEqual({ items: [first], total: 3 })
          expect(yield* queue.dead(page(3, 2))).toStrictEqual({ items: [], total: 3 })
        }),
      )

      it(
        "never gives out a job that was given up",
        Effect.gen(function* () {
          const company = yield* storeOwner
          const queue = yield* JobQueue
          yield* giveUp(company, 1, later(1))
          expect(yield* queue.nextDue).toBe(null)
          expect(yield* claim("much later", { now: later(10 * leaseMillis) })).toStrictEqual([])
        }),
      )
    })

    describe("many at once", () => {
      it(
        "are kept in order, so that only the first can be claimed",
        Effect.gen(function* () {
          const company = yield* storeOwner
          const queue = yield* JobQueue
          yield* atOnce(10, (n) => queue.enqueue([numberedJob(company, n, { orderingKey: "a" })]))
          for (const n of numbers(10)) {
            const jobs = yield* claim(`lease ${n}`)
            expect(jobs).toHaveLength(1)
            yield* queue.settle(
              `lease ${n}`,
              jobs.map(({ id: job }) => ({ _tag: "Done", job })),
            )
          }
          expect(yield* queue.nextDue).toBe(null)
        }),
      )

      it(
        "go on, be one done while another is added",
        Effect.gen(function* () {
          const company = yield* storeOwner
          const queue = yield* JobQueue
          yield* queue.enqueue([numberedJob(company, 0, { orderingKey: "a" })])
          for (const n of numbers(15)) {
            const [job, ...others] = yield* claim(`lease ${n}`)
            expect(others).toStrictEqual([])
            if (job === undefined) throw new Error("the ordering key stands still")
            const join = queue.enqueue([numberedJob(company, n, { orderingKey: "a" })])
            const settle = queue.settle(`lease ${n}`, [{ _tag: "Done", job: job.id }])
            yield* Effect.all(n % 2 === 0 ? [join, settle] : [settle, join], { concurrency: "unbounded" })
          }
        }),
      )

      it(
        "revive a job once",
        Effect.gen(function* () {
          const company = yield* storeOwner
          const queue = yield* JobQueue
          const { id } = yield* giveUp(company, 1, later(1))
          for (const n of numbers(5)) {
            const revived = yield* atOnce(10, () => queue.revive(id, later(n)))
            expect(revived.filter(Option.isSome)).toHaveLength(1)
            expect(namesOf(yield* claim(`lease ${n}`, { now: later(n) }))).toStrictEqual(["job 1"])
            yield* queue.settle(`lease ${n}`, [{ _tag: "Dead", job: id, reason: "again", at: later(n) }])
          }
        }),
      )

      it(
        "forget no work: what is asked for while a job of its name ends is seen by a read after the settlement",
        Effect.gen(function* () {
          const companies = yield* CompanyRepository
          const queue = yield* JobQueue
          const { commit } = yield* UnitOfWork
          const round = Effect.fnUntraced(function* (n: number, turn: number) {
            const company = yield* storeCompany()
            yield* queue.enqueue([numberedJob(company.id, n * 100 + turn)])
            const [own] = yield* claim(`lease ${n} ${turn}`, { limit: 1 })
            if (own === undefined) throw new Error("there was nothing to do")
            const owner = Option.getOrThrow(yield* companies.find(own.company))
            const ask = Effect.andThen(
              companies.save({ ...owner, name: "asked" }),
              queue.enqueue([{ ...own, dueAt: later(1_000) }]),
            )
            const end = Effect.gen(function* () {
              yield* Effect.forEach(numbers(turn % 4), () => queue.nextDue) // sometimes sooner, sometimes later than the other
              yield* queue.settle(`lease ${n} ${turn}`, [{ _tag: "Done", job: own.id }])
              const found = Option.getOrThrow(yield* companies.find(own.company))
              if (found.name === "asked") yield* queue.enqueue([{ ...own, dueAt: later(1_000) }])
            })
            yield* Effect.all([commit(ask), commit(end)], { concurrency: "unbounded" })
            expect(yield* queue.known([own.name])).toStrictEqual([own.name])
            yield* queue.withdraw([own.name])
          })
          yield* atOnce(5, (n) => Effect.forEach(numbers(8), (turn) => round(n, turn)))
        }),
      )
    })

    describe("revive", () => {
      it(
        "has a job done again from the time it is told on, and counts its claims anew",
        Effect.gen(function* () {
          const company = yield* storeOwner
          const queue = yield* JobQueue
          const { diedAt: _diedAt, reason: _reason, ...job } = yield* giveUp(company, 1, later(1))
          const { id, claims: _claims, ...work } = job
          const waiting = { ...work, dueAt: later(50) }
          expect(Option.getOrNull(yield* queue.revive(id, later(50)))).toStrictEqual(waiting)
          expect(yield* queue.dead(wholeList)).toStrictEqual({ items: [], total: 0 })
          expect(yield* queue.nextDue).toBe(later(50))
          expect(yield* claim("early", { now: later(49) })).toStrictEqual([])
          const revived = { ...job, dueAt: later(50), claims: 1 }
          expect(yield* claim("in time", { now: later(50) })).toStrictEqual([revived])
        }),
      )

      it(
        "finds none where a job waits, is held, was revived before, or is gone",
        Effect.gen(function* () {
          const company = yield* storeOwner
          const queue = yield* JobQueue
          const { id } = yield* giveUp(company, 1, later(1))
          expect(Option.isSome(yield* queue.revive(id, later(2)))).toBe(true)
          expect(Option.isSome(yield* queue.revive(id, later(3)))).toBe(false)
          expect(yield* queue.nextDue).toBe(later(2))
          yield* claim("one", { now: later(2) })
          expect(Option.isSome(yield* queue.revive(id, later(2)))).toBe(false)
          yield* queue.settle("one", [{ _tag: "Done", job: id }])
          expect(Option.isSome(yield* queue.revive(id, later(2)))).toBe(false)
          expect(yield* queue.nextDue).toBe(null)
        }),
      )

      it(
        "finds none while another job of its name waits, and changes neither",
        Effect.gen(function* () {
          const company = yield* storeOwner
          const queue = yield* JobQueue
          const first = yield* giveUp(company, 1, later(1))
          const second = yield* giveUp(company, 1, later(2))
          yield* queue.enqueue([numberedJob(company, 1, { payload: "3" })])
          expect(Option.isSome(yield* queue.revive(first.id, later(0)))).toBe(false)
          expect(yield* queue.dead(wholeList)).toStrictEqual({ items: [second, first], total: 2 })
          yield* queue.withdraw([nameOf(1)])
          expect(Option.isSome(yield* queue.revive(first.id, later(0)))).toBe(true)
          expect(Option.isSome(yield* queue.revive(second.id, later(0)))).toBe(false)
          expect(yield* queue.dead(wholeList)).toStrictEqual({ items: [second], total: 1 })
        }),
      )
    })

    describe("forgetDead", () => {
      it(
        "forgets jobs that were given up before an instant, earliest first and so many at most, and no others",
        Effect.gen(function* () {
          const company = yield* storeOwner
          const queue = yield* JobQueue
          for (const [n, at] of [3, 1, 2, 4, 5].entries()) yield* giveUp(company, n + 1, later(at))
          yield* queue.enqueue([numberedJob(company, 6)])
          yield* claim("held")
          yield* queue.enqueue([numberedJob(company, 7)])
          const names = Effect.map(queue.dead(wholeList), ({ items }) => namesOf(items))
          expect(yield* queue.forgetDead(later(1), 10)).toBe(0)
          expect(yield* queue.forgetDead(later(5), 0)).toBe(0)
          expect(yield* queue.forgetDead(later(5), 3)).toBe(3)
          expect(yield* names).toStrictEqual([5, 4].map(nameOf))
          expect(yield* queue.forgetDead(later(5), 3)).toBe(1)
          expect(yield* names).toStrictEqual([nameOf(5)])
          expect(yield* queue.known(numbers(7).map(nameOf))).toHaveLength(3)
          expect(namesOf(yield* claim("two"))).toStrictEqual([nameOf(7)])
        }),
      )

      it(
        "forgets nothing of a unit that fails",
        Effect.gen(function* () {
          const company = yield* storeOwner
          const queue = yield* JobQueue
          const { commit } = yield* UnitOfWork
          const dead = yield* giveUp(company, 1, later(1))
          yield* Effect.exit(commit(Effect.andThen(queue.forgetDead(later(2), 10), Effect.fail("given up"))))
          expect(yield* queue.dead(wholeList)).toStrictEqual({ items: [dead], total: 1 })
        }),
      )
    })

    describe("unit of work", () => {
      it(
        "asks for work exactly when the state that asks for it is committed",
        Effect.gen(function* () {
          const queue = yield* JobQueue
          const companies = yield* CompanyRepository
          const { commit } = yield* UnitOfWork
          const unit = Effect.gen(function* () {
            const { id } = yield* storeCompany()
            yield* queue.enqueue([1, 2].map((n) => numberedJob(id, n, { orderingKey: "a" })))
          })
          yield* Effect.exit(commit(Effect.andThen(unit, Effect.fail("given up"))))
          expect(yield* claim("one")).toStrictEqual([])
          expect(yield* queue.nextDue).toBe(null)
          expect((yield* companies.list(wholeList)).total).toBe(0)
          yield* commit(unit)
          expect(namesOf(yield* claim("two"))).toStrictEqual(["job 1"])
          expect((yield* companies.list(wholeList)).total).toBe(1)
        }),
      )

      it(
        "takes back settlements and withdrawals of a unit that fails, with the places of ordering keys and the leases as they were",
        Effect.gen(function* () {
          const company = yield* storeOwner
          const queue = yield* JobQueue
          const { commit } = yield* UnitOfWork
          yield* queue.enqueue(numbers(8).map((n) => numberedJob(company, n, { orderingKey: `key ${(n + 1) % 4}` })))
          const held = yield* claim("one", { until: later(10) })
          expect(namesOf(held)).toStrictEqual(numbers(4).map(nameOf))
          const unit = Effect.gen(function* () {
            yield* queue.settle("one", everyFate(held.slice(0, 3)))
            yield* queue.withdraw([4, 5].map(nameOf))
            yield* queue.enqueue([numberedJob(company, 4), numberedJob(company, 9)])
            expect(namesOf(yield* claim("inside", { limit: 9 })).toSorted()).toStrictEqual([
              "job 4",
              "job 7",
              "job 8",
              "job 9",
            ])
            return yield* Effect.fail("given up")
          })
          expect(Exit.hasFails(yield* Effect.exit(commit(unit)))).toBe(true)
          expect(yield* queue.nextDue).toBe(later(10))
          expect(yield* claim("two")).toStrictEqual([])
          expect((yield* queue.dead(wholeList)).total).toBe(0)
          yield* queue.enqueue([numberedJob(company, 5)]) // it still waits
          expect(
            yield* queue.settle(
              "one",
              held.map(({ id: job }) => ({ _tag: "Done", job })),
            ),
          ).toStrictEqual([])
          expect(namesOf(yield* claim("three", { limit: 9 }))).toStrictEqual([5, 6, 7, 8].map(nameOf))
        }),
      )

      it(
        "takes back claims, settlements and revivals of a unit that fails, too",
        Effect.gen(function* () {
          const company = yield* storeOwner
          const queue = yield* JobQueue
          const { commit } = yield* UnitOfWork
          const dead = yield* giveUp(company, 1, later(1))
          yield* queue.enqueue([numberedJob(company, 2)])
          const held = yield* claim("held", { until: later(20) })
          yield* queue.enqueue([numberedJob(company, 3, { dueAt: later(10) })])
          const unit = Effect.gen(function* () {
            expect(Option.isSome(yield* queue.revive(dead.id, later(0)))).toBe(true)
            yield* giveBack("held", held)
            expect(yield* claim("inside", { now: later(10) })).toHaveLength(3)
            return yield* Effect.fail("given up")
          })
          yield* Effect.exit(commit(unit))
          expect(yield* queue.dead(wholeList)).toStrictEqual({ items: [dead], total: 1 })
          expect(yield* claim("after", { now: later(10) })).toMatchObject([{ name: "job 3", claims: 1 }])
          expect(yield* queue.nextDue).toBe(later(20))
        }),
      )

      it(
        "lets a unit that settles a job take the very same back",
        Effect.gen(function* () {
          const company = yield* storeOwner
          const queue = yield* JobQueue
          const { commit } = yield* UnitOfWork
          yield* queue.enqueue([numberedJob(company, 1)])
          const job = idOf(yield* claim("one"), 1)
          const unit = Effect.gen(function* () {
            const lost = yield* queue.settle("one", [{ _tag: "Again", job, dueAt: later(10) }])
            yield* queue.withdraw([nameOf(1)])
            return lost
          })
          expect(yield* commit(unit)).toStrictEqual([])
          expect(yield* queue.nextDue).toBe(null)
        }),
      )

      law(
        "no double effect: what a job does happens once, whichever worker dies or comes too late",
        fc.array(workSteps, { maxLength: 40, size: "max" }),
        Effect.fnUntraced(function* (steps) {
          const owners = yield* storeCompanies(2)
          const queue = yield* JobQueue
          const companies = yield* CompanyRepository
          const added = numbers(8)
          yield* queue.enqueue(added.map((n) => numberedJob(nth(owners, n), n, { orderingKey: n < 5 ? "a" : null })))
          yield* work([...steps, ...workLeft])
          const { items } = yield* companies.list(wholeList)
          const done = items.map((company) => company.name).filter((effect) => effect.startsWith("job"))
          expect(done.toSorted()).toStrictEqual(added.map(nameOf))
          expect(yield* queue.nextDue).toBe(null)
        }),
      )
    })

    describe("history", () => {
      law(
        "no loss: every job is claimed in time and by one at a time until it is done, given up or withdrawn",
        fc.array(modelSteps, { maxLength: 80, size: "max" }),
        Effect.fnUntraced(function* (steps) {
          const companies = yield* storeCompanies(3)
          const model = newModel()
          for (const step of steps) {
            yield* playOnBoth(model, companies, step)
            yield* expectSame(model)
          }
          yield* drainBoth(model)
          expect(model.waiting).toStrictEqual([])
          yield* expectSame(model)
        }),
      )
    })
  })
}

/** Does the job that goes by this number, which is to be the only one that can be claimed. */
const doNext = Effect.fnUntraced(function* (n: number) {
  const queue = yield* JobQueue
  const jobs = yield* claim(`for ${n}`)
  expect(namesOf(jobs)).toStrictEqual([nameOf(n)])
  expect(yield* queue.settle(`for ${n}`, [{ _tag: "Done", job: idOf(jobs, n) }])).toStrictEqual([])
})

/** Adds the job that goes by this number, and gives it up. */
const giveUp = Effect.fnUntraced(function* (company: CompanyId, n: number, at: Instant) {
  const queue = yield* JobQueue
  const lease = `for ${n} until ${at}`
  const job = numberedJob(company, n)
  yield* queue.enqueue([job])
  const id = idOf(yield* claim(lease), n)
  const reason = `Não deu: '${n}'`
  yield* queue.settle(lease, [{ _tag: "Dead", job: id, reason, at }])
  const dead: DeadJob = { id, ...job, claims: 1, reason, diedAt: at }
  return dead
})

/** Has them claimed again as if they never had been. */
const giveBack = Effect.fnUntraced(function* (lease: string, jobs: ReadonlyArray<Job>) {
  const queue = yield* JobQueue
  const settlements = jobs.map(({ id: job, dueAt }): Settlement => ({ _tag: "Again", job, dueAt }))
  expect(yield* queue.settle(lease, settlements)).toStrictEqual([])
})

/** Settles the first as done, the second as to be done again, the third as given up, the fourth as failed, and so on. */
const everyFate = (jobs: ReadonlyArray<Job>): ReadonlyArray<Settlement> =>
  jobs.map(({ id: job }, at) => {
    const outcomes: ReadonlyArray<Settlement> = [
      { _tag: "Done", job },
      { _tag: "Again", job, dueAt: later(15) },
      { _tag: "Dead", job, reason: "given up", at: later(5) },
      { _tag: "Retry", job, dueAt: later(15) },
    ]
    return nth(outcomes, at)
  })

const atOnce = <A, E, R>(count: number, make: (n: number) => Effect.Effect<A, E, R>) =>
  Effect.forEach(numbers(count), make, { concurrency: "unbounded" })

/** What workers do who may die, and may come too late. */
type WorkStep =
  | { readonly _tag: "Claim"; readonly limit: number }
  | { readonly _tag: "Wait"; readonly millis: number }
  /** The jobs of a claim are done by its worker; `claimsAgo` 0 is the latest. */
  | { readonly _tag: "Finish"; readonly claimsAgo: number }

const workSteps = fc.oneof(
  fc.record({ _tag: fc.constant("Claim" as const), limit: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ _tag: fc.constant("Wait" as const), millis: fc.constantFrom(1, leaseMillis / 2, leaseMillis) }),
  fc.record({ _tag: fc.constant("Finish" as const), claimsAgo: fc.nat({ max: 4 }) }),
)

/** Enough steps to do all that is left, when every lease has run out. */
const workLeft: ReadonlyArray<WorkStep> = numbers(20).flatMap(
  (): ReadonlyArray<WorkStep> => [
    { _tag: "Wait", millis: leaseMillis },
    { _tag: "Claim", limit: 3 },
    { _tag: "Finish", claimsAgo: 0 },
  ],
)

const work = Effect.fnUntraced(function* (steps: ReadonlyArray<WorkStep>) {
  const claims: Array<{ readonly lease: string; readonly jobs: ReadonlyArray<Job> }> = []
  let now = later(0)
  for (const [at, step] of steps.entries()) {
    if (step._tag === "Wait") now = instant(now + step.millis)
    if (step._tag === "Claim") {
      const lease = `claim ${at}`
      claims.push({ lease, jobs: yield* claim(lease, { now, limit: step.limit }) })
    }
    if (step._tag === "Finish" && claims.length > 0) {
      const { jobs, lease } = nth(claims.toReversed(), step.claimsAgo)
      yield* Effect.forEach(jobs, (job) => doOnce(lease, job))
    }
  }
})

/** What the job does, a company of its name, is committed with its settlement, and taken back where the job is lost. */
const doOnce = Effect.fnUntraced(function* (lease: string, { id, name }: Job) {
  const companies = yield* CompanyRepository
  const queue = yield* JobQueue
  const { commit } = yield* UnitOfWork
  const unit = Effect.gen(function* () {
    yield* companies.add(exampleCompany({ name }))
    const lost = yield* queue.settle(lease, [{ _tag: "Done", job: id }])
    if (lost.length > 0) return yield* Effect.fail("lost" as const)
  })
  yield* commit(unit).pipe(
    Effect.catchIf(
      (error) => error === "lost",
      () => Effect.void,
    ),
  )
})
