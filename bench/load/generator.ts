/**
 * The process that sends orders, so that sending costs the servers nothing but the second core.
 *
 * Takes one `Phase` per message and answers it with a `PhaseResult`. Without a rate, each connection sends its next
 * request when the last one is answered, and at least one. With a rate, requests begin at that rate, and wait for a
 * connection if all are in use.
 */
import { Agent, request } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"
import type { Phase, PhaseResult } from "./phase.ts"
import { workload } from "./workload.ts"

const orderAt = workload()

/** Sends one order. @returns its number, or nothing if it was not placed and paid */
const send = (phase: Phase, agent: Agent, body: Buffer): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    const sent = request(
      `${phase.url}/api/v1/order/single`,
      {
        method: "POST",
        agent,
        headers: {
          authorization: `Bearer ${phase.key}`,
          "content-type": "application/json",
          "content-length": body.length,
        },
      },
      (response) => {
        let text = ""
        response.setEncoding("utf8")
        response.on("data", (chunk: string) => {
          text += chunk
        })
        response.on("end", () => resolve(response.statusCode === 200 ? paidOrder(text) : undefined))
        response.on("error", reject)
      },
    )
    sent.on("error", reject)
    sent.end(body)
  })

const paidOrder = (text: string): string | undefined =>
  /"order_number":"([0-9A-Z]+)","public_key":"[^"]+","status":"paid"/u.exec(text)?.[1]

const run = async (phase: Phase): Promise<PhaseResult> => {
  const agent = new Agent({ keepAlive: true, maxSockets: phase.connections })
  const acknowledged: Array<string> = []
  const latencies: Array<number> = []
  let position = phase.from
  let refused = 0
  const cpuBefore = process.cpuUsage()
  const start = performance.now()
  const end = start + phase.seconds * 1000

  /** @param plannedAt - the start of its latency */
  const sendOne = async (plannedAt: number): Promise<void> => {
    const number = await send(phase, agent, orderAt(position++))
    latencies.push(performance.now() - plannedAt)
    if (number === undefined) refused += 1
    else acknowledged.push(number)
  }
  const connection = async (): Promise<void> => {
    do await sendOne(performance.now())
    while (performance.now() < end)
  }
  const atRate = async (perSecond: number): Promise<void> => {
    const sent: Array<Promise<void>> = []
    const planned = Math.round(phase.seconds * perSecond)
    while (sent.length < planned) {
      const due = Math.min(planned, Math.floor(((performance.now() - start) / 1000) * perSecond) + 1)
      while (sent.length < due) sent.push(sendOne(start + (sent.length * 1000) / perSecond))
      await sleep(1)
    }
    await Promise.all(sent)
  }
  if (phase.perSecond === undefined) await Promise.all(Array.from({ length: phase.connections }, connection))
  else await atRate(phase.perSecond)

  const seconds = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage(cpuBefore)
  agent.destroy()
  const sorted = latencies.sort((left, right) => left - right)
  const percentile = (share: number): number => sorted[Math.floor(share * sorted.length)] ?? Number.NaN
  return {
    seconds,
    acknowledged,
    refused,
    p50: percentile(0.5),
    p99: percentile(0.99),
    next: position,
    cpuShare: (user + system) / 1e6 / seconds,
  }
}

process.on("message", (phase: Phase) => {
  run(phase).then(
    (result) => process.send?.(result),
    (cause: unknown) => {
      console.error(cause)
      process.exit(1)
    },
  )
})
