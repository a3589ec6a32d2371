/**
 * Numbered tables whose sequence is behind their rows, as after a logical copy of PostgreSQL, which copies rows and no sequences: a new row
 * would get a number that is taken. SQLite looks at the rows themselves. Part of storage-check.ts.
 */
import type { BesideOrders } from "@vintem/domain/ports"
import { Effect, Stream } from "effect"
import { sql } from "kysely"
import type { Executor } from "../engine/executor.ts"
import { selectLastId } from "./along-key.ts"

const operation = "storageCheck.besideOrders"

export const numberCheck = ({ dialect, read }: Executor["Service"]) => {
  /** Each with whether its primary key begins with the company. */
  const selectNumbered = sql<NumberedRow>`
    select table_name as name, pg_get_serial_sequence(table_name, 'id') as sequence, exists (
      select from information_schema.table_constraints as c join information_schema.key_column_usage as k
        using (constraint_schema, constraint_name, table_name)
      where c.table_schema = columns.table_schema and c.table_name = columns.table_name
        and c.constraint_type = 'PRIMARY KEY' and k.column_name = 'company_id') as is_own
    from information_schema.columns
    where table_schema = current_schema() and column_name = 'id' and is_identity = 'YES' order by table_name`.compile(
    dialect.build,
  )

  const selectHighest = (tables: ReadonlyArray<Numbered>) =>
    sql<HighestRow>`${sql.join(
      tables.map(({ is_own, name }) => {
        const highest = is_own ? selectLastId(dialect, name) : sql`select max(id) as highest from ${sql.table(name)}`
        return sql`select ${sql.lit(name)} as name, highest from (${highest}) as last`
      }),
      sql` union all `,
    )}`.compile(dialect.build)

  /** The views and functions about sequences do not show a number that was set and not given yet. */
  const selectNext = (sequences: ReadonlyArray<string>) =>
    sql<NextRow>`${sql.join(
      sequences.map(
        (sequence) => sql`select ${sql.lit(sequence)} as sequence,
          last_value + case when is_called then 1 else 0 end as next from ${sql.raw(sequence)}`,
      ),
      sql` union all `,
    )}`.compile(dialect.build)

  /** Sequences are read after the rows: if rows are inserted in between, no sequence seems to be behind. */
  const behind = Effect.gen(function* () {
    const numbered = (yield* read(operation, selectNumbered)).filter(isNumberedItself)
    const highests = new Map(
      (yield* read(operation, selectHighest(numbered))).map(({ highest, name }) => [name, highest]),
    )
    const rows = yield* read(operation, selectNext(numbered.map(({ sequence }) => sequence)))
    const nexts = new Map(rows.map(({ next, sequence }) => [sequence, next]))
    return numbered.flatMap(({ name, sequence }): ReadonlyArray<BesideOrders> => {
      const [highest, next] = [highests.get(name) ?? null, nexts.get(sequence)]
      if (highest === null || next === undefined || next > highest) return []
      return [
        { number: `table ${name}`, breach: { _tag: "NumberTaken", next, highest, remedy: remedyOf(name, sequence) } },
      ]
    })
  })

  return dialect.name === "sqlite" ? Stream.empty : Stream.fromEffect(behind)
}

/** Never sets a sequence back that is ahead by now. */
const remedyOf = (table: string, sequence: string): string =>
  `select setval('${sequence}', greatest(max(id), (select last_value from ${sequence}))) from ${table}`

interface NumberedRow {
  readonly name: string
  /** Null for a partition: its parent table numbers its rows. */
  readonly sequence: string | null
  readonly is_own: boolean
}

interface Numbered extends NumberedRow {
  readonly sequence: string
}

const isNumberedItself = (row: NumberedRow): row is Numbered => row.sequence !== null

interface HighestRow {
  readonly name: string
  readonly highest: number | null
}

interface NextRow {
  readonly sequence: string
  readonly next: number
}
