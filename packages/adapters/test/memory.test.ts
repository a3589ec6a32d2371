/**
 * The memory adapters keep the contract of the databases, and are no more forgiving than they are.
 */
import { CompanyId } from "@vintem/domain/identifiers"
import {
  CompanyRepository,
  CustomerRepository,
  firstPage,
  JobQueue,
  rateWindowMillis,
  UnitOfWork,
} from "@vintem/domain/ports"
import { exampleCompany, exampleCustomer, exampleNow, rateLimiterContract, storageContract } from "@vintem/testing"
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { describe, expect, it } from "vitest"
import { ConstraintBroken } from "../src/memory/constraint-broken.ts"
import { FixedWindows } from "../src/memory/fixed-windows.ts"
import * as MemoryStorage from "../src/memory/memory-storage.ts"
import * as RateLimiterMemory from "../src/memory/rate-limiter.ts"
import { AwaitedInUnit } from "../src/unit-of-work/unit-defects.ts"

storageContract("memory", MemoryStorage.layer)
rateLimiterContract("memory", RateLimiterMemory.layer)

describe("MemoryStorage", () => {
  it("stops a unit that awaits anything but repositories, and undoes its writes", () =>
    Effect.gen(function* () {
      const companies = yield* CompanyRepository
      const units = yield* UnitOfWork
      const answered = yield* Deferred.make<void>()
      const unit = Effect.gen(function* () {
        yield* storeCompany
        yield* Deferred.await(answered)
        yield* storeCompany
      })
      const exit = yield* Effect.exit(units.commit(unit))
      expect(exit).toStrictEqual(Exit.die(new AwaitedInUnit()))
      yield* Deferred.succeed(answered, undefined)
      yield* Effect.yieldNow
      expect(yield* companies.list({ page: firstPage, size: 10 })).toStrictEqual({ entries: [], total: 0 })
    }).pipe(Effect.provide(MemoryStorage.layer), Effect.runPromise))

  it("refuses a reference to a missing row as a defect, like a foreign key", () =>
    Effect.gen(function* () {
      const customers = yield* CustomerRepository
      const { id } = yield* storeCompany
      const stray = {
        company: CompanyId.make(id + 1),
        token: "01890a5d-ac96-774b-bcce-b302099a8057",
        details: exampleCustomer,
        createdAt: exampleNow,
      }
      const cause = yield* Effect.flip(Effect.sandbox(customers.put(stray)))
      expect(Cause.squash(cause)).toStrictEqual(new ConstraintBroken({ constraint: "customer.company exists" }))
      expect(yield* customers.list(stray.company, {}, { page: firstPage, size: 10 })).toStrictEqual({
        entries: [],
        total: 0,
      })

      const queue = yield* JobQueue
      const job = {
        queue: "work",
        kind: "example",
        name: "job",
        company: stray.company,
        orderingKey: null,
        dueAt: exampleNow,
        payload: "{}",
      } as const
      const refused = yield* Effect.flip(Effect.sandbox(queue.enqueue([job])))
      expect(Cause.squash(refused)).toStrictEqual(new ConstraintBroken({ constraint: "job.company exists" }))
      expect(yield* queue.nextDue).toBe(null)
    }).pipe(Effect.provide(MemoryStorage.layer), Effect.runPromise))
})

describe("FixedWindows", () => {
  it("holds only open windows, however many keys come", () => {
    const windows = new FixedWindows()
    for (let n = 0; n < 10_000; n++) {
      windows.take(`${n}`, 1, n * 1_000)
      expect(windows.size).toBeLessThanOrEqual(rateWindowMillis / 1_000)
    }
  })

  it("opens no window for a caller who only looks", () => {
    const windows = new FixedWindows()
    windows.peek("key", 1, 0)
    expect(windows.size).toBe(0)
  })

  it("closes a window in time even if the clock was moved back while it opened", () => {
    const windows = new FixedWindows()
    windows.take("early", 1, 10_000)
    windows.take("late", 1, 0)
    expect(windows.take("late", 1, rateWindowMillis).isAllowed).toBe(true)
  })
})

const storeCompany = Effect.gen(function* () {
  const companies = yield* CompanyRepository
  return yield* companies.add(exampleCompany())
})
