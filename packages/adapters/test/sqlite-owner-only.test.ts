/** The permissions of an SQLite file and its companion files: for their owner alone. Windows has no such modes. */
import { chmodSync, chownSync, existsSync, readdirSync, statSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { makeOwnerOnlyFolder, openToOthers, restrictToOwner } from "../src/node/owner-only.ts"
import { restore } from "../src/sql/sqlite/backup.ts"
import { databaseFiles, migrate, openDatabase, openReadOnly } from "../src/sql/sqlite/database.ts"
import { serviceLock } from "../src/sql/sqlite/service-lock.ts"
import { freshFile } from "./sqlite-file.ts"

const onFreshFile = (test: (file: string) => void): Promise<void> =>
  Effect.runPromise(Effect.scoped(Effect.map(freshFile, test)))

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)

/** The modes of all files next to one, by the end of their names. */
const modesBeside = (file: string): Readonly<Record<string, string>> =>
  Object.fromEntries(readdirSync(dirname(file)).map((name) => [name, modeOf(join(dirname(file), name))]))

/** Any permissions that the starting shell may allow. */
const umasks = [0o000, 0o002, 0o022, 0o077]

const underUmask = <A>(umask: number, work: () => A): A => {
  const before = process.umask(umask)
  try {
    return work()
  } finally {
    process.umask(before)
  }
}

describe.skipIf(process.platform === "win32")("an SQLite file", () => {
  it.each(umasks)("is its owner's alone from its first moment, with its log, under umask %i", (umask) =>
    onFreshFile((file) =>
      underUmask(umask, () => {
        const database = openDatabase(file)
        database.exec("create table t (x); insert into t values (1)")
        expect(modesBeside(file)).toEqual({
          "vintem.db": "600",
          "vintem.db-wal": "600",
          "vintem.db-shm": "600",
        })
        database.close()
        expect(modesBeside(file)).toEqual({ "vintem.db": "600" })
      }),
    ),
  )

  it("is closed to others if they could read it, and so are a log and its index that a killed service left", () =>
    onFreshFile((file) => {
      const earlier = openDatabase(file)
      earlier.exec("create table t (x)")
      for (const one of databaseFiles(file).filter((name) => existsSync(name))) chmodSync(one, 0o664)
      const database = openDatabase(file)
      expect(Object.values(modesBeside(file))).toEqual(["600", "600", "600"])
      database.close()
      earlier.close()
    }))

  it("keeps its mode if it is only read", () =>
    onFreshFile((file) => {
      openDatabase(file).close()
      chmodSync(file, 0o644)
      openReadOnly(file).close()
      expect(modeOf(file)).toBe("644")
    }))

  it("keeps its mode if it is no database, and so does a folder", () =>
    onFreshFile((file) => {
      const folder = dirname(file)
      chmodSync(folder, 0o755)
      writeFileSync(file, "Not a database, but somebody's file of more than a hundred bytes. ".repeat(2), {
        mode: 0o644,
      })
      expect(() => openDatabase(file)).toThrow("not a database")
      expect(() => openDatabase(folder)).toThrow("unable to open database file")
      expect([modeOf(file), modeOf(folder)]).toEqual(["644", "755"])
    }))

  it("is not created without a folder, and neither is anything else", () =>
    onFreshFile((file) => {
      expect(() => openDatabase(join(file, "vintem.db"))).toThrow("directory does not exist")
      expect(existsSync(file)).toBe(false)
    }))
})

describe.skipIf(process.platform === "win32")("openToOthers", () => {
  it.each([
    [0o600, { canUse: false, canWrite: false }],
    [0o640, { canUse: true, canWrite: false }],
    [0o604, { canUse: true, canWrite: false }],
    [0o620, { canUse: true, canWrite: true }],
    [0o602, { canUse: true, canWrite: true }],
  ])("reports what others may do with a file of mode %i", (mode, expected) =>
    onFreshFile((file) => {
      writeFileSync(file, "")
      chmodSync(file, mode)
      expect(openToOthers(file)).toEqual(expected)
      restrictToOwner(file)
      expect(openToOthers(file)).toEqual({ canUse: false, canWrite: false })
    }),
  )

  it("fails for a file that is not there", () =>
    onFreshFile((file) => {
      expect(openToOthers(file)).toEqual({ canUse: false, canWrite: false })
    }))

  it("leaves a stricter file unchanged", () =>
    onFreshFile((file) => {
      writeFileSync(file, "", { mode: 0o400 })
      restrictToOwner(file)
      expect(modeOf(file)).toBe("400")
    }))
})

/** Runs only as root: nobody else can give a file away. */
describe.skipIf(process.geteuid?.() !== 0)("an SQLite file that root creates in the folder of another user", () => {
  const vintem = 65_534

  const ownersBeside = (file: string): ReadonlyArray<number> =>
    readdirSync(dirname(file)).map((name) => statSync(join(dirname(file), name)).uid)

  it("belongs to that user, with its log and its lock, so that the service can open it", () =>
    Effect.runPromise(
      Effect.scoped(
        Effect.gen(function* () {
          const file = yield* freshFile
          chownSync(dirname(file), vintem, vintem)
          yield* serviceLock(file)
          const database = openDatabase(file)
          database.exec("create table t (x); insert into t values (1)")
          expect(ownersBeside(file)).toEqual([vintem, vintem, vintem, vintem])
          database.close()
        }),
      ),
    ))

  it("belongs to that user when it is restored", () =>
    Effect.runPromise(
      Effect.scoped(
        Effect.gen(function* () {
          const [from, to] = [yield* freshFile, yield* freshFile]
          yield* Effect.promise(() => migrate(from))
          chownSync(dirname(to), vintem, vintem)
          yield* restore({ from, to, onProgress: () => Effect.void })
          expect(new Set(ownersBeside(to))).toEqual(new Set([vintem]))
        }),
      ),
    ))

  it("stays root's in a folder of root's", () =>
    onFreshFile((file) => {
      openDatabase(file).close()
      expect(ownersBeside(file)).toEqual([0])
    }))

  it("belongs to that user with each folder that root made for it", () =>
    Effect.runPromise(
      Effect.scoped(
        Effect.gen(function* () {
          const outer = dirname(yield* freshFile)
          chownSync(outer, vintem, vintem)
          const inner = join(outer, "a", "b")
          makeOwnerOnlyFolder(inner)
          makeOwnerOnlyFolder(inner)
          for (const one of [inner, dirname(inner)]) {
            expect([statSync(one).uid, modeOf(one)]).toEqual([vintem, "700"])
          }
        }),
      ),
    ))
})
