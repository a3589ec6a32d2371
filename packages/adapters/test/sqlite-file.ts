/**
 * SQLite files that live as long as a test.
 */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Layer } from "effect"
import * as SqliteStorage from "../src/kysely/sqlite/sqlite-storage.ts"

/** The name of a file that is not there yet, in a folder that goes with the scope. */
export const freshFile = Effect.map(
  Effect.acquireRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "vintem-sqlite-"))),
    (folder) => Effect.promise(() => rm(folder, { recursive: true })),
  ),
  (folder) => join(folder, "vintem.db"),
)

/** A file of its own in every build. */
export const layerFreshFile = Layer.unwrap(Effect.map(freshFile, SqliteStorage.layer))
