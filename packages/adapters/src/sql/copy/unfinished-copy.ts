/**
 * Whether a database is an unfinished copy: a service on it would have only a part of the data.
 */
import { Effect, Option, Schema } from "effect"
import { Settings } from "../engine/settings.ts"
import { CopyRecord } from "./copy-record.ts"
import { copySetting } from "./table-rows.ts"

const readRecord = Schema.decodeUnknownOption(Schema.fromJsonString(CopyRecord))

/**
 * The table at which the copy stopped; null where the copy is finished, or the database is no copy. A record that cannot be read counts as
 * unfinished.
 */
export const unfinishedCopy = Effect.gen(function* () {
  const settings = yield* Settings
  const kept = yield* settings.find(copySetting)
  if (Option.isNone(kept)) return null
  return Option.match(readRecord(kept.value), { onNone: () => "setting", onSome: ({ place }) => place?.table ?? null })
})
