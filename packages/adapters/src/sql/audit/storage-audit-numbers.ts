/**
 * Numbered tables whose sequence is behind their rows, as after a logical copy of PostgreSQL, which copies rows and no sequences: a new row
 * would get a number that is taken. SQLite looks at the rows themselves. Part of storage-audit.ts.
 */
import type { BesideOrders } from "@vintem/domain/ports"
import { Effect, Stream } from "effect"
import { sql } from "kysely"
import { copiedTables } from "../copy/copied-tables.ts"
import type { Executor } from "../engine/executor.ts"

const operation = "storageAudit.besideOrders"

export const numberAudit = ({ dialect, read }: Executor["Service"]) => {
  const numbered = copiedTables.filter(({ isNumbered }) => isNumbered).map(({ name }) => name)

  const selectHighest = sql<HighestRow>`${sql.join(
    numbered.map(
      (table) => sql`select ${sql.lit(table)} as name, max(id) as highest,
        pg_get_serial_sequence(${sql.lit(table)}, 'id') as sequence from ${sql.table(table)}`,
    ),
    sql` union all `,
  )}`.compile(dialect.build)

  /** The views and functions that tell of a sequence know no number that was set and is still to be given. */
  const selectNext = (sequences: ReadonlyArray<string>) =>
    sql<NextRow>`${sql.join(
      sequences.map(
        (sequence) => sql`select ${sql.lit(sequence)} as sequence,
          last_value + case when is_called then 1 else 0 end as next from ${sql.raw(sequence)}`,
      ),
      sql` union all `,
    )}`.compile(dialect.build)

  /** Sequences are read after the rows: whatever is inserted between the two, no sequence seems to be behind. */
  const behind = Effect.gen(function* () {
    const tables = yield* read(operation, selectHighest)
    const rows = yield* read(operation, selectNext(tables.map(({ sequence }) => sequence)))
    const nexts = new Map(rows.map(({ next, sequence }) => [sequence, next]))
    return tables.flatMap(({ highest, name, sequence }): ReadonlyArray<BesideOrders> => {
      const next = nexts.get(sequence)
      if (highest === null || next === undefined || next > highest) return []
      return [
        { number: `table ${name}`, breach: { _tag: "NumberTaken", next, highest, remedy: remedyOf(name, sequence) } },
      ]
    })
  })

  return dialect.name === "sqlite" ? Stream.empty : Stream.fromEffect(behind)
}

/** Takes no sequence back that is ahead by now. */
const remedyOf = (table: string, sequence: string): string =>
  `select setval('${sequence}', greatest(max(id), (select last_value from ${sequence}))) from ${table}`

interface HighestRow {
  readonly name: string
  readonly highest: number | null
  readonly sequence: string
}

interface NextRow {
  readonly sequence: string
  readonly next: number
}
