// What every package's tests share: sources are resolved through the `vintem-source` condition, so nothing has to be built first.
import { existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs"
import { availableParallelism } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { ViteUserConfig } from "vitest/config"

/**
 * A time-out ends only what hangs: what takes seconds on one machine takes minutes on a busy one. Milliseconds; shorter than the time CI
 * has, so that the test that hangs is named.
 */
export const patience = { testTimeout: 1_200_000, hookTimeout: 1_200_000 }

// Files of tests are in memory if there is room, in a folder that is deleted with the run: no test needs files that
// outlive the machine, and on a disk every commit would wait.
const memory = "/dev/shm"
const roomNeeded = 4 * 1024 ** 3
if (process.env["TMPDIR"] === undefined && existsSync(memory) && roomIn(memory) >= roomNeeded) {
  const folder = mkdtempSync(join(memory, "vintem-tests-"))
  process.env["TMPDIR"] = folder
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }))
}

// Programs that tests start, and start again, find what was compiled the time before, types stripped: that is most of the work of a start.
process.env["NODE_COMPILE_CACHE"] ??= fileURLToPath(new URL("node_modules/.cache/vintem-tests", import.meta.url))

function roomIn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/**
 * For packages whose tests wait for a disk, a network or a program they have started: a second worker has something to do meanwhile. One of
 * their tests that takes long no longer holds up all others, either.
 */
export const waitsALot = { maxWorkers: Math.max(2, availableParallelism() - 1) }

const inRepository = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** Prints what failed once more at the end: the seed, and the command that runs it alone. */
export const reporters = ["default", inRepository("scripts/failures-reporter.ts")]

/** For tests that need a PostgreSQL: it runs as long as they do. */
export const postgresRuns = [fileURLToPath(import.meta.resolve("@vintem/test-postgres/global-setup"))]

/** For tests of the service on PostgreSQL. */
export const onPostgres = { provide: { engine: "postgres" as const }, globalSetup: postgresRuns }

/** Tests that take long for what they add. `npm run test:deep` runs them, `npm test` does not. */
export const deepTests = "**/*.deep.test.ts"

export const shared: ViteUserConfig = {
  resolve: { conditions: ["vintem-source"] },
  ssr: { resolve: { conditions: ["vintem-source"], externalConditions: ["vintem-source"] } },
  test: {
    passWithNoTests: true,
    execArgv: ["--conditions=vintem-source"],
    setupFiles: [inRepository("scripts/seeded-properties.ts")],
    // The files of a package share the modules they import, which takes most of the time otherwise. A test that changes something
    // for the whole process, an environment variable for one, puts it back.
    isolate: false,
    reporters,
    ...patience,
  },
}

/** The two halves of a package's tests, for the two commands. */
export const broadAndDeep = {
  projects: [
    { extends: true as const, test: { name: "broad", exclude: ["**/node_modules/**", "**/dist/**", deepTests] } },
    { extends: true as const, test: { name: "deep", include: [deepTests] } },
  ],
}
