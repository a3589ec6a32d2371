/** Creating and migrating an SQLite file if several processes begin at once. */
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { migrate } from "../src/sql/sqlite/database.ts"
import { freshFile, lookAt } from "./sqlite-file.ts"
import { databaseModule, endOf, startProcess } from "./sqlite-processes.ts"

const onFreshFile = (test: (file: string) => Promise<void>): Promise<void> =>
  Effect.runPromise(Effect.scoped(Effect.flatMap(freshFile, (file) => Effect.promise(() => test(file)))))

describe("a database file", () => {
  it("is migrated once, however many processes begin together", () =>
    onFreshFile(async (file) => {
      await migrate(`${file}-alone`)
      const processes = await Promise.all(
        Array.from({ length: 4 }, () =>
          startProcess(`const { migrate } = await import(${databaseModule}); await ready(); await migrate(file)`, file),
        ),
      )
      for (const { stdin } of processes) stdin?.end("go")
      expect(await Promise.all(processes.map(endOf))).toStrictEqual(processes.map(() => ({ code: 0, complaint: "" })))
      expect(lookAt(file)).toStrictEqual(lookAt(`${file}-alone`))
    }))

  it("is opened by every process that finds it new, however many open it at once", () =>
    onFreshFile(async (file) => {
      // The first process creates the files, which takes longer than opening them: so the others catch up, and meet it
      // again and again.
      const processes = await Promise.all(
        Array.from({ length: 4 }, () =>
          startProcess(
            `const { openDatabase } = await import(${databaseModule})
             await ready()
             for (let number = 0; number < 80; number += 1) openDatabase(file + number).close()`,
            file,
          ),
        ),
      )
      for (const { stdin } of processes) stdin?.end("go")
      expect(await Promise.all(processes.map(endOf))).toStrictEqual(processes.map(() => ({ code: 0, complaint: "" })))
    }))
})
