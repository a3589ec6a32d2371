import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { addedUp, readsSums, type Sum, sumTableNames } from "./sums.ts"

const amounts = fc.integer({ min: -2, max: 2 })
const sums: fc.Arbitrary<ReadonlyArray<Sum>> = fc.array(
  fc.record({
    table: fc.constantFrom("order_figure" as const, "subscription_count" as const),
    key: fc.tuple(fc.constantFrom(2, 10), fc.constantFrom("a", "b", "a b")),
    count: amounts,
    amount: amounts,
  }),
)

const nameOf = ({ key, table }: Sum): string => JSON.stringify([table, ...key])
const totalOf = (all: ReadonlyArray<Sum>, name: string, value: "amount" | "count"): number =>
  all.filter((sum) => nameOf(sum) === name).reduce((total, sum) => total + sum[value], 0)

describe("sums, added up", () => {
  it("conservation: keep their totals, with each row once, and no row of zero", () => {
    fc.assert(
      fc.property(sums, (all) => {
        const added = addedUp(all)
        expect(new Set(added.map(nameOf)).size).toBe(added.length)
        expect(added.filter(({ amount, count }) => amount === 0 && count === 0)).toEqual([])
        for (const name of new Set(all.map(nameOf))) {
          for (const value of ["amount", "count"] as const) {
            expect(totalOf(added, name, value)).toBe(totalOf(all, name, value))
          }
        }
      }),
    )
  })

  it("have one order, whichever order they were added in", () => {
    fc.assert(
      fc.property(sums, (all) => {
        expect(addedUp(all.toReversed())).toEqual(addedUp(all))
      }),
    )
  })
})

describe("the tables of sums", () => {
  it("are found in a statement that reads one", () => {
    for (const table of sumTableNames) {
      expect(readsSums(`select sum("count") from "${table}" where "company_id" = ?`)).toBe(true)
    }
    expect(readsSums('select "number" from "orders" where "company_id" = ?')).toBe(false)
  })
})
