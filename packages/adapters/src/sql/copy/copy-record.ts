/**
 * The progress of a copy, stored in the target as one of its settings and updated in the commit of each batch: an interrupted copy
 * continues where it was.
 */
import { Effect, Option, Schema } from "effect"
import { sql } from "kysely"
import { Settings } from "../engine/settings.ts"
import { TargetChanged } from "./copy-faults.ts"
import type { OpenSide } from "./copy-side.ts"
import { copySetting } from "./table-rows.ts"

/** A cheap sign that a table was written to. */
const Mark = Schema.Struct({
  rows: Schema.Int,
  /** The highest number it has ever given; null if it gives none or has given none. */
  lastNumber: Schema.NullOr(Schema.Int),
})

/** The mark of each copied table, by name. */
export const Marks = Schema.Record(Schema.String, Mark)
export type Marks = typeof Marks.Type

/** The table that is being copied, and how far. */
const Place = Schema.Struct({
  table: Schema.String,
  /** The key of the last row that was copied; null if none was. */
  after: Schema.NullOr(Schema.Array(Schema.Union([Schema.String, Schema.Int]))),
  rows: Schema.Int,
})
export type Place = typeof Place.Type

/** What is copied, and how far. */
export const CopyRecord = Schema.Struct({
  /** Which database is copied: see `identityOf`. */
  source: Schema.String,
  /** The source's, as the copy began. */
  marks: Marks,
  /** Null if all rows are copied. */
  place: Schema.NullOr(Place),
})
export type CopyRecord = typeof CopyRecord.Type

const readRecord = Schema.decodeUnknownOption(Schema.fromJsonString(CopyRecord))

/** The progress record of a database that is a copy; none if it is no copy. Dies if the record cannot be read. */
export const findRecord = ({ read }: OpenSide) =>
  Effect.flatMap(
    read("copy.record", sql<{ value: string }>`select value from setting where name = ${copySetting}`),
    ([row]) =>
      row === undefined
        ? Effect.succeed(Option.none<CopyRecord>())
        : Effect.asSome(Effect.orDie(Effect.fromOption(readRecord(row.value)))),
  )

/** Writes a first record, in place of the settings of an otherwise empty database. */
export const beginRecord = ({ build, write, commit }: OpenSide, record: CopyRecord) =>
  commit(
    "setting",
    Effect.gen(function* () {
      const isOther = sql<boolean>`name <> ${copySetting}`
      yield* write("copy.record", build.deleteFrom("setting").where(isOther).compile())
      const { changes } = yield* write(
        "copy.record",
        build
          .insertInto("setting")
          .values({ name: copySetting, value: JSON.stringify(record) })
          .onConflict((conflict) => conflict.doNothing())
          .compile(),
      )
      if (changes !== 1) return yield* new TargetChanged({ table: "setting" })
    }),
  )

/** Part of the unit that copies the rows between the two places. Fails if another copy has updated the record since. */
export const moveRecord = Effect.fnUntraced(function* ({ build, write }: OpenSide, from: CopyRecord, to: CopyRecord) {
  const { changes } = yield* write(
    "copy.record",
    build
      .updateTable("setting")
      .set({ value: JSON.stringify(to) })
      .where("name", "=", copySetting)
      .where("value", "=", JSON.stringify(from))
      .compile(),
  )
  if (changes !== 1) return yield* new TargetChanged({ table: "setting" })
})

/**
 * The table at which a copy stopped, of a database that is one: a service on it would have only a part of the data. Null if the copy is
 * finished, or the database is no copy. A record that cannot be read counts as unfinished.
 */
export const unfinishedCopy = Effect.gen(function* () {
  const settings = yield* Settings
  const kept = yield* settings.find(copySetting)
  if (Option.isNone(kept)) return null
  return Option.match(readRecord(kept.value), { onNone: () => "setting", onSome: ({ place }) => place?.table ?? null })
})
