import { assert, describe, it } from "@effect/vitest"
import { PostgresFailure } from "@vintem/adapters"
import { StorageUnavailable } from "@vintem/domain/ports"
import { Effect, Fiber, Logger } from "effect"
import { TestClock } from "effect/testing"
import { awaitingDatabase } from "./database-awaited.ts"

const failing = (message: string) =>
  new StorageUnavailable({ fault: "unreachable", operation: "postgres.open", cause: new PostgresFailure(message) })

const refused = failing("connect ECONNREFUSED")
const isCuredByTime = (failure: StorageUnavailable) => failure === refused

/** A database that fails this many times, and then fails with `last` or opens. */
const openedAfter = (failures: number, last?: StorageUnavailable) => {
  const seen = { attempts: 0, beginnings: 0, log: [] as unknown[] }
  const open = Effect.suspend(() => {
    seen.attempts += 1
    if (seen.attempts <= failures) return Effect.fail(refused)
    return last === undefined ? Effect.succeed("open") : Effect.fail(last)
  })
  const begins = Effect.sync(() => {
    seen.beginnings += 1
  })
  const logger = Logger.make(({ logLevel, message }) => seen.log.push([logLevel, message]))
  const opened = Effect.provide(awaitingDatabase(begins)(open, isCuredByTime), Logger.layer([logger]))
  return { seen, opened }
}

const said = (seconds: number) => [
  "Error",
  [
    "waiting for the database",
    {
      reason:
        "PostgreSQL failed (postgres.open): connect ECONNREFUSED. Make sure that the server runs, and that the host and the port in DATABASE_URL are right.",
      seconds,
    },
  ],
]

describe("a database that is not reachable yet", () => {
  it.effect("is tried each second, and the log says so at first, each minute and at the end", () =>
    Effect.gen(function* () {
      const { opened, seen } = openedAfter(90)
      const opening = yield* Effect.forkChild(opened, { startImmediately: true })
      yield* TestClock.adjust("90 seconds")
      assert.strictEqual(yield* Fiber.join(opening), "open")
      assert.deepStrictEqual(seen, {
        attempts: 91,
        beginnings: 1,
        log: [said(0), said(60), ["Info", ["the database answers", { seconds: 90 }]]],
      })
    }),
  )

  it.effect("is not waited for if waiting cannot help", () =>
    Effect.gen(function* () {
      const wrong = failing("password authentication failed")
      const { opened, seen } = openedAfter(0, wrong)
      assert.strictEqual(yield* Effect.flip(opened), wrong)
      assert.deepStrictEqual(seen, { attempts: 1, beginnings: 0, log: [] })
    }),
  )

  it.effect("is no longer waited for once it fails in another way", () =>
    Effect.gen(function* () {
      const wrong = failing("password authentication failed")
      const { opened, seen } = openedAfter(3, wrong)
      const opening = yield* Effect.forkChild(Effect.flip(opened), { startImmediately: true })
      yield* TestClock.adjust("3 seconds")
      assert.strictEqual(yield* Fiber.join(opening), wrong)
      assert.strictEqual(seen.attempts, 4)
    }),
  )
})

describe("a reachable database", () => {
  it.effect("is opened without a log line", () =>
    Effect.gen(function* () {
      const { opened, seen } = openedAfter(0)
      assert.strictEqual(yield* opened, "open")
      assert.deepStrictEqual(seen, { attempts: 1, beginnings: 0, log: [] })
    }),
  )
})
