/** Tests of a job's outcomes: done, again, withdrawn, rescheduled, given up, revived, forgotten. */

import { CompanyRepository, JobQueue, type Settlement, UnitOfWork } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { describe, expect } from "vitest"
import {
  ascending,
  atOnce,
  claim,
  everyFate,
  giveBack,
  giveUp,
  idOf,
  type JobQueueStore,
  leaseMillis,
  nameOf,
  namesOf,
  numberedJob,
  numbers,
  storeOwner,
} from "./job-queue-examples.ts"
import { later, page, storeCompany, wholeList } from "./stored-examples.ts"

/** Part of `jobQueueContract`. */
export const jobQueueFates = ({ it }: JobQueueStore): void => {
  describe("settle", () => {
    it(
      "deletes a job that is done",
      Effect.gen(function* () {
        const company = yield* storeOwner
        const queue = yield* JobQueue
        yield* queue.enqueue([numberedJob(company, 1)])
        const job = idOf(yield* claim("one"), 1)
        expect(yield* queue.settle(company, "one", [{ _tag: "Done", job }])).toStrictEqual([])
        expect(yield* queue.nextDue).toBe(null)
        expect(yield* claim("two", { now: later(leaseMillis) })).toStrictEqual([])
        expect(yield* queue.dead(wholeList)).toStrictEqual({ entries: [], total: 0 })
      }),
    )

    it(
      "makes a job claimable from the given time on, and not before, even if its lease would have ended",
      Effect.gen(function* () {
        const company = yield* storeOwner
        const queue = yield* JobQueue
        yield* queue.enqueue([1, 2].map((n) => numberedJob(company, n)))
        const jobs = yield* claim("one", { until: later(10) })
        const settlements: ReadonlyArray<Settlement> = [
          { _tag: "Again", job: idOf(jobs, 1), dueAt: later(20) },
          { _tag: "Retry", job: idOf(jobs, 2), dueAt: later(20) },
        ]
        yield* queue.settle(company, "one", settlements)
        expect(yield* queue.nextDue).toBe(later(20))
        expect(yield* claim("early", { now: later(19) })).toStrictEqual([])
        const again = jobs.map((job) => ({ ...job, dueAt: later(20), claims: job.name === nameOf(2) ? 2 : 1 }))
        expect(yield* claim("in time", { now: later(20) })).toStrictEqual(again)
      }),
    )

    it(
      "counts the claims of a failing job, and starts again when a run of it is done",
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
          yield* queue.settle(company, `lease ${n}`, [{ _tag, job: job.id, dueAt: later(0) }])
        }
        expect(counted).toStrictEqual([1, 2, 3, 1, 1, 2])
      }),
    )

    it(
      "settles several jobs with different outcomes, and keeps the others of the lease held",
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
        expect(yield* queue.settle(company, "one", settlements)).toStrictEqual([])
        expect(namesOf(yield* claim("two", { now: later(29) }))).toStrictEqual(["job 1"])
        expect(namesOf((yield* queue.dead(wholeList)).entries)).toStrictEqual(["job 2"])
        expect(namesOf(yield* claim("three", { now: later(30) }))).toStrictEqual(["job 4"])
      }),
    )

    it(
      "changes nothing of a job that another lease holds now, and returns it",
      Effect.gen(function* () {
        const company = yield* storeOwner
        const queue = yield* JobQueue
        yield* queue.enqueue([1, 2, 3].map((n) => numberedJob(company, n)))
        const slow = yield* claim("slow", { until: later(10) })
        const ids = slow.map(({ id }) => id)
        const quick = yield* claim("quick", { now: later(10), until: later(20) })
        expect(quick).toStrictEqual(slow.map((job) => ({ ...job, claims: 2 })))
        expect(ascending(yield* queue.settle(company, "slow", everyFate(slow)))).toStrictEqual(ids)
        expect(yield* queue.nextDue).toBe(later(20))
        expect(yield* queue.dead(wholeList)).toStrictEqual({ entries: [], total: 0 })
        expect(yield* claim("third", { now: later(19) })).toStrictEqual([])
        expect(yield* queue.settle(company, "quick", everyFate(quick))).toStrictEqual([])
      }),
    )

    it(
      "counts while no other lease has claimed the job, even after its own lease ended",
      Effect.gen(function* () {
        const company = yield* storeOwner
        const queue = yield* JobQueue
        yield* queue.enqueue([1, 2].map((n) => numberedJob(company, n)))
        const jobs = yield* claim("slow", { until: later(10) })
        expect(namesOf(yield* claim("quick", { now: later(10), limit: 1 }))).toStrictEqual(["job 1"])
        const settlements = [1, 2].map((n): Settlement => ({ _tag: "Done", job: idOf(jobs, n) }))
        expect(yield* queue.settle(company, "slow", settlements)).toStrictEqual([idOf(jobs, 1)])
        expect(namesOf(yield* claim("third", { now: later(10 + leaseMillis) }))).toStrictEqual(["job 1"])
      }),
    )

    it(
      "returns jobs that were settled, given back or withdrawn before, and unknown ones",
      Effect.gen(function* () {
        const company = yield* storeOwner
        const queue = yield* JobQueue
        yield* queue.enqueue([1, 2, 3, 4].map((n) => numberedJob(company, n)))
        const jobs = yield* claim("one")
        const ids = jobs.map(({ id }) => id)
        yield* queue.settle(company, "one", everyFate(jobs.slice(0, 3)))
        yield* queue.withdraw(company, [nameOf(4)])
        expect(ascending(yield* queue.settle(company, "one", everyFate(jobs)))).toStrictEqual(ids)
        yield* queue.enqueue([numberedJob(company, 5)])
        const given = yield* claim("two", { limit: 1 })
        yield* giveBack("two", given)
        expect(yield* queue.settle(company, "two", everyFate(given))).toStrictEqual(given.map(({ id }) => id))
        expect(yield* queue.settle(company, "never claimed", everyFate(given))).toStrictEqual(given.map(({ id }) => id))
        expect(namesOf((yield* queue.dead(wholeList)).entries)).toHaveLength(1)
      }),
    )
  })

  describe("withdraw", () => {
    it(
      "removes waiting jobs and held jobs, and no others",
      Effect.gen(function* () {
        const company = yield* storeOwner
        const queue = yield* JobQueue
        yield* queue.enqueue([1, 2].map((n) => numberedJob(company, n)))
        const held = yield* claim("one")
        yield* queue.enqueue([3, 4].map((n) => numberedJob(company, n)))
        yield* queue.withdraw(company, [nameOf(1), nameOf(3), "never added"])
        expect(namesOf(yield* claim("two"))).toStrictEqual(["job 4"])
        expect(
          yield* queue.settle(
            company,
            "one",
            [1, 2].map((n) => ({ _tag: "Done", job: idOf(held, n) })),
          ),
        ).toStrictEqual([idOf(held, 1)])
      }),
    )

    it(
      "keeps a job that was given up, for the operator",
      Effect.gen(function* () {
        const company = yield* storeOwner
        const queue = yield* JobQueue
        const dead = yield* giveUp(company, 1, later(1))
        yield* queue.withdraw(company, [nameOf(1)])
        expect(yield* queue.dead(wholeList)).toStrictEqual({ entries: [dead], total: 1 })
      }),
    )
  })

  describe("reschedule", () => {
    it(
      "makes a waiting job due at another time, sooner or later",
      Effect.gen(function* () {
        const company = yield* storeOwner
        const queue = yield* JobQueue
        yield* queue.enqueue([1, 2].map((n) => numberedJob(company, n, { dueAt: later(10) })))
        yield* queue.reschedule(company, nameOf(1), later(5))
        yield* queue.reschedule(company, nameOf(2), later(20))
        expect(yield* queue.nextDue).toBe(later(5))
        expect(yield* claim("one", { now: later(19) })).toMatchObject([{ name: "job 1", dueAt: later(5), claims: 1 }])
        expect(yield* claim("two", { now: later(20) })).toMatchObject([{ name: "job 2", dueAt: later(20), claims: 1 }])
      }),
    )

    it(
      "keeps a job's place in its ordering key",
      Effect.gen(function* () {
        const company = yield* storeOwner
        const queue = yield* JobQueue
        yield* queue.enqueue([1, 2, 3].map((n) => numberedJob(company, n, { orderingKey: "a" })))
        yield* queue.reschedule(company, nameOf(1), later(10))
        yield* queue.reschedule(company, nameOf(3), later(-10))
        expect(yield* claim("early", { now: later(9) })).toStrictEqual([])
        expect(namesOf(yield* claim("in time", { now: later(10) }))).toStrictEqual(["job 1"])
      }),
    )

    it(
      "does not change a job that is held or was given up, and ignores an unknown one",
      Effect.gen(function* () {
        const company = yield* storeOwner
        const queue = yield* JobQueue
        const dead = yield* giveUp(company, 1, later(1))
        yield* queue.enqueue([numberedJob(company, 2)])
        const held = yield* claim("one", { until: later(20) })
        for (const n of [1, 2, 3]) yield* queue.reschedule(company, nameOf(n), later(5))
        expect(yield* queue.nextDue).toBe(later(20))
        expect(yield* queue.settle(company, "one", everyFate(held))).toStrictEqual([])
        expect(yield* queue.dead(wholeList)).toStrictEqual({ entries: [dead], total: 1 })
      }),
    )
  })

  describe("hasten", () => {
    const whole = { kinds: ["work"], after: null, from: later(1), stepMillis: 2, limit: 10 }

    it(
      "makes jobs of some kinds due sooner, in the order they were added, and none later than before",
      Effect.gen(function* () {
        const company = yield* storeOwner
        const queue = yield* JobQueue
        yield* queue.enqueue([
          numberedJob(company, 1, { kind: "asks", dueAt: later(50) }),
          numberedJob(company, 2, { kind: "others", dueAt: later(50) }),
          numberedJob(company, 3, { kind: "voids", dueAt: later(2) }),
          numberedJob(company, 4, { kind: "asks", dueAt: later(40) }),
        ])
        expect(yield* queue.hasten({ ...whole, kinds: ["voids", "asks"] })).toBeNull()
        const jobs = yield* claim("one", { now: later(60) })
        expect(jobs.map(({ name, dueAt }) => [name, dueAt])).toStrictEqual([
          [nameOf(1), later(1)],
          [nameOf(3), later(2)],
          [nameOf(4), later(5)],
          [nameOf(2), later(50)],
        ])
      }),
    )

    it(
      "works page by page, and skips jobs that are held, were given up, or belong to another queue",
      Effect.gen(function* () {
        const company = yield* storeOwner
        const queue = yield* JobQueue
        const dead = yield* giveUp(company, 1, later(1))
        yield* queue.enqueue([numberedJob(company, 2, { kind: "asks" })])
        yield* claim("one", { until: later(90) })
        yield* queue.enqueue([
          numberedJob(company, 3, { kind: "asks", dueAt: later(70), queue: "webhook" }),
          ...[4, 5, 6].map((n) => numberedJob(company, n, { kind: "asks", dueAt: later(80) })),
        ])
        const page = { ...whole, kinds: ["asks", dead.kind], limit: 2 }
        const last = yield* queue.hasten(page)
        expect(last).not.toBeNull()
        expect(yield* queue.hasten({ ...page, after: last, from: later(5) })).toBeNull()
        const jobs = yield* claim("two", { now: later(80) })
        expect(jobs.map(({ name, dueAt }) => [name, dueAt])).toStrictEqual([
          [nameOf(4), later(1)],
          [nameOf(5), later(3)],
          [nameOf(6), later(5)],
        ])
        expect(yield* queue.nextDueIn("webhook")).toBe(later(70))
      }),
    )
  })

  describe("known", () => {
    it(
      "returns the names that have a job, waiting, held or given up",
      Effect.gen(function* () {
        const company = yield* storeOwner
        const queue = yield* JobQueue
        yield* giveUp(company, 1, later(1))
        yield* queue.enqueue([numberedJob(company, 2)])
        yield* claim("one")
        yield* queue.enqueue([3, 4, 5].map((n) => numberedJob(company, n)))
        yield* queue.withdraw(company, [nameOf(4)])
        const asked = [1, 2, 3, 4, 6, 1, 3].map(nameOf)
        expect((yield* queue.known(company, asked)).toSorted()).toStrictEqual([1, 2, 3].map(nameOf))
        expect(yield* queue.known(company, [nameOf(3)])).toStrictEqual([nameOf(3)])
        expect(yield* queue.known(company, [])).toStrictEqual([])
      }),
    )
  })

  describe("dead", () => {
    it(
      "lists the latest given up first, page by page, with the reason and every field of the job",
      Effect.gen(function* () {
        const company = yield* storeOwner
        const queue = yield* JobQueue
        const first = yield* giveUp(company, 1, later(20))
        const second = yield* giveUp(company, 2, later(30))
        const third = yield* giveUp(company, 3, later(20))
        yield* queue.enqueue([numberedJob(company, 4)])
        expect(yield* queue.dead(wholeList)).toStrictEqual({ entries: [second, third, first], total: 3 })
        expect(yield* queue.dead(page(1, 2))).toStrictEqual({ entries: [second, third], total: 3 })
        expect(yield* queue.dead(page(2, 2))).toStrictEqual({ entries: [first], total: 3 })
        expect(yield* queue.dead(page(3, 2))).toStrictEqual({ entries: [], total: 3 })
      }),
    )

    it(
      "never contains a claimable job",
      Effect.gen(function* () {
        const company = yield* storeOwner
        const queue = yield* JobQueue
        yield* giveUp(company, 1, later(1))
        expect(yield* queue.nextDue).toBe(null)
        expect(yield* claim("much later", { now: later(10 * leaseMillis) })).toStrictEqual([])
      }),
    )
  })

  describe("concurrent calls", () => {
    it(
      "keep jobs in order, so that only the first can be claimed",
      Effect.gen(function* () {
        const company = yield* storeOwner
        const queue = yield* JobQueue
        yield* atOnce(10, (n) => queue.enqueue([numberedJob(company, n, { orderingKey: "a" })]))
        for (const n of numbers(10)) {
          const jobs = yield* claim(`lease ${n}`)
          expect(jobs).toHaveLength(1)
          yield* queue.settle(
            company,
            `lease ${n}`,
            jobs.map(({ id: job }) => ({ _tag: "Done", job })),
          )
        }
        expect(yield* queue.nextDue).toBe(null)
      }),
    )

    it(
      "end without deadlock if one job is done while another is added",
      Effect.gen(function* () {
        const company = yield* storeOwner
        const queue = yield* JobQueue
        yield* queue.enqueue([numberedJob(company, 0, { orderingKey: "a" })])
        for (const n of numbers(15)) {
          const [job, ...others] = yield* claim(`lease ${n}`)
          expect(others).toStrictEqual([])
          if (job === undefined) throw new Error("the ordering key stands still")
          const join = queue.enqueue([numberedJob(company, n, { orderingKey: "a" })])
          const settle = queue.settle(company, `lease ${n}`, [{ _tag: "Done", job: job.id }])
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
          yield* queue.settle(company, `lease ${n}`, [{ _tag: "Dead", job: id, reason: "again", at: later(n) }])
        }
      }),
    )

    it(
      "lose no work: if a job is requested while one with its name ends, a read after the settlement sees it",
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
            yield* Effect.forEach(numbers(turn % 4), () => queue.nextDue) // sometimes sooner than the other, sometimes later
            yield* queue.settle(own.company, `lease ${n} ${turn}`, [{ _tag: "Done", job: own.id }])
            const found = Option.getOrThrow(yield* companies.find(own.company))
            if (found.name === "asked") yield* queue.enqueue([{ ...own, dueAt: later(1_000) }])
          })
          yield* Effect.all([commit(ask), commit(end)], { concurrency: "unbounded" })
          expect(yield* queue.known(own.company, [own.name])).toStrictEqual([own.name])
          yield* queue.withdraw(own.company, [own.name])
        })
        yield* atOnce(5, (n) => Effect.forEach(numbers(8), (turn) => round(n, turn)))
      }),
    )
  })

  describe("revive", () => {
    it(
      "makes a job due again from the given time on, and counts its claims from zero",
      Effect.gen(function* () {
        const company = yield* storeOwner
        const queue = yield* JobQueue
        const { diedAt: _diedAt, reason: _reason, ...job } = yield* giveUp(company, 1, later(1))
        const { id, claims: _claims, ...work } = job
        const waiting = { ...work, dueAt: later(50) }
        expect(Option.getOrNull(yield* queue.revive(id, later(50)))).toStrictEqual(waiting)
        expect(yield* queue.dead(wholeList)).toStrictEqual({ entries: [], total: 0 })
        expect(yield* queue.nextDue).toBe(later(50))
        expect(yield* claim("early", { now: later(49) })).toStrictEqual([])
        const revived = { ...job, dueAt: later(50), claims: 1 }
        expect(yield* claim("in time", { now: later(50) })).toStrictEqual([revived])
      }),
    )

    it(
      "returns none if a job waits, is held, was revived before, or is gone",
      Effect.gen(function* () {
        const company = yield* storeOwner
        const queue = yield* JobQueue
        const { id } = yield* giveUp(company, 1, later(1))
        expect(Option.isSome(yield* queue.revive(id, later(2)))).toBe(true)
        expect(Option.isSome(yield* queue.revive(id, later(3)))).toBe(false)
        expect(yield* queue.nextDue).toBe(later(2))
        yield* claim("one", { now: later(2) })
        expect(Option.isSome(yield* queue.revive(id, later(2)))).toBe(false)
        yield* queue.settle(company, "one", [{ _tag: "Done", job: id }])
        expect(Option.isSome(yield* queue.revive(id, later(2)))).toBe(false)
        expect(yield* queue.nextDue).toBe(null)
      }),
    )

    it(
      "returns none while another job with its name waits, and changes neither",
      Effect.gen(function* () {
        const company = yield* storeOwner
        const queue = yield* JobQueue
        const first = yield* giveUp(company, 1, later(1))
        const second = yield* giveUp(company, 1, later(2))
        yield* queue.enqueue([numberedJob(company, 1, { payload: "3" })])
        expect(Option.isSome(yield* queue.revive(first.id, later(0)))).toBe(false)
        expect(yield* queue.dead(wholeList)).toStrictEqual({ entries: [second, first], total: 2 })
        yield* queue.withdraw(company, [nameOf(1)])
        expect(Option.isSome(yield* queue.revive(first.id, later(0)))).toBe(true)
        expect(Option.isSome(yield* queue.revive(second.id, later(0)))).toBe(false)
        expect(yield* queue.dead(wholeList)).toStrictEqual({ entries: [second], total: 1 })
      }),
    )
  })

  describe("forgetDead", () => {
    it(
      "forgets jobs that were given up before an instant, earliest first and up to a limit, and no others",
      Effect.gen(function* () {
        const company = yield* storeOwner
        const queue = yield* JobQueue
        for (const [n, at] of [3, 1, 2, 4, 5].entries()) yield* giveUp(company, n + 1, later(at))
        yield* queue.enqueue([numberedJob(company, 6)])
        yield* claim("held")
        yield* queue.enqueue([numberedJob(company, 7)])
        const names = Effect.map(queue.dead(wholeList), ({ entries }) => namesOf(entries))
        expect(yield* queue.forgetDead(later(1), 10)).toBe(0)
        expect(yield* queue.forgetDead(later(5), 0)).toBe(0)
        expect(yield* queue.forgetDead(later(5), 3)).toBe(3)
        expect(yield* names).toStrictEqual([5, 4].map(nameOf))
        expect(yield* queue.forgetDead(later(5), 3)).toBe(1)
        expect(yield* names).toStrictEqual([nameOf(5)])
        expect(yield* queue.known(company, numbers(7).map(nameOf))).toHaveLength(3)
        expect(namesOf(yield* claim("two"))).toStrictEqual([nameOf(7)])
      }),
    )

    it(
      "forgets nothing in a unit that fails",
      Effect.gen(function* () {
        const company = yield* storeOwner
        const queue = yield* JobQueue
        const { commit } = yield* UnitOfWork
        const dead = yield* giveUp(company, 1, later(1))
        yield* Effect.exit(commit(Effect.andThen(queue.forgetDead(later(2), 10), Effect.fail("given up"))))
        expect(yield* queue.dead(wholeList)).toStrictEqual({ entries: [dead], total: 1 })
      }),
    )
  })
}
