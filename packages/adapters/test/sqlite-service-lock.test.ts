/** The lock of the one service on an SQLite file: who is kept out, who is not, and how it ends. */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { Effect, type Scope } from "effect"
import { describe, expect, it } from "vitest"
import { migrate, openDatabase } from "../src/sql/sqlite/database.ts"
import { serviceLock } from "../src/sql/sqlite/service-lock.ts"
import { freshFile } from "./sqlite-file.ts"

describe("the lock of a service", () => {
  it("keeps out another one of its process, and no longer than its scope", () =>
    onFreshFile(
      Effect.fnUntraced(function* (file) {
        yield* Effect.scoped(
          Effect.gen(function* () {
            yield* serviceLock(file)
            expect(yield* outcomeOf(file)).toBe("HeldByAnother")
            expect(yield* outcomeOf(file)).toBe("HeldByAnother") // refusing another has not ended it
          }),
        )
        expect(yield* outcomeOf(file)).toBe("taken")
      }),
    ))

  it("keeps out other processes, and ends with its process, however that ends", () =>
    onFreshFile(
      Effect.fnUntraced(function* (file) {
        for (const signal of ["SIGKILL", "SIGTERM"] as const) {
          const holder = yield* Effect.promise(() => holderOf(file))
          expect(yield* outcomeOf(file)).toBe("HeldByAnother")
          holder.kill(signal)
          yield* Effect.promise(() => once(holder, "close"))
          expect(yield* outcomeOf(file)).toBe("taken")
        }
      }),
    ))

  it("depends on the file and not on its name", () =>
    onFreshFile(
      Effect.fnUntraced(function* (file) {
        const folder = dirname(file)
        const elsewhere = join(folder, "elsewhere")
        mkdirSync(elsewhere)
        symlinkSync(file, join(elsewhere, "link.db"))
        symlinkSync("link.db", join(elsewhere, "link-to-link.db"))
        symlinkSync(folder, join(elsewhere, "folder"))
        const names = [
          file,
          join(elsewhere, "link.db"),
          join(elsewhere, "link-to-link.db"),
          join(elsewhere, "folder", "vintem.db"),
          `${elsewhere}/../vintem.db`,
          relative(process.cwd(), file),
        ]
        // First without the file, then with it.
        for (const make of [() => {}, () => openDatabase(file).close()]) {
          make()
          for (const name of names) {
            yield* Effect.scoped(
              Effect.gen(function* () {
                yield* serviceLock(name)
                for (const other of names)
                  expect([name, other, yield* outcomeOf(other)]).toEqual([name, other, "HeldByAnother"])
              }),
            )
          }
        }
        // SQLite itself makes the file that the links lead to.
        expect(readdirSync(folder).toSorted()).toEqual(["elsewhere", "vintem.db", "vintem.db-lock"])
      }),
    ))

  it("leaves other files alone", () =>
    onFreshFile(
      Effect.fnUntraced(function* (file) {
        yield* serviceLock(file)
        expect(yield* outcomeOf(`${file}2`)).toBe("taken")
      }),
    ))

  it("does not stop commands that read, write and migrate without serving", () =>
    onFreshFile(
      Effect.fnUntraced(function* (file) {
        yield* serviceLock(file)
        yield* Effect.promise(() => migrate(file))
        const raw = openDatabase(file)
        raw.exec("create table theirs (x)")
        raw.close()
      }),
    ))

  it("is an empty file that only its owner can use, created or found, and the only one next to the data", () =>
    onFreshFile(
      Effect.fnUntraced(function* (file) {
        for (const _ of ["made", "found"]) {
          yield* Effect.scoped(
            Effect.gen(function* () {
              yield* serviceLock(file)
              const { mode, size } = statSync(`${file}-lock`)
              expect([mode & 0o777, size]).toEqual([0o600, 0])
              expect(readdirSync(dirname(file))).toEqual(["vintem.db-lock"])
            }),
          )
        }
      }),
    ))

  it("fails if there is no folder, or the lock's file is something else", () =>
    onFreshFile(
      Effect.fnUntraced(function* (file) {
        expect(yield* outcomeOf(join(file, "vintem.db"))).toBe("StorageUnavailable: unreachable")
        writeFileSync(`${file}-lock`, "no database".repeat(100))
        expect(yield* outcomeOf(file)).toBe("StorageUnavailable: corrupt")
      }),
    ))

  // Root may write anywhere.
  it.skipIf(process.getuid?.() === 0)("fails in a folder that cannot be written to", () =>
    onFreshFile(
      Effect.fnUntraced(function* (file) {
        chmodSync(dirname(file), 0o500)
        expect(yield* outcomeOf(file)).toBe("StorageUnavailable: unreachable")
        expect(existsSync(`${file}-lock`)).toBe(false)
        chmodSync(dirname(file), 0o700)
      }),
    ),
  )
})

const onFreshFile = (test: (file: string) => Effect.Effect<void, unknown, Scope.Scope>): Promise<void> =>
  Effect.runPromise(Effect.scoped(Effect.flatMap(freshFile, test)))

/** The outcome of a process that tries to take the lock, and releases it at once. */
const outcomeOf = (file: string) =>
  Effect.scoped(serviceLock(file)).pipe(
    Effect.as("taken"),
    Effect.catchTags({
      HeldByAnother: ({ _tag }) => Effect.succeed<string>(_tag),
      StorageUnavailable: ({ _tag, fault }) => Effect.succeed(`${_tag}: ${fault}`),
    }),
  )

const lockModule = JSON.stringify(new URL("../src/sql/sqlite/service-lock.ts", import.meta.url).href)

/** Another process that has taken the lock, and holds it until it ends. */
const holderOf = async (file: string): Promise<ChildProcess> => {
  const script = `
    const { serviceLock } = await import(${lockModule})
    const { Effect } = await import("effect")
    const starter = process.ppid // continues until it is ended, or its starter is gone
    setInterval(() => process.ppid === starter || process.exit(), 1_000)
    const held = Effect.andThen(serviceLock(process.argv[1]), Effect.sync(() => process.stdout.write("held")))
    // What nothing refers to is collected as garbage, and with a fiber that waits for nothing the lock in its scope.
    globalThis.holding = Effect.runFork(Effect.scoped(Effect.andThen(held, Effect.never)))`
  const child = spawn(process.execPath, ["--conditions=vintem-source", "--input-type=module", "--eval", script, file], {
    stdio: ["ignore", "pipe", "inherit"],
  })
  await once(child.stdout, "data")
  return child
}
