/**
 * The program's files are for their owner alone, even if they were opened to others before. Windows has no such modes.
 */
import { chmodSync, mkdirSync, readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import type { Ended } from "./spawned-program.ts"
import { logOf, spawnedServices, stop } from "./spawned-service.ts"

const { begin, newFolder } = spawnedServices()

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)

const modesIn = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder)
      .toSorted()
      .map((name) => [name, modeOf(join(folder, name))]),
  )

/** All files of a running service, each for its owner alone. */
const closed = {
  "admin-token": "600",
  "demo-api-key": "600",
  "demo-owner": "600",
  "secret-key": "600",
  "vintem.db": "600",
  "vintem.db-lock": "600",
  "vintem.db-shm": "600",
  "vintem.db-wal": "600",
}

const serve = async (folder: string, database = "sqlite:./data/vintem.db") => {
  const program = begin({ folder, environment: { DATABASE_URL: database } })
  await program.printed(/^Vintém serves /u)
  return { program }
}

const warningsIn = (ended: Ended): ReadonlyArray<string> =>
  logOf(ended)
    .filter(({ level }) => level === "WARN")
    .map(({ message }) => JSON.stringify(message))

describe.skipIf(process.platform === "win32").concurrent("a file of the program", () => {
  it("is its owner's alone, in a folder that nobody else can enter", async () => {
    const folder = newFolder()
    const program = await serve(folder)
    expect([modesIn(folder), modesIn(join(folder, "data"))]).toEqual([{ data: "700" }, closed])
    expect(warningsIn(await stop(program))).toEqual([])
  })

  it("is closed to others at the next start if it was opened to them, and so is the default folder", async () => {
    const folder = newFolder()
    const data = join(folder, "data")
    await stop(await serve(folder))
    for (const name of readdirSync(data)) chmodSync(join(data, name), 0o644)
    chmodSync(data, 0o777)
    const program = await serve(folder)
    expect([modeOf(data), modesIn(data)]).toEqual(["700", closed])
    expect(warningsIn(await stop(program))).toEqual([])
  })

  it("is in a folder that, with all new ones above it, is for its owner alone", async () => {
    const folder = newFolder()
    await stop(await serve(folder, "sqlite:./far/away/vintem.db"))
    expect([modeOf(join(folder, "far")), modeOf(join(folder, "far", "away"))]).toEqual(["700", "700"])
  })

  it.each([
    ["770", true],
    ["777", true],
    ["757", true],
    ["755", false],
    ["750", false],
  ])(
    "leaves another folder of mode %s unchanged, with a warning if others can write to it: %s",
    async (mode, isWarned) => {
      const folder = newFolder()
      const chosen = join(folder, "chosen")
      mkdirSync(chosen)
      chmodSync(chosen, Number.parseInt(mode, 8))
      const program = await serve(folder, "sqlite:./chosen/vintem.db")
      expect([modeOf(chosen), modesIn(chosen)]).toEqual([mode, closed])
      const warnings = warningsIn(await stop(program))
      expect(warnings).toHaveLength(isWarned ? 1 : 0)
      for (const warning of warnings) expect(warning).toContain("other users can write to the data folder")
    },
  )
})
