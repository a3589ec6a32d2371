/**
 * The end of a thread: it is asked to end, not terminated. Node ends the whole process if a thread is terminated while it loads SQLite.
 */
import { Effect } from "effect"
import { expect, it } from "vitest"
import { askedThread } from "../src/node/asked-thread.ts"
import { openDatabase } from "../src/sql/sqlite/database.ts"
import type { LongRead, LongReadAnswer } from "../src/sql/sqlite/long-read-thread.ts"
import { freshFile } from "./sqlite-file.ts"

const readerOf = (data: unknown) =>
  askedThread<LongRead, LongReadAnswer>(import.meta.resolve("#long-read-thread"), { data, name: "a test" })

const selectOne: LongRead = { sql: "select 1 as one", parameters: [] }

/** Takes a while to load, and then sets the first number of its input. */
const slowModule = `data:text/javascript,${encodeURIComponent(`
  import { parentPort, workerData } from "node:worker_threads"
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
  Atomics.store(new Int32Array(workerData), 0, 1)
  parentPort.once("message", () => parentPort.close())
`)}`

it("a thread whose scope ends while it loads loads to its end", async () => {
  const data = new SharedArrayBuffer(4)
  const loading = Effect.andThen(askedThread(slowModule, { data, name: "slow" }), Effect.sleep(50))
  await Effect.runPromise(Effect.scoped(loading))
  expect(Atomics.load(new Int32Array(data), 0)).toBe(1)
})

it("a thread answers until its scope ends", async () => {
  const asked = Effect.gen(function* () {
    const file = yield* freshFile
    openDatabase(file).close()
    const { ask } = yield* readerOf(file)
    return [yield* ask(selectOne), yield* ask(selectOne)]
  })
  expect(await Effect.runPromise(Effect.scoped(asked))).toEqual([{ rows: [{ one: 1 }] }, { rows: [{ one: 1 }] }])
})

it("a thread that could not begin fails with the cause", async () => {
  const asked = Effect.flatMap(readerOf(null), ({ ask }) => ask(selectOne))
  expect(await Effect.runPromise(Effect.flip(Effect.scoped(asked)))).toEqual(
    new Error("A thread is started with the name of the file."),
  )
})
