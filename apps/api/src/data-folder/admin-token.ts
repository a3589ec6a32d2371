/**
 * The administration's token: configured, or generated at the first start of a sandbox and stored next to its database.
 */
import { randomBytes } from "node:crypto"
import { join } from "node:path"
import { Effect, Option, Redacted, Schema } from "effect"
import type { Settings } from "../configuration/configuration.ts"
import { secretKind } from "../configuration/value-kind.ts"
import { dataFolder, keptFiles } from "./data-folder.ts"
import { findKeptSecret, keptSecret } from "./kept-secret.ts"

type TokenSettings = Pick<Settings, "adminToken" | "database">

/** The file was emptied or changed and holds no token. An empty token would let everybody in. */
export class AdminTokenUnusable extends Schema.TaggedError<AdminTokenUnusable>()("AdminTokenUnusable", {
  file: Schema.String,
}) {}

/** The configured or stored token; none if there is neither. Generates nothing. */
export const findAdminToken = Effect.fnUntraced(function* (settings: TokenSettings) {
  const folder = dataFolder(settings)
  if (Option.isSome(settings.adminToken) || folder === null) return settings.adminToken
  const file = join(folder, keptFiles.adminToken)
  const kept = yield* findKeptSecret(file)
  return kept === null ? Option.none() : Option.some(yield* tokenIn(file, kept))
})

export const adminToken = Effect.fn("adminToken")(function* (settings: TokenSettings) {
  if (Option.isSome(settings.adminToken)) return settings.adminToken.value
  const folder = dataFolder(settings)
  const fresh = yield* Effect.sync(() => `vintem_admin_${randomBytes(24).toString("base64url")}`)
  if (folder === null) return Redacted.make(fresh, { label })
  const file = join(folder, keptFiles.adminToken)
  return yield* tokenIn(file, yield* keptSecret(file, fresh))
})

const label = "admin token"

const tokenIn = (file: string, text: string) =>
  Effect.fromOption(secretKind(label).parse(text), () => new AdminTokenUnusable({ file }))
