/**
 * Copies a database into another, of the same engine or not: in batches, continued after an interruption, and compared row by row at the
 * end.
 *
 * Each batch is one commit of the target, together with how far the copy is. The source is only read, and no process may write to it
 * meanwhile; if one does, that is detected at the end at the latest.
 */
import { Effect, Option } from "effect"
import { sql } from "kysely"
import { type CopiedTable, copiedTables } from "./copied-tables.ts"
import {
  type CopyDifference,
  CopyDiffers,
  type CopyFault,
  OneDatabase,
  SourceChanged,
  SourceInUse,
  SourceOutdated,
  SourceUnfinished,
  TargetChanged,
  TargetNotEmpty,
  TargetOfAnother,
} from "./copy-faults.ts"
import { beginRecord, type CopyRecord, findRecord, type Marks, moveRecord, type Place } from "./copy-record.ts"
import { type Copied, type OpenSide, openSide, openSource } from "./copy-side.ts"
import { changedBetween, identityOf, jobsUnderWay, marksOf, pendingOf, tablesOf } from "./source-state.ts"
import { insertOf, isSameRow, type Key, keyOfRow, pageAfter, type Row, rowCount, rowsOfKeys } from "./table-rows.ts"

export type { CopyDifference, CopyFault } from "./copy-faults.ts"
export { type Copied, postgresDatabase, sqliteFile } from "./copy-side.ts"

/** Something a copy has done. */
export interface CopyStep {
  /**
   * `resumed`: an earlier run had copied rows; `copied`: a batch was committed; `compared`: a page is equal in both.
   */
  readonly step: "resumed" | "copied" | "compared"
  readonly table: string
  /** How many of the table so far. */
  readonly rows: number
  readonly total: number
}

/** The source, the target, and the options. */
export interface CopyOptions {
  readonly from: Copied
  readonly to: Copied
  /** The most rows in a commit, and in memory; 500 by default. */
  readonly rowsAtOnce?: number
  /** Called after each step, and once for a table without rows. */
  readonly onStep: (step: CopyStep) => Effect.Effect<void>
}

/** Data beside the tables. It is copied when the target proves to be an unfinished copy. */
export type CopyBeside<E> = Effect.Effect<void, E>

/** What was copied, now or by an earlier run. */
export interface CopySummary {
  readonly tables: number
  readonly rows: number
  /** Whether an earlier run had copied all of it: nothing was written. */
  readonly wasThere: boolean
}

const defaultRowsAtOnce = 500

/**
 * Copies what is not copied yet, then compares everything.
 */
export const copyDatabase = Effect.fn("copyDatabase")(function* <E = never>(
  options: CopyOptions,
  beside: CopyBeside<E> = Effect.void,
): Effect.fn.Return<CopySummary, CopyFault | E> {
  return yield* Effect.scoped(
    Effect.gen(function* () {
      const source = yield* openSource(options.from)
      yield* refuseUnready(source)
      const identity = yield* identityOf(source)
      yield* refuseTaken(options.to, identity)
      const target = yield* openSide("target", options.to.upToDate)
      const begun = yield* begunRecord(source, target, identity)
      const copy = { source, target, limit: options.rowsAtOnce ?? defaultRowsAtOnce, onStep: options.onStep }
      yield* beside
      yield* copyFrom(copy, begun)
      yield* verify(copy, begun.marks)
      const rows = Object.values(begun.marks).reduce((sum, mark) => sum + mark.rows, 0)
      return { tables: copiedTables.length, rows, wasThere: begun.place === null }
    }),
  )
})

interface Copy {
  readonly source: OpenSide
  readonly target: OpenSide
  readonly limit: number
  readonly onStep: CopyOptions["onStep"]
}

const refuseUnready = Effect.fnUntraced(function* (source: OpenSide) {
  const pending = yield* pendingOf(source)
  if (pending.length > 0) return yield* new SourceOutdated({ pending })
  const record = yield* findRecord(source)
  if (Option.isSome(record) && record.value.place !== null) return yield* new SourceUnfinished()
  const jobs = yield* jobsUnderWay(source)
  if (jobs > 0) return yield* new SourceInUse({ jobs })
})

/**
 * Examines the target before anything in it is changed, also by migrations. An earlier run may have been interrupted
 * between two migrations.
 */
const refuseTaken = (to: Copied, identity: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      const target = yield* openSide("target", to.asItIs)
      const tables = yield* tablesOf(target)
      const record = tables.has("setting") ? yield* findRecord(target) : Option.none()
      if (Option.isSome(record) && record.value.source === identity) return
      const table = yield* firstWithRows(target, tables)
      if (table === undefined && Option.isNone(record)) return
      if (tables.has("kysely_migration") && (yield* identityOf(target)) === identity) return yield* new OneDatabase()
      return yield* Option.isSome(record) || table === undefined ? new TargetOfAnother() : new TargetNotEmpty({ table })
    }),
  )

/** The settings made at the first start have no value in an otherwise empty database. */
const firstWithRows = Effect.fnUntraced(function* ({ read }: OpenSide, tables: ReadonlySet<string>) {
  for (const { name } of copiedTables) {
    if (name === "setting" || !tables.has(name)) continue
    const rows = yield* read("copy.occupied", sql`select 1 from ${sql.table(name)} limit 1`)
    if (rows.length > 0) return name
  }
  return
})

