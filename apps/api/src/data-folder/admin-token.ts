/**
 * The administration's token: configured, or made at the first start of a sandbox and stored next to its database.
 */
import { randomBytes } from "node:crypto"
import { join } from "node:path"
import { Effect, Option, Redacted } from "effect"
import type { Settings } from "../configuration/configuration.ts"
import { dataFolder, keptFiles } from "./data-folder.ts"
import { findKeptSecret, keptSecret } from "./kept-secret.ts"

/** The token that there is; none where it is neither configured nor kept: nothing is made. */
export const findAdminToken = Effect.fnUntraced(function* (settings: Settings) {
  const folder = dataFolder(settings)
  if (Option.isSome(settings.adminToken) || folder === null) return settings.adminToken
  const kept = yield* findKeptSecret(join(folder, keptFiles.adminToken))
  return Option.map(Option.fromNullishOr(kept), (token) => Redacted.make(token, { label: "admin token" }))
})

export const adminToken = Effect.fn("adminToken")(function* (settings: Settings) {
  if (Option.isSome(settings.adminToken)) return settings.adminToken.value
  const folder = dataFolder(settings)
  const fresh = yield* Effect.sync(() => `vintem_admin_${randomBytes(24).toString("base64url")}`)
  const token = folder === null ? fresh : yield* keptSecret(join(folder, keptFiles.adminToken), fresh)
  return Redacted.make(token, { label: "admin token" })
})
