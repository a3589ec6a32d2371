/**
 * Inserts of many rows: whatever their number, each row is in one statement, once and in order, and few texts are made.
 */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { sqlite } from "../src/sql/engine/dialect.ts"
import { preparedRows } from "../src/sql/engine/prepared-rows.ts"

const { build } = sqlite

const insert = preparedRows<{ name: string; value: string }, unknown>((rows) =>
  build.insertInto("setting").values(rows.map((value) => ({ name: value("name"), value: value("value") }))),
)

const rowsOf = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `name ${n}`, value: `value ${n}` }))

describe("preparedRows", () => {
  it("puts every row into one statement, in order", () => {
    fc.assert(
      fc.property(fc.nat({ max: 300 }), (count) => {
        const values = insert(rowsOf(count)).flatMap(({ parameters }) => parameters)
        expect(values).toStrictEqual(rowsOf(count).flatMap(({ name, value }) => [name, value]))
      }),
    )
  })

  it("has a place in the text for each value", () => {
    const [first, ...rest] = insert(rowsOf(64))
    expect(rest).toStrictEqual([])
    expect(first?.sql.match(/\?/gu)).toHaveLength(128)
    expect(insert(rowsOf(1)).map(({ sql }) => sql)).toStrictEqual([
      'insert into "setting" ("name", "value") values (+?, +?)',
    ])
  })

  it("makes five texts, however many numbers of rows are inserted", () => {
    const texts = new Set(
      Array.from({ length: 300 }, (_, count) => insert(rowsOf(count)))
        .flat()
        .map(({ sql }) => sql),
    )
    expect(texts.size).toBe(5)
  })

  it("has nothing to do for no rows", () => {
    expect(insert([])).toStrictEqual([])
  })
})
