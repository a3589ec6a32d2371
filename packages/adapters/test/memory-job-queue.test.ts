/** The queue in memory keeps the contract of the databases, and its order with any number of jobs. */
import { instant } from "@vintem/domain/calendar"
import { CompanyRepository, JobQueue, type NewJob } from "@vintem/domain/ports"
import { exampleCompany, jobQueueContract } from "@vintem/testing"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import * as MemoryStorage from "../src/memory/memory-storage.ts"

jobQueueContract("memory", MemoryStorage.layer)

describe("JobQueueMemory", () => {
  it("keeps thousands of jobs in order, added in any order and some withdrawn", () =>
    Effect.gen(function* () {
      const queue = yield* JobQueue
      const company = yield* storeCompany
      const job = (n: number): NewJob => ({
        queue: "work",
        kind: "example",
        name: `job ${n}`,
        company,
        orderingKey: null,
        dueAt: instant(n),
        payload: "{}",
      })
      const count = 3_000
      const inOrder = Array.from({ length: count }, (_, n) => n)
      const scattered = inOrder.map((n) => (n * 1_777) % count) // coprime, so that each comes once
      const isWithdrawn = (n: number) => n % 3 === 0 || (n > 700 && n < 2_000)
      yield* queue.enqueue(scattered.map(job))
      yield* queue.withdraw(
        company,
        scattered.filter(isWithdrawn).map((n) => job(n).name),
      )
      yield* queue.enqueue(inOrder.slice(1_000, 1_500).map(job))

      const claim = {
        queue: "work" as const,
        lease: "lease",
        now: instant(count),
        until: instant(count + 1),
        limit: count,
      }
      const jobs = yield* queue.claim(claim)
      const kept = inOrder.filter((n) => !isWithdrawn(n) || (n >= 1_000 && n < 1_500))
      expect(jobs.map(({ dueAt }) => dueAt)).toStrictEqual(kept)
    }).pipe(Effect.provide(MemoryStorage.layer), Effect.runPromise))
})

const storeCompany = Effect.gen(function* () {
  const companies = yield* CompanyRepository
  const { id } = yield* companies.add(exampleCompany())
  return id
})
