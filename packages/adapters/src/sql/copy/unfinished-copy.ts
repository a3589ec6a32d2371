/**
 * Whether a database is a copy that was never finished: whoever served from it would serve a part of the data.
 */
import { Effect, Option, Schema } from "effect"
import { Settings } from "../engine/settings.ts"
import { CopyRecord } from "./copy-record.ts"
import { copySetting } from "./table-rows.ts"

const readRecord = Schema.decodeUnknownOption(Schema.fromJsonString(CopyRecord))

/** The table at which the copy stands still; null where the database is whole, or no copy. A record nobody can read is of no whole one. */
export const unfinishedCopy = Effect.gen(function* () {
  const settings = yield* Settings
  const kept = yield* settings.find(copySetting)
  if (Option.isNone(kept)) return null
  return Option.match(readRecord(kept.value), { onNone: () => "setting", onSome: ({ place }) => place?.table ?? null })
})
