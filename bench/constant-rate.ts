/**
 * How long does a payer wait at 300 orders a second, compared with a hand-written server?
 *
 * Requests begin at a constant rate, even if earlier ones are still open, and each counts from its planned instant: as
 * in a shop, a pause of the server delays everybody who came meanwhile. Approved cards as in `hand-written`, on SQLite
 * with `synchronous=FULL`; the service keeps its access log. The baseline is `baseline/hand-written`, in alternating
 * rounds.
 */

import { join } from "node:path"
import { makeTables } from "./baseline/hand-written/tables.ts"
import { look } from "./hand-written.ts"
import { inDataFolder } from "./harness/data-folder.ts"
import { median } from "./harness/median.ts"
import { orShort } from "./harness/or-short.ts"
import { type RunningServer, startBaseline, startService } from "./harness/servers.ts"
import type { Look } from "./load/contest.ts"
import { type Generator, startGenerator } from "./load/phase.ts"

const perSecond = 300
const connections = 256
const warmUpSeconds = orShort(5, 1)
const roundSeconds = orShort(10, 1)
const rounds = orShort(5, 1)

/** The service's p99 may be this many times that of the hand-written server. */
const target = 3

export const constantRate = (): Promise<void> =>
  inDataFolder(async (folder) => {
    const generator = startGenerator()
    const servers: Array<RunningServer> = []
    try {
      const service = await startService(join(folder, "service", "vintem.db"), { isLogged: true })
      servers.push(service)
      const handFile = join(folder, "hand-written.db")
      makeTables(handFile, service.key)
      const hand = await startBaseline("baseline/hand-written/server.ts", [handFile], "by hand")
      servers.push(hand)
      const ours = served(service, service.key, generator, look(service.file, "number"))
      const byHand = served(hand, service.key, generator, look(handFile, "order_number"))
      for (const one of [ours, byHand]) await one.run(warmUpSeconds, false)
      for (let round = 0; round < rounds; round += 1) {
        for (const one of round % 2 === 0 ? [ours, byHand] : [byHand, ours]) await one.run(roundSeconds, true)
      }
      console.log()
      for (const { p50, p99, name } of [ours, byHand]) console.log(line(name, median(p50), median(p99)), "  (medians)")
      const ratios = ours.p99.map((p99, round) => p99 / (byHand.p99[round] ?? Number.NaN))
      console.log(
        `\nconstant-rate: p99 at ${perSecond} orders a second is ${median(ratios).toFixed(1)} times that by hand (target ${target}; ` +
          `rounds ${ratios.map((ratio) => ratio.toFixed(1)).join(", ")})`,
      )
    } finally {
      generator.stop()
      for (const server of servers) await server.stop()
    }
  })

/** A server, and the latencies of its rounds, milliseconds. */
const served = ({ name, url }: RunningServer, key: string, generator: Generator, lookUp: Look) => {
  const p50: Array<number> = []
  const p99: Array<number> = []
  let from = 0
  const run = async (seconds: number, isCounted: boolean): Promise<void> => {
    const result = await generator.run({ url, key, connections, seconds, perSecond, from })
    from = result.next
    const { lost } = await lookUp(result.acknowledged)
    if (lost > 0 || result.refused > 0)
      throw new Error(`${name} lost ${lost} orders, and did not take ${result.refused}.`)
    if (!isCounted) return
    p50.push(result.p50)
    p99.push(result.p99)
    console.log(line(name, result.p50, result.p99))
  }
  return { name, p50, p99, run }
}

const line = (name: string, p50: number, p99: number): string =>
  `${name.padEnd(8)} p50 ${p50.toFixed(1).padStart(7)} ms   p99 ${p99.toFixed(1).padStart(7)} ms`
