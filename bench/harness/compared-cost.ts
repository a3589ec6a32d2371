/**
 * Compares what an order costs several services in processor time: they take as many single orders in alternating rounds, each on a database of
 * its own. Measured is the processor time of a service's process, over all its threads, as Linux counts it.
 */
import { join } from "node:path"
import { startGenerator } from "../load/phase.ts"
import { median } from "./median.ts"
import { costOf } from "./ready-process.ts"
import { type RunningServer, type ServiceOptions, startService } from "./servers.ts"

const rounds = 15
const connections = 16
const roundSeconds = 3

/** A service under a name, and how it is started. */
export interface Variant extends ServiceOptions {
  readonly name: string
}

/**
 * Prints what an order costs each, and how much more than the first.
 *
 * @param folder - for their databases
 */
export const compareCosts = async (folder: string, variants: ReadonlyArray<Variant>): Promise<void> => {
  const generator = startGenerator()
  const servers: Array<RunningServer> = []
  try {
    const started = async ({ name, ...options }: Variant) => {
      const service = await startService(join(folder, name, "vintem.db"), options)
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
    const services: Array<Awaited<ReturnType<typeof started>>> = []
    for (const variant of variants) services.push(await started(variant))
    const [first] = services
    for (const { round } of services) await round(false)
    for (let count = 0; count < rounds; count += 1) {
      for (const { round } of count % 2 === 0 ? services : services.toReversed()) await round(true)
    }
    for (const { name, microsAnOrder } of services) {
      const more = microsAnOrder.map((micros, round) => micros / (first?.microsAnOrder[round] ?? Number.NaN) - 1)
      const cost = `${median(microsAnOrder).toFixed(0)} µs an order`
      console.log(`${name.padEnd(10)} ${cost}; more than ${first?.name}: ${percent(median(more))} (${interval(more)})`)
    }
  } finally {
    generator.stop()
    for (const server of servers) await server.stop()
  }
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`

/** That of the median at 95 %: of 15 rounds the fourth and the twelfth. */
const interval = (values: ReadonlyArray<number>): string => {
  const sorted = values.toSorted((one, other) => one - other)
  return `${percent(sorted[3] ?? Number.NaN)} to ${percent(sorted[11] ?? Number.NaN)}`
}
