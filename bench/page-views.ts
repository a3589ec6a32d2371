/**
 * Does one process serve five hundred views of payers' pages a second beside a hundred orders a second, without a failure?
 *
 * Half a minute at a steady pace: every ten milliseconds five pages, of a link with twelve prices, and a card order, over kept connections and
 * whatever the requests before them do. The service is a process of its own on an SQLite file, its load comes from this one. The baseline is
 * the same half minute of orders without the pages, in the same run and before it.
 */
import { Agent } from "node:http"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { inDataFolder } from "./harness/data-folder.ts"
import { costOf } from "./harness/ready-process.ts"
import { startService } from "./harness/servers.ts"
import { ask, type Target } from "./load/ask.ts"
import { workload } from "./load/workload.ts"

const tickMillis = 10
const viewsPerTick = 5
const ordersPerTick = 1
const warmUpSeconds = 5
const seconds = 30

export const pageViews = (): Promise<void> =>
  inDataFolder(async (folder) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 64 })
    const service = await startService(join(folder, "vintem.db"))
    try {
      const slug = await newLink(service, agent)
      const orderAt = workload()
      let position = 0
      const order = () => ask(service, agent, "/api/v1/order/single", orderAt(position++))
      const view = () => ask(service, agent, `/l/${slug}`)
      await atPace(() => [...times(viewsPerTick, view), ...times(ordersPerTick, order)], warmUpSeconds)
      for (const views of [0, viewsPerTick]) {
        const before = await costOf(service.pid)
        const orders: Array<Promise<number>> = []
        const pages: Array<Promise<number>> = []
        await atPace(() => {
          const begunPages = times(views, view).map(timed)
          const begunOrders = times(ordersPerTick, order).map(timed)
          pages.push(...begunPages)
          orders.push(...begunOrders)
          return [...begunPages, ...begunOrders]
        }, seconds)
        const { processorMillis, residentMegabytes } = await costOf(service.pid)
        const busy = (processorMillis - before.processorMillis) / (seconds * 10)
        console.log(`${(views * 1_000) / tickMillis} views and ${(ordersPerTick * 1_000) / tickMillis} orders a second`)
        console.log(`  orders: ${await summary(orders)}`)
        if (views > 0) console.log(`  views:  ${await summary(pages)}`)
        console.log(`  ${busy.toFixed(0)} % of a core, ${residentMegabytes.toFixed(0)} MB`)
      }
    } finally {
      agent.destroy()
      await service.stop()
    }
  })

const newLink = async (service: Target, agent: Agent): Promise<string> => {
  const body = Buffer.from(
    JSON.stringify({ title: "Mensalidade", amount: 250, installments: 12, fee_mode: "interest" }),
  )
  const { data } = JSON.parse(await ask(service, agent, "/api/v1/payment-link", body))
  return data.slug
}

const times = <A>(count: number, make: () => A): ReadonlyArray<A> => Array.from({ length: count }, make)

/** Begins what a tick begins at its time, and waits for all of it at the end. Rejects where anything failed. */
const atPace = async (begin: () => ReadonlyArray<Promise<unknown>>, duration: number): Promise<void> => {
  const began = performance.now()
  const all: Array<Promise<unknown>> = []
  for (let tick = 0; tick < (duration * 1_000) / tickMillis; tick += 1) {
    await sleep(Math.max(0, began + tick * tickMillis - performance.now()))
    all.push(...begin())
  }
  const late = performance.now() - began - duration * 1_000
  if (late > 1_000) throw new Error(`The pace was not kept: ${late.toFixed(0)} ms late.`)
  await Promise.all(all)
}

const timed = async (asked: Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await asked
  return performance.now() - began
}

const summary = async (requests: ReadonlyArray<Promise<number>>): Promise<string> => {
  const millis = (await Promise.all(requests)).toSorted((one, other) => one - other)
  const percentile = (share: number) => (millis[Math.floor(share * millis.length)] ?? Number.NaN).toFixed(1)
  return `${millis.length} answered, none failed; median ${percentile(0.5)} ms, p99 ${percentile(0.99)} ms, worst ${percentile(1 - 1e-9)} ms`
}
