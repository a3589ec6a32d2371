/**
 * What does it cost orders that a database of 2 GB is being copied?
 *
 * A service on an SQLite file of 2 GB takes single orders from 8 customers, each of whom sends the next when the last is answered, alone
 * and while `vintem backup` runs, in alternating rounds. The baseline is the service alone. Measured is what an order took, over stretches
 * of two seconds, so that a stretch ends with the copy; the one in which a copy ended is left out. Its promise: the 99th percentile is not
 * more than doubled.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdir, mkdtemp, rm } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { SqliteDatabase } from "@vintem/adapters"
import BetterSqlite from "better-sqlite3"
import { median } from "./harness/median.ts"
import { startService } from "./harness/servers.ts"
import { type PhaseResult, startGenerator } from "./load/phase.ts"

const gigabytes = 2
const rounds = 5
const connections = 8
const stretchSeconds = 2
/** Of the service alone, as many stretches a round. */
const stretchesAlone = 4

export const backup = async (): Promise<void> => {
  const data = fileURLToPath(new URL("../data", import.meta.url))
  await mkdir(data, { recursive: true })
  const folder = await mkdtemp(join(data, "bench-"))
  const file = join(folder, "vintem.db")
  await SqliteDatabase.migrate(file)
  fill(file)
  const service = await startService(file)
  const generator = startGenerator()
  try {
    let from = 0
    const stretch = async (): Promise<PhaseResult> => {
      const { key, url } = service
      const result = await generator.run({ url, key, connections, seconds: stretchSeconds, from })
      if (result.refused > 0) throw new Error(`${result.refused} orders were not taken.`)
      from = result.next
      return result
    }
    for (let warm = 0; warm < 4; warm += 1) await stretch()
    const alone: Array<PhaseResult> = []
    const beside: Array<PhaseResult> = []
    const seconds: Array<number> = []
    for (let round = 0; round < rounds; round += 1) {
      for (let one = 0; one < stretchesAlone; one += 1) alone.push(await stretch())
      const began = performance.now()
      const copying = copied(file, join(folder, `copy-${round}.db`))
      let isOver = false
      copying.then(() => {
        seconds.push((performance.now() - began) / 1_000)
        isOver = true
      })
      while (!isOver) {
        const result = await stretch()
        if (!isOver) beside.push(result)
      }
      await copying
      await rm(join(folder, `copy-${round}.db`))
    }
    console.log(`alone              ${line(alone)}`)
    console.log(`beside the backup  ${line(beside)}`)
    const ratio = p99(beside) / p99(alone)
    console.log(
      `\nbackup: of ${gigabytes} GB in ${median(seconds).toFixed(1)} s; p99 of orders ${ratio.toFixed(2)} times that alone (target 2)`,
    )
  } finally {
    generator.stop()
    await service.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const p99 = (results: ReadonlyArray<PhaseResult>): number => median(results.map((result) => result.p99))

const line = (results: ReadonlyArray<PhaseResult>): string => {
  const perSecond = median(results.map(({ acknowledged, seconds }) => acknowledged.length / seconds))
  const p50 = median(results.map((result) => result.p50))
  const worst = Math.max(...results.map((result) => result.p99))
  return `${perSecond.toFixed(0)}/s, p50 ${p50.toFixed(1)} ms, p99 ${p99(results).toFixed(1)} ms (worst ${worst.toFixed(1)}), medians of ${results.length} stretches`
}

/** Rows that are not read: a copy takes pages, whatever is in them. */
const fill = (file: string): void => {
  const database = new BetterSqlite(file)
  database.pragma("synchronous = OFF")
  database.exec("create table filler (id integer primary key, body blob)")
  const insert = database.prepare("insert into filler (body) values (randomblob(1000000))")
  for (let gigabyte = 0; gigabyte < gigabytes; gigabyte += 1) {
    database.transaction(() => {
      for (let megabyte = 0; megabyte < 1_000; megabyte += 1) insert.run()
    })()
  }
  database.pragma("wal_checkpoint(TRUNCATE)")
  database.close()
}

/** As an operator does it. */
const copied = async (file: string, to: string): Promise<void> => {
  const main = fileURLToPath(new URL("../apps/api/vintem.mjs", import.meta.url))
  const child = spawn(process.execPath, ["--conditions=source", main, "backup", "--to", to], {
    env: { ...process.env, DATABASE_URL: `sqlite:${file}` },
    stdio: "ignore",
  })
  const [status]: ReadonlyArray<unknown> = await once(child, "exit")
  if (status !== 0) throw new Error(`vintem backup ended with ${status}.`)
}
