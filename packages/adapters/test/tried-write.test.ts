// A test write that shows if the store takes any, on either engine.
import { describe, expect, it } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { Executor } from "../src/sql/engine/executor.ts"
import * as TriedWrite from "../src/sql/engine/tried-write.ts"
import * as SqliteStorage from "../src/sql/sqlite/sqlite-storage.ts"
import { layerFreshDatabase } from "./postgres-database.ts"
import { layerFreshFile } from "./sqlite-file.ts"

const stores: ReadonlyArray<{
  readonly name: string
  readonly layer: Layer.Layer<Executor | TriedWrite.TriedWrite>
}> = [
  { name: "SQLite", layer: Layer.provideMerge(TriedWrite.layer, layerFreshFile).pipe(Layer.orDie) },
  { name: "PostgreSQL", layer: Layer.provideMerge(TriedWrite.layer, layerFreshDatabase).pipe(Layer.orDie) },
]

const rows = Effect.flatMap(Executor, ({ dialect: { build }, read }) =>
  read("test.rows", build.selectFrom("tried_write").select(["id", "at"]).orderBy("at").compile()),
)

const tried = Effect.flatMap(TriedWrite.TriedWrite, (one) => one.tried)

describe.each(stores)("a tried write on $name", ({ layer }) => {
  it.effect("is shared by all who ask within five seconds, and leaves one row", () =>
    Effect.gen(function* () {
      yield* Effect.all(
        Array.from({ length: 20 }, () => tried),
        { concurrency: "unbounded" },
      )
      const [first] = yield* rows
      yield* TestClock.adjust("4900 millis")
      yield* tried
      expect(yield* rows).toEqual([first])
      yield* TestClock.adjust("200 millis")
      yield* tried
      const later = yield* rows
      expect(later).toHaveLength(1)
      expect(later).not.toEqual([first])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("continues if its caller stops waiting", () =>
    Effect.gen(function* () {
      const asker = yield* Effect.forkChild(tried, { startImmediately: true })
      const other = yield* Effect.forkChild(tried, { startImmediately: true })
      yield* Fiber.interrupt(asker)
      yield* Fiber.join(other)
      expect(yield* rows).toHaveLength(1)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("removes the row of a process that died more than a day ago", () =>
    Effect.gen(function* () {
      const { dialect, write } = yield* Executor
      const left = (id: string, at: number) =>
        write("test.left", dialect.build.insertInto("tried_write").values({ id, at, filling: "" }).compile())
      yield* TestClock.setTime(10 * 86_400_000)
      yield* left("dead", 8 * 86_400_000)
      yield* left("alive", 10 * 86_400_000 - 1)
      yield* tried
      const ids = (yield* rows).map(({ id }) => id)
      expect([ids.includes("dead"), ids.includes("alive"), ids.length]).toEqual([false, true, 2])
    }).pipe(Effect.provide(layer)),
  )
})

describe("a full SQLite file", () => {
  const room = (pages: number | null) =>
    Effect.map(SqliteStorage.SqliteDatabase, ({ raw }) => {
      const used = Number(raw.pragma("page_count", { simple: true }))
      raw.pragma(`max_page_count = ${pages === null ? 1_000_000 : used + pages}`)
    })

  it.effect("takes no tried write until there is space, although an existing row could be rewritten", () =>
    Effect.gen(function* () {
      yield* tried
      const before = yield* rows
      yield* room(0)
      yield* TestClock.adjust("6 seconds")
      expect(yield* Effect.flip(tried)).toMatchObject({ fault: "full" })
      expect(yield* rows).toEqual(before)
      yield* room(null)
      expect(yield* Effect.flip(tried)).toMatchObject({ fault: "full" })
      yield* TestClock.adjust("6 seconds")
      yield* tried
      expect(yield* rows).toHaveLength(1)
    }).pipe(Effect.provide(Layer.provideMerge(TriedWrite.layer, layerFreshFile))),
  )
})

describe("a PostgreSQL that takes no writes", () => {
  const write = Effect.fnUntraced(function* (operation: string, text: string) {
    const { dialect, write: written } = yield* Executor
    yield* written(operation, {
      ...dialect.build.selectFrom("setting").selectAll().compile(),
      sql: text,
      parameters: [],
    })
  })

  it.effect.each([
    ["25006", "read_only"],
    ["53100", "full"],
  ] as const)("as it says by %s, is %s", ([state, fault]) =>
    Effect.gen(function* () {
      yield* write(
        "test.function",
        `create function refused() returns trigger language plpgsql as $$ begin raise exception using errcode = '${state}'; end $$`,
      )
      yield* write(
        "test.trigger",
        "create trigger refused before insert on tried_write for each row execute function refused()",
      )
      expect(yield* Effect.flip(tried)).toMatchObject({ fault })
      yield* write("test.drop", "drop function refused cascade")
      yield* TestClock.adjust("6 seconds")
      yield* tried
    }).pipe(Effect.provide(Layer.provideMerge(TriedWrite.layer, layerFreshDatabase))),
  )
})
