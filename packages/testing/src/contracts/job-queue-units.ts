/** Tests of the queue with units of work, and over whole histories. */

import { instant } from "@vintem/domain/calendar"
import { CompanyRepository, type Job, JobQueue, UnitOfWork } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import fc from "fast-check"
import { describe, expect } from "vitest"
import { exampleCompany } from "../company/example-company.ts"
import {
  claim,
  everyFate,
  giveBack,
  giveUp,
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
import { drainBoth, expectSame, modelSteps, newModel, playOnBoth } from "./job-queue-model.ts"
import { later, storeCompany, wholeList } from "./stored-examples.ts"

/** Part of `jobQueueContract`. */
export const jobQueueUnits = ({ it, law }: JobQueueStore): void => {
  describe("unit of work", () => {
    it(
      "adds work if and only if the state that requires it is committed",
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
      "rolls back settlements and withdrawals of a failed unit, with places in ordering keys and leases",
      Effect.gen(function* () {
        const company = yield* storeOwner
        const queue = yield* JobQueue
        const { commit } = yield* UnitOfWork
        yield* queue.enqueue(numbers(8).map((n) => numberedJob(company, n, { orderingKey: `key ${(n + 1) % 4}` })))
        const held = yield* claim("one", { until: later(10) })
        expect(namesOf(held)).toStrictEqual(numbers(4).map(nameOf))
        const unit = Effect.gen(function* () {
          yield* queue.settle(company, "one", everyFate(held.slice(0, 3)))
          yield* queue.withdraw(company, [4, 5].map(nameOf))
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
            company,
            "one",
            held.map(({ id: job }) => ({ _tag: "Done", job })),
          ),
        ).toStrictEqual([])
        expect(namesOf(yield* claim("three", { limit: 9 }))).toStrictEqual([5, 6, 7, 8].map(nameOf))
      }),
    )

    it(
      "rolls back claims, settlements and revivals of a failed unit, too",
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
        expect(yield* queue.dead(wholeList)).toStrictEqual({ entries: [dead], total: 1 })
        expect(yield* claim("after", { now: later(10) })).toMatchObject([{ name: "job 3", claims: 1 }])
        expect(yield* queue.nextDue).toBe(later(20))
      }),
    )

    it(
      "lets a unit settle a job and withdraw it",
      Effect.gen(function* () {
        const company = yield* storeOwner
        const queue = yield* JobQueue
        const { commit } = yield* UnitOfWork
        yield* queue.enqueue([numberedJob(company, 1)])
        const job = idOf(yield* claim("one"), 1)
        const unit = Effect.gen(function* () {
          const lost = yield* queue.settle(company, "one", [{ _tag: "Again", job, dueAt: later(10) }])
          yield* queue.withdraw(company, [nameOf(1)])
          return lost
        })
        expect(yield* commit(unit)).toStrictEqual([])
        expect(yield* queue.nextDue).toBe(null)
      }),
    )

    law(
      "no double effect: a job takes effect once, whichever worker dies or is late",
      fc.array(workSteps, { maxLength: 40, size: "max" }),
      Effect.fnUntraced(function* (steps) {
        const owners = yield* storeCompanies(2)
        const queue = yield* JobQueue
        const companies = yield* CompanyRepository
        const added = numbers(8)
        yield* queue.enqueue(added.map((n) => numberedJob(nth(owners, n), n, { orderingKey: n < 5 ? "a" : null })))
        yield* work([...steps, ...workLeft])
        const { entries } = yield* companies.list(wholeList)
        const done = entries.map((company) => company.name).filter((effect) => effect.startsWith("job"))
        expect(done.toSorted()).toStrictEqual(added.map(nameOf))
        expect(yield* queue.nextDue).toBe(null)
      }),
    )
  })

  describe("history", () => {
    law(
      "no loss: every job is claimed in time, by one worker at a time, until it is done, given up or withdrawn",
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
}

/** The actions of workers that may die, or be late. */
type WorkStep =
  | { readonly _tag: "Claim"; readonly limit: number }
  | { readonly _tag: "Wait"; readonly millis: number }
  /** A worker finishes the jobs of its claim; `claimsAgo` 0 is the latest. */
  | { readonly _tag: "Finish"; readonly claimsAgo: number }

const workSteps = fc.oneof(
  fc.record({ _tag: fc.constant("Claim" as const), limit: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ _tag: fc.constant("Wait" as const), millis: fc.constantFrom(1, leaseMillis / 2, leaseMillis) }),
  fc.record({ _tag: fc.constant("Finish" as const), claimsAgo: fc.nat({ max: 4 }) }),
)

/** Enough steps to do all remaining jobs, after every lease ended. */
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

/**
 * The effect of the job, a company with its name, is committed with its settlement, and rolled back if the job is lost.
 */
const doOnce = Effect.fnUntraced(function* (lease: string, { company, id, name }: Job) {
  const companies = yield* CompanyRepository
  const queue = yield* JobQueue
  const { commit } = yield* UnitOfWork
  const unit = Effect.gen(function* () {
    yield* companies.add(exampleCompany({ name }))
    const lost = yield* queue.settle(company, lease, [{ _tag: "Done", job: id }])
    if (lost.length > 0) return yield* Effect.fail("lost" as const)
  })
  yield* commit(unit).pipe(
    Effect.catchIf(
      (error) => error === "lost",
      () => Effect.void,
    ),
  )
})
