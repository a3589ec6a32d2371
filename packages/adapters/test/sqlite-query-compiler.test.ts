// Values with a plus before them: hidden from the planner, and still equal.
import BetterSqlite from "better-sqlite3"
import fc from "fast-check"
import { sql } from "kysely"
import { describe, expect, it, onTestFinished } from "vitest"
import { sqlite } from "../src/sql/engine/dialect.ts"

const { build } = sqlite

describe("a query compiled for SQLite", () => {
  it.each([
    build.selectFrom("job").select("id").where("queue", "=", "work").orderBy("ready_at").limit(3).offset(1),
    build.selectFrom("job").select("id").where("id", "in", [1, 2]).where("name", "like", "a%"),
    build.insertInto("setting").values({ name: "a", value: "b" }),
    build.updateTable("setting").set({ value: "b" }).where("name", "=", sql<string>`coalesce(${null}, ${"a"})`),
  ])("gives the planner no value to look at (%#)", (query) => {
    const { sql: text, parameters } = query.compile()
    expect(text.match(/\+\?/gu)).toHaveLength(parameters.length)
    expect(text.replaceAll("+?", "")).not.toContain("?")
  })

  it("compares its values as without the plus", () => {
    const database = new BetterSqlite(":memory:")
    onTestFinished(() => void database.close())
    // Columns of each type, because the column's type decides the comparison.
    database.exec("create table kept (whole integer, written text, any)")
    const { sql: text } = sql`
      select typeof(${0}) as type, ${0} as value, whole = ${0} as whole, written = ${0} as written, any is ${0} as "any"
      from kept`.compile(build)
    const hidden = database.prepare<unknown[], unknown>(text)
    const usual = database.prepare<unknown[], unknown>(text.replaceAll("+?", "?"))
    const put = database.prepare("insert or replace into kept (rowid, whole, written, any) values (1, ?, ?, ?)")
    fc.assert(
      fc.property(stored, stored, (kept, asked) => {
        put.run(kept, kept, kept)
        const values = [asked, asked, asked, asked, asked]
        expect(hidden.all(...values)).toStrictEqual(usual.all(...values))
      }),
    )
  })
})

/** Anything that SQLite stores, including numbers as text. */
const stored = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.maxSafeInteger(),
  fc.double(),
  fc.integer({ min: -3, max: 3 }).map(String),
  fc.string(),
  fc.uint8Array({ maxLength: 3 }).map((bytes) => Buffer.from(bytes)),
  fc.constant(null),
)
