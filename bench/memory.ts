/**
 * Does the service hold more memory after a million orders than after a hundred thousand?
 *
 * Approved cards as in `hand-written`, 64 in flight, on SQLite, in one run of one process. After each 100 000 it prints
 * the heap after a full collection, and the resident memory. The baseline is its own first 100 000: growth with orders
 * shows in the later ones.
 *
 * `BENCH_ORDERS` sets another number of orders.
 */

import { join } from "node:path"
import { fileURLToPath } from "node:url"
import BetterSqlite from "better-sqlite3"
import { inDataFolder } from "./harness/data-folder.ts"
import { orShort } from "./harness/or-short.ts"
import { costOf } from "./harness/ready-process.ts"
import { startService } from "./harness/servers.ts"
import { startGenerator } from "./load/phase.ts"

const orders = Number(process.env["BENCH_ORDERS"] ?? orShort(1_000_000, 1_000))
const step = orShort(100_000, 1_000)
const connections = 64
const phaseSeconds = orShort(5, 1)

/** The largest heap, relative to that after the first step. */
const target = 1.05

export const memory = (): Promise<void> =>
  inDataFolder(async (folder) => {
    const preload = fileURLToPath(new URL("load/heap-after-collection.mjs", import.meta.url))
    const service = await startService(join(folder, "vintem.db"), { isLogged: true, preload })
    const generator = startGenerator()
    const heaps: Array<number> = []
    try {
      let placed = 0
      let from = 0
      while (placed < orders) {
        const end = Math.min(orders, (heaps.length + 1) * step)
        while (placed < end) {
          const result = await generator.run({
            url: service.url,
            key: service.key,
            connections,
            seconds: phaseSeconds,
            from,
          })
          if (result.refused > 0) throw new Error(`${result.refused} orders were not taken.`)
          placed += result.acknowledged.length
          from = result.next
        }
        const heap = (await service.askPreloaded()) / 1e6
        heaps.push(heap)
        const { residentMegabytes } = await costOf(service.pid)
        console.log(
          `${String(placed).padStart(9)} orders   heap ${heap.toFixed(1)} MB after a collection   resident ${residentMegabytes.toFixed(0)} MB`,
        )
      }
      requirePaid(service.file, placed)
      const [first = Number.NaN] = heaps
      console.log(
        `\nmemory: the heap was ${(Math.max(...heaps) / first).toFixed(3)} times that after the first ${step} orders at most, ` +
          `${((heaps.at(-1) ?? Number.NaN) / first).toFixed(3)} at the end (target ${target})`,
      )
    } finally {
      generator.stop()
      await service.stop()
    }
  })

const requirePaid = (file: string, placed: number): void => {
  const database = new BetterSqlite(file, { readonly: true })
  const paid = database.prepare<unknown[], number>("select count(*) from orders where status = 'paid'").pluck().get()
  database.close()
  if (paid !== placed) throw new Error(`${paid} of ${placed} acknowledged orders are paid.`)
}
