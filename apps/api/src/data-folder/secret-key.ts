/**
 * The service's secret key: configured, or generated at the first start of a sandbox and stored next to its database.
 * The service starts only if it has the database's key, as the current one or as a former one.
 */
import { dirname, join } from "node:path"
import { agreeOnSecretKeys, hasSecretKey, newSecretKey, type SecretKey, type SecretKeys } from "@vintem/adapters"
import { Effect, Option, Redacted, Schema } from "effect"
import type { Settings } from "../configuration/configuration.ts"
import { secretKeyKind } from "../configuration/value-kind.ts"
import { variables } from "../configuration/variables.ts"
import { keptFiles } from "./data-folder.ts"
import { findKeptSecret, keptSecret } from "./kept-secret.ts"

/**
 * The service cannot work without the database's keys. `lost`: the key's file is gone. `unreadable`: its file holds no
 * key. `other`: no configured key is the database's. `following`, `unfinished`: see `SecretKeyAgreement`.
 */
export class SecretKeyRefused extends Schema.TaggedError<SecretKeyRefused>()("SecretKeyRefused", {
  reason: Schema.Literals(["lost", "unreadable", "other", "following", "unfinished"]),
  /** The key's file, or the variable that holds the key. */
  source: Schema.String,
}) {}

/** The keys of the database. Its first user decides its key. */
export const secretKeys = Effect.fn("secretKeys")(function* (settings: SecretKeySettings) {
  const { key, source } = yield* Option.match(settings.secretKey, {
    onSome: (configured) => Effect.succeed({ key: configured, source: variables.secretKey.name }),
    onNone: () => keptKey(settings),
  })
  const keys: SecretKeys = { current: key, former: settings.formerSecretKeys }
  const agreement = yield* agreeOnSecretKeys(keys)
  return agreement === "agreed" ? keys : yield* new SecretKeyRefused({ reason: agreement, source })
})

export type SecretKeySettings = Pick<Settings, "database" | "secretKey" | "formerSecretKeys">

const keptKey = Effect.fnUntraced(function* ({ database }: Pick<Settings, "database">) {
  const fresh = yield* Effect.sync(newSecretKey)
  if (database._tag !== "sqlite_file") return { key: fresh, source: variables.secretKey.name }
  const source = join(dirname(database.path), keptFiles.secretKey)
  // Asked first: a process that starts at the same moment creates the file before it begins the database.
  const isBegun = yield* hasSecretKey
  const text = isBegun ? yield* findKeptSecret(source) : yield* keptSecret(source, textOf(fresh))
  if (text === null) return yield* new SecretKeyRefused({ reason: "lost", source })
  const key = Option.getOrNull(secretKeyKind.parse(text))
  return key === null ? yield* new SecretKeyRefused({ reason: "unreadable", source }) : { key, source }
})

const textOf = (key: SecretKey): string => Buffer.from(Redacted.value(key)).toString("base64")
