/**
 * Sums that are stored beside the rows they count, because counting a million rows takes longer than reading a page of them.
 *
 * A procedure says what it adds (`added`), and the engine writes it once for all units of a transaction, before the commit.
 */
import { Struct } from "effect"
import type { Tables } from "./tables.ts"

/** A table of sums. */
interface SumTable {
  /** The columns of its key, the company first; and `shard` after them, if sums are spread. */
  readonly key: Readonly<Record<string, "bigint" | "text">>
  readonly values: ReadonlyArray<"count" | "amount">
}

/** A transaction writes to them in this order: see `addedUp`. */
export const sumTables = {
  list_count: { key: { company_id: "bigint", list: "text" }, values: ["count"] },
  order_count: { key: { company_id: "bigint", status: "text", day: "bigint" }, values: ["count"] },
  order_figure: {
    key: { company_id: "bigint", kind: "text", day: "bigint", method: "text", reason: "text" },
    values: ["count", "amount"],
  },
  subscription_count: { key: { company_id: "bigint", checkout_slug: "text", status: "text" }, values: ["count"] },
} as const satisfies { readonly [Name in keyof Tables]?: SumTable }

export type SumTableName = keyof typeof sumTables

/** The names of the tables of sums, in the order of `sumTables`. */
export const sumTableNames: ReadonlyArray<SumTableName> = Struct.keys(sumTables)

/** What is added to one row of a table of sums. */
export interface Sum {
  readonly table: SumTableName
  /** The values of the columns of its key, in their order. */
  readonly key: ReadonlyArray<number | string>
  readonly count: number
  /** Centavos; 0 if the table has no amounts. */
  readonly amount: number
}

/**
 * At most one sum for each row, without sums of zero, in the order of tables and keys: transactions that lock rows in
 * the same order never deadlock.
 */
export const addedUp = (sums: ReadonlyArray<Sum>): ReadonlyArray<Sum> => {
  if (sums.length === 0) return sums
  const rows = new Map<string, Sum>()
  for (const sum of sums) {
    const name = `${sum.table}\u0000${sum.key.join("\u0000")}`
    const before = rows.get(name)
    rows.set(
      name,
      before === undefined ? sum : { ...sum, count: before.count + sum.count, amount: before.amount + sum.amount },
    )
  }
  return [...rows.values()].filter(({ amount, count }) => count !== 0 || amount !== 0).sort(byTableAndKey)
}

const byTableAndKey = (one: Sum, other: Sum): number => {
  if (one.table !== other.table) return sumTableNames.indexOf(one.table) - sumTableNames.indexOf(other.table)
  for (const [at, value] of one.key.entries()) {
    const another = other.key[at] ?? value
    if (value !== another) return value < another ? -1 : 1
  }
  return 0
}

const quotedSumTables = sumTableNames.map((table) => `"${table}"`)

/** Whether a statement reads sums. If so, its unit first writes the sums it has added. */
export const readsSums = (text: string): boolean => quotedSumTables.some((table) => text.includes(table))
