/** A secret that is generated at the first start and stored in a file that only its owner can read. */
import { randomUUID } from "node:crypto"
import { link, open, readFile, rm } from "node:fs/promises"
import { dirname } from "node:path"
import { giveToFolderOwner, ownerOnlyFileMode, restrictToOwner } from "@vintem/adapters"
import { Effect, Schema } from "effect"
import { makeFolder } from "./data-folder.ts"

/** The file of a secret could be neither read nor created. */
export class SecretFileUnavailable extends Schema.TaggedError<SecretFileUnavailable>()("SecretFileUnavailable", {
  file: Schema.String,
  cause: Schema.Defect(),
}) {}

/** The trimmed content of a file; null if there is no such file. */
export const findKeptSecret = (file: string) =>
  Effect.tryPromise({
    try: () => readFile(file, "utf8").then((text) => text.trim(), nullWhereAbsent),
    catch: (cause) => new SecretFileUnavailable({ file, cause }),
  }).pipe(Effect.tap(() => Effect.sync(() => restrictToOwner(file))))

/**
 * The content of a file. If there is no file, creates it with a new secret. If several processes start at once, one
 * creates it and all read it whole: it is written under another name, synced to disk, and then renamed.
 */
export const keptSecret = Effect.fnUntraced(function* (file: string, fresh: string) {
  const kept = yield* findKeptSecret(file)
  if (kept !== null) return kept
  yield* makeFolder(dirname(file))
  const draft = `${file}.${yield* Effect.sync(() => randomUUID())}`
  yield* Effect.tryPromise({
    try: async () => {
      const handle = await open(draft, "wx", ownerOnlyFileMode)
      try {
        giveToFolderOwner(handle.fd, draft)
        await handle.writeFile(`${fresh}\n`)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await link(draft, file).catch(ignoreExisting)
      await flushFolder(dirname(file))
    },
    catch: (cause) => new SecretFileUnavailable({ file, cause }),
  }).pipe(Effect.ensuring(Effect.ignore(Effect.tryPromise(() => rm(draft, { force: true })))))
  return (yield* findKeptSecret(file)) ?? fresh
})

/** A rename is durable only after its folder is synced. Windows cannot open folders. */
const flushFolder = async (folder: string): Promise<void> => {
  if (process.platform === "win32") return
  const opened = await open(folder)
  await opened.sync().finally(() => opened.close())
}

const codeOf = (cause: unknown): unknown =>
  typeof cause === "object" && cause !== null && "code" in cause ? cause.code : undefined

const nullWhereAbsent = (cause: unknown): null => {
  if (codeOf(cause) !== "ENOENT") throw cause
  return null
}

const ignoreExisting = (cause: unknown): void => {
  if (codeOf(cause) !== "EEXIST") throw cause
}
