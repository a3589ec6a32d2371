import { chownSync, mkdtempSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Option } from "effect"
import { expect, it } from "vitest"
import { lastBackup, noteBackup } from "./last-backup.ts"

/** Runs only as root: nobody else can give a file away. */
it.skipIf(process.geteuid?.() !== 0)("a note that root makes of a backup belongs to the folder's owner", async () => {
  const folder = mkdtempSync(join(tmpdir(), "vintem-note-"))
  const [vintem, database] = [65_534, join(folder, "vintem.db")]
  chownSync(folder, vintem, vintem)
  const backup = { at: "2026-11-27T12:00:00.000Z", file: "copy.db" }
  for (const _ of ["new", "again"]) await Effect.runPromise(noteBackup(database, backup))
  const { mode, uid } = statSync(`${database}-last-backup`)
  expect([uid, (mode & 0o777).toString(8)]).toEqual([vintem, "600"])
  expect(await Effect.runPromise(lastBackup(database))).toEqual(Option.some(backup))
  rmSync(folder, { recursive: true })
})
