/**
 * How long after a request for fifty payment links does an otherwise idle service complete them?
 *
 * It stands for a school that sends its list once a month and watches the progress. Measured over HTTP on one kept
 * connection, from before the request until its status is `completed`, which is asked every 20 ms. The worker looks for
 * work every half second, so the requests come at moments spread evenly over that time. The baseline is a single link
 * (`POST /api/v1/payment-link`), which is made before the answer, in alternating rounds of this run.
 */

import { Agent } from "node:http"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { inDataFolder } from "./harness/data-folder.ts"
import { median } from "./harness/median.ts"
import { orShort } from "./harness/or-short.ts"
import { startService } from "./harness/servers.ts"
import { ask, type Target } from "./load/ask.ts"
import { requestBatch, untilCompleted } from "./load/bulk.ts"

const runs = orShort(25, 1)
const customers = 50

/** Waits until the worker is idle; each run waits a little longer than the one before. */
const idleMillis = 600
const pollMillis = 500

/** How long the slowest batch may take. */
const targetMillis = 1_000

export const batch = (): Promise<void> =>
  inDataFolder(async (folder) => {
    const service = await startService(join(folder, "vintem.db"))
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    try {
      await measure(service, agent)
    } finally {
      agent.destroy()
      await service.stop()
    }
  })

const measure = async (service: Target, agent: Agent): Promise<void> => {
  const batches: Array<number> = []
  const links: Array<number> = []
  for (let run = 0; run <= runs; run += 1) {
    await sleep(idleMillis + (pollMillis * run) / runs)
    const link = await millisOf(() => ask(service, agent, "/api/v1/payment-link", linkBody))
    const bulk = await millisOf(() => makeBatch(service, agent))
    if (run === 0) continue // the first of each is not counted
    links.push(link)
    batches.push(bulk)
  }
  const worst = Math.max(...batches)
  console.log(
    `batch of ${customers}   median ${median(batches).toFixed(0)} ms   worst of ${runs} ${worst.toFixed(0)} ms`,
  )
  console.log(
    `one link      median ${median(links).toFixed(1)} ms   worst of ${runs} ${Math.max(...links).toFixed(1)} ms`,
  )
  console.log(
    `\nbatch: completed after ${(median(batches) / median(links)).toFixed(0)} times what one link takes, ` +
      `at worst ${worst.toFixed(0)} ms (target ${targetMillis})`,
  )
}

const millisOf = async (request: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await request()
  return performance.now() - began
}

const makeBatch = async (service: Target, agent: Agent): Promise<void> =>
  untilCompleted(service, agent, await requestBatch(service, agent, customers))

const linkBody = Buffer.from(
  JSON.stringify({
    title: "Mensalidade de novembro",
    amount: 199.9,
    expired_at: "2099-12-31",
    customer_name: "Maria da Silva",
    customer_email: "payer@example.com",
    customer_phone: "11987654321",
    customer_document: "52998224725",
    reference: "aluna-1",
  }),
)
