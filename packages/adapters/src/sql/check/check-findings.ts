/**
 * The check's findings on rows of any table, and how it reads rows that may be unreadable.
 */
import { shown } from "@vintem/domain/machine"
import type { BesideOrders, StorageBreach } from "@vintem/domain/ports"
import { Effect, Result, Schema, SchemaIssue } from "effect"

/** How many rows are read by their keys at once. There is one size, so that each statement is prepared once. */
const keysAtOnce = 200

/** Reads stored JSON with all checks; if that fails, reads it without them, so that it can be examined. */
export const checkerOf = <A, I>(schema: Schema.Codec<A, I>) => {
  const decode = Schema.decodeUnknownResult(Schema.fromJsonString(schema))
  return (stored: string): { readonly value: A | null; readonly why: string | null } => {
    const read = decode(stored)
    if (Result.isSuccess(read)) return { value: read.success, why: null }
    const unchecked = decode(stored, { disableChecks: true })
    return { value: Result.getOrElse(unchecked, () => null), why: whyOf(read.failure.issue) }
  }
}

/** The place of the fault and what was expected, without the value: that may be personal data. */
const whyOf = (issue: SchemaIssue.Issue): string => {
  const [first] = formatIssue(issue).issues
  const path = (first?.path ?? []).map((part) => String(typeof part === "object" ? part.key : part)).join(".")
  const message = first?.message ?? "it is not as this version writes it"
  return path === "" ? message : `${path}: ${message}`
}

const formatIssue = SchemaIssue.makeFormatterStandardSchemaV1()

/** A row of any log. */
export interface FoundEventRow {
  /** The row id of the object that has this log. */
  readonly id: number
  readonly sequence: number
  readonly at: number
  readonly type: string
  readonly body: string
}

/** The log of each object. */
export const logsById = <Row extends FoundEventRow>(
  rows: ReadonlyArray<Row>,
): ReadonlyMap<number, ReadonlyArray<Row>> =>
  Map.groupBy(
    rows.toSorted((one, other) => one.sequence - other.sequence),
    ({ id }) => id,
  )

/** Reads events of a log, and says what is wrong with their rows. */
export const eventCheckerOf = <A extends { readonly _tag: string; readonly at: number }, I>(
  table: string,
  schema: Schema.Codec<A, I>,
) => {
  const checkEvent = checkerOf(schema)
  return ({ sequence, at, type, body }: FoundEventRow) => {
    const { value: event, why } = checkEvent(body)
    const row = `sequence ${sequence}`
    const breaches =
      why === null
        ? columnsDiffer(table, row, { at, type }, { at: event?.at ?? null, type: event?._tag ?? null })
        : [unreadable(`${table}.body of ${row}`, why)]
    return { sequence, event: why === null ? event : null, breaches }
  }
}

/** The derived columns that differ. */
export const columnsDiffer = <Derived extends object>(
  table: string,
  row: string,
  stored: { readonly [Column in keyof Derived]: unknown },
  derived: Derived,
): ReadonlyArray<StorageBreach> =>
  Object.entries(derived).flatMap(([column, value]) => {
    const found: unknown = Reflect.get(stored, column)
    return found === value
      ? []
      : [{ _tag: "ColumnDiffers", table, row, column, stored: shown(found), derived: shown(value) }]
  })

/** @param what - the column, and its row */
export const unreadable = (what: string, why: string): StorageBreach => ({
  _tag: "Unreadable",
  part: `${what}: ${why}`,
})

/** A required row that is missing. */
export const missing = (table: string, row: string): StorageBreach => ({ _tag: "RowMissing", table, row })

/** A row that should not exist; `number` names the object that it claims to belong to. */
export const stray = (number: string, table: string, row: string): BesideOrders => ({
  number,
  breach: { _tag: "RowStray", table, row },
})

/** A stored count of a company that differs from the rows. */
export const countDiffers = (
  company: number,
  table: string,
  row: string,
  column: string,
  stored: number,
  derived: number,
): ReadonlyArray<BesideOrders> =>
  stored === derived
    ? []
    : [{ number: `company ${company}`, breach: { _tag: "ColumnDiffers", table, row, column, stored, derived } }]

/**
 * The findings of two consecutive readings. A real difference is in both; one that a writer caused for a moment is not.
 */
export const inBothReadings = Effect.fnUntraced(function* <A, E, R>(
  first: ReadonlyArray<A>,
  second: Effect.Effect<ReadonlyArray<A>, E, R>,
): Effect.fn.Return<ReadonlyArray<A>, E, R> {
  if (first.length === 0) return []
  const known = new Set(first.map((one) => JSON.stringify(one)))
  return (yield* second).filter((one) => known.has(JSON.stringify(one)))
})

/** In pieces of one size: the last one is filled up with repetitions of its first item. */
export const keysInEqualPieces = <A>(all: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> => {
  const pieces = Array.from({ length: Math.ceil(all.length / keysAtOnce) }, (_, n) =>
    all.slice(n * keysAtOnce, (n + 1) * keysAtOnce),
  )
  return pieces.map((piece) => [
    ...piece,
    ...Array.from({ length: keysAtOnce - piece.length }, () => piece.slice(0, 1)).flat(),
  ])
}
