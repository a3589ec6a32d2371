/**
 * What do traces cost an order in processor time: at one request in a hundred, and of all?
 *
 * Two services, each on a database of its own, take as many single orders by turns; the baseline is the one without tracing. The collector is
 * in this process and throws away what it gets, as sending costs the service and receiving somebody else. Measured is the processor time of the
 * service's process, over all its threads, as Linux counts it. Its promise: at one in a hundred at most 3 % more.
 */
import { once } from "node:events"
import { mkdir, mkdtemp, rm } from "node:fs/promises"
import { createServer } from "node:http"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { startGenerator } from "./load/phase.ts"
import { median } from "./median.ts"
import { costOf } from "./ready-process.ts"
import { type RunningServer, startService } from "./servers.ts"

const rounds = 15
const connections = 16
const roundSeconds = 3

export const traces = async (): Promise<void> => {
  const data = fileURLToPath(new URL("../data", import.meta.url))
  await mkdir(data, { recursive: true })
  const folder = await mkdtemp(join(data, "bench-"))
  let spansSent = 0
  const collector = createServer(async (request, response) => {
    for await (const chunk of request) spansSent += String(chunk).split('"spanId"').length - 1
    response.end("{}")
  }).listen(0, "127.0.0.1")
  await once(collector, "listening")
  const address = collector.address()
  const url = typeof address === "object" && address !== null ? `http://127.0.0.1:${address.port}` : ""
  const generator = startGenerator()
  const servers: Array<RunningServer> = []
  try {
    const started = async (name: string, environment: Readonly<Record<string, string>>) => {
      const service = await startService(join(folder, name, "vintem.db"), { environment })
      servers.push(service)
      let from = 0
      const microsAnOrder: Array<number> = []
      const round = async (isCounted: boolean): Promise<void> => {
        const before = await costOf(service.pid)
        const { acknowledged, next, refused } = await generator.run({
          url: service.url,
          key: service.key,
          connections,
          seconds: roundSeconds,
          from,
        })
        if (refused > 0) throw new Error(`${name} did not take ${refused} orders.`)
        from = next
        const { processorMillis } = await costOf(service.pid)
        if (isCounted) microsAnOrder.push(((processorMillis - before.processorMillis) * 1_000) / acknowledged.length)
      }
      return { name, round, microsAnOrder }
    }
    const off = await started("off", {})
    const some = await started("at 1 %", { VINTEM_OTLP_URL: url, VINTEM_TRACE_SAMPLING: "0.01" })
    const all = await started("at 100 %", { VINTEM_OTLP_URL: url, VINTEM_TRACE_SAMPLING: "1" })
    const services = [off, some, all]
    for (const { round } of services) await round(false)
    for (let turn = 0; turn < rounds; turn += 1) {
      for (const { round } of turn % 2 === 0 ? services : services.toReversed()) await round(true)
    }
    for (const { name, microsAnOrder } of services) {
      const more = microsAnOrder.map((micros, turn) => micros / (off.microsAnOrder[turn] ?? Number.NaN) - 1)
      console.log(
        `${name.padEnd(9)} ${median(microsAnOrder).toFixed(0)} µs an order; against off ${percent(median(more))} (${interval(more)})`,
      )
    }
    console.log(`\ntraces: ${spansSent} spans came to the collector (target at 1 %: at most 3 % more)`)
  } finally {
    generator.stop()
    for (const server of servers) await server.stop()
    collector.close()
    await rm(folder, { recursive: true, force: true })
  }
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`

/** That of the median at 95 %: of 15 rounds the fourth and the twelfth. */
const interval = (values: ReadonlyArray<number>): string => {
  const sorted = values.toSorted((one, other) => one - other)
  return `${percent(sorted[3] ?? Number.NaN)} to ${percent(sorted[11] ?? Number.NaN)}`
}
