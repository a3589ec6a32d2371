/**
 * The time of the last `vintem backup`: a note next to the SQLite file, for `vintem status`. Other ways of copying
 * leave no note.
 */
import { open, readFile } from "node:fs/promises"
import { giveToFolderOwner, ownerOnlyFileMode } from "@vintem/adapters"
import { Effect, type Option, Schema } from "effect"

const LastBackup = Schema.Struct({
  /** The copy has everything that was committed by this time. ISO 8601, UTC. */
  at: Schema.String,
  /** The copy's path; it may have been moved since. */
  file: Schema.String,
})
export type LastBackup = typeof LastBackup.Type

const noteBeside = (database: string): string => `${database}-last-backup`

/**
 * Never fails: a copy is a copy, even if the folder is not writable. The service can read a note that root has written.
 */
export const noteBackup = (database: string, backup: LastBackup): Effect.Effect<void> =>
  Effect.ignore(
    Effect.tryPromise(async () => {
      const note = noteBeside(database)
      const handle = await open(note, "w", ownerOnlyFileMode)
      try {
        giveToFolderOwner(handle.fd, note)
        await handle.writeFile(`${JSON.stringify(backup)}\n`)
      } finally {
        await handle.close()
      }
    }),
  )

/** None if no copy was made, or the note is unreadable. */
export const lastBackup = (database: string): Effect.Effect<Option.Option<LastBackup>> =>
  Effect.option(
    Effect.flatMap(
      Effect.tryPromise(() => readFile(noteBeside(database), "utf8")),
      Schema.decodeUnknownEffect(Schema.fromJsonString(LastBackup)),
    ),
  )
