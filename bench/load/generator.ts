/**
 * The process that sends orders, so that sending costs the servers nothing but the second core.
 *
 * Takes one `Phase` a message and answers it with a `PhaseResult`. As many requests are in flight as there are connections; each
 * connection sends its next request when the last one is answered, and at least one.
 */
import { Agent, request } from "node:http"
import type { Phase, PhaseResult } from "./phase.ts"
import { workload } from "./workload.ts"

const orderAt = workload()

/** Sends one order. @returns its number, or nothing where it was not placed and paid */
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

  const connection = async (): Promise<void> => {
    do {
      const sentAt = performance.now()
      const number = await send(phase, agent, orderAt(position++))
      latencies.push(performance.now() - sentAt)
      if (number === undefined) refused += 1
      else acknowledged.push(number)
    } while (performance.now() < end)
  }
  await Promise.all(Array.from({ length: phase.connections }, connection))

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