const begunRecord = Effect.fnUntraced(function* (source: OpenSide, target: OpenSide, identity: string) {
  const marks = yield* marksOf(source)
  const found = yield* findRecord(target)
  if (Option.isSome(found)) {
    const tables = changedBetween(found.value.marks, marks)
    return tables.length === 0 ? found.value : yield* new SourceChanged({ tables })
  }
  const record: CopyRecord = { source: identity, marks, place: beginningOf(copiedTables[0]) }
  yield* beginRecord(target, record)
  return record
})

const beginningOf = (table: CopiedTable | undefined): Place | null =>
  table === undefined ? null : { table: table.name, after: null, rows: 0 }

const totalOf = (marks: Marks, { name }: CopiedTable): number => marks[name]?.rows ?? 0

const copyFrom = Effect.fnUntraced(function* (copy: Copy, begun: CopyRecord) {
  const first = copiedTables.findIndex(({ name }) => name === begun.place?.table)
  if (first < 0 || begun.place === null) return
  if (first > 0 || begun.place.after !== null) {
    const { table, rows } = begun.place
    yield* copy.onStep({ step: "resumed", table, rows, total: begun.marks[table]?.rows ?? 0 })
  }
  let record = begun
  for (const [at, table] of copiedTables.entries()) {
    if (at >= first) record = yield* copyTable(copy, table, copiedTables[at + 1], record)
  }
})

/** @returns the record for the beginning of the next table */
const copyTable = Effect.fnUntraced(function* (
  { source, target, limit, onStep }: Copy,
  table: CopiedTable,
  next: CopiedTable | undefined,
  begun: CopyRecord,
) {
  const total = totalOf(begun.marks, table)
  const lastNumber = begun.marks[table.name]?.lastNumber ?? null
  let insert: ReturnType<typeof insertOf> | undefined
  let record = begun
  while (record.place?.table === table.name) {
    const { after, rows } = record.place
    const page = yield* source.read(`copy.read.${table.name}`, pageAfter(source, table, after, limit))
    const last = page.at(-1)
    if (last !== undefined) insert ??= insertOf(target, table, Object.keys(last))
    const isOver = page.length < limit || last === undefined
    const place = isOver
      ? beginningOf(next)
      : { table: table.name, after: keyOfRow(source, table, last), rows: rows + page.length }
    const moved: CopyRecord = { ...record, place }
    yield* target.commit(
      table.name,
      Effect.gen(function* () {
        yield* insertPage(target, table, page.length, insert?.(page) ?? [])
        if (isOver && lastNumber !== null) {
          const numbers = target.dialect.numberAfter(table.name, lastNumber).compile(target.build)
          yield* target.write(`copy.number.${table.name}`, numbers)
        }
        yield* moveRecord(target, record, moved)
      }),
    )
    if (page.length > 0 || rows === 0)
      yield* onStep({ step: "copied", table: table.name, rows: rows + page.length, total })
    record = moved
  }
  return record
})

const insertPage = Effect.fnUntraced(function* (
  target: OpenSide,
  table: CopiedTable,
  rows: number,
  statements: ReturnType<ReturnType<typeof insertOf>>,
) {
  let inserted = 0
  for (const statement of statements) {
    inserted += (yield* target.write(`copy.write.${table.name}`, statement)).changes
  }
  if (inserted !== rows) return yield* new TargetChanged({ table: table.name })
})

/** The target has exactly the rows of the source, and the source has not changed. */
const verify = Effect.fnUntraced(function* (copy: Copy, marks: Marks) {
  const differences: Array<CopyDifference> = []
  for (const table of copiedTables) {
    const { rows, missing } = yield* compareTable(copy, table, totalOf(marks, table))
    const [counted] = yield* copy.target.read(`copy.count.${table.name}`, rowCount(copy.target, table))
    const surplus = (counted?.rows ?? 0) - rows
    if (missing > 0 || surplus !== 0) differences.push({ table: table.name, missing, surplus })
  }
  const changed = changedBetween(marks, yield* marksOf(copy.source))
  if (changed.length > 0) return yield* new SourceChanged({ tables: changed })
  if (differences.length > 0) return yield* new CopyDiffers({ tables: differences })
})

const compareTable = Effect.fnUntraced(function* (
  { source, target, limit, onStep }: Copy,
  table: CopiedTable,
  total: number,
) {
  let after: Key | null = null
  let rows = 0
  let missing = 0
  for (let isOver = false; !isOver; ) {
    const page: ReadonlyArray<Row> = yield* source.read(
      `copy.read.${table.name}`,
      pageAfter(source, table, after, limit),
    )
    const keys = page.map((row) => keyOfRow(target, table, row))
    const found =
      keys.length === 0 ? [] : yield* target.read(`copy.read.${table.name}`, rowsOfKeys(target, table, keys))
    const byKey = new Map(found.map((row) => [JSON.stringify(keyOfRow(target, table, row)), row]))
    missing += page.filter((row, at) => {
      const other = byKey.get(JSON.stringify(keys[at]))
      return other === undefined || !isSameRow(row, other)
    }).length
    rows += page.length
    isOver = page.length < limit
    const last = page.at(-1)
    after = last === undefined ? after : keyOfRow(source, table, last)
    if (page.length > 0 || rows === 0) yield* onStep({ step: "compared", table: table.name, rows, total })
  }
  return { rows, missing }
})
