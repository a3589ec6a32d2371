/**
 * The administration's token: configured, or made at the first start of a sandbox and kept beside its database.
 */
import { randomBytes } from "node:crypto"
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { Effect, Option, Redacted, Schema } from "effect"
import type { Settings } from "./configuration/configuration.ts"

/** The file that keeps the token could neither be read nor made. */
class AdminTokenUnavailable extends Schema.TaggedError<AdminTokenUnavailable>()("AdminTokenUnavailable", {
  file: Schema.String,
  cause: Schema.Defect(),
}) {}

/** Where a sandbox keeps what it prints once; none for a database that is forgotten with the process. */
export const dataFolder = ({ database }: Pick<Settings, "database">): string | null =>
  database._tag === "sqlite_file" ? dirname(database.path) : null

export const adminToken = Effect.fn("adminToken")(function* (settings: Settings) {
  if (Option.isSome(settings.adminToken)) return settings.adminToken.value
  const folder = dataFolder(settings)
  const fresh = yield* Effect.sync(() => `vintem_admin_${randomBytes(24).toString("base64url")}`)
  if (folder === null) return Redacted.make(fresh, { label: "admin token" })
  const file = join(folder, "admin-token")
  const kept = yield* Effect.tryPromise({
    try: async () => {
      await mkdir(folder, { recursive: true })
      // Of two processes that start at once one makes the file, and both read it.
      await writeFile(file, `${fresh}\n`, { flag: "wx", mode: 0o600 }).catch(ignoreExisting)
      return (await readFile(file, "utf8")).trim()
    },
    catch: (cause) => new AdminTokenUnavailable({ file, cause }),
  })
  return Redacted.make(kept, { label: "admin token" })
})

const ignoreExisting = (cause: unknown): void => {
  if (typeof cause !== "object" || cause === null || !("code" in cause) || cause.code !== "EEXIST") throw cause
}
