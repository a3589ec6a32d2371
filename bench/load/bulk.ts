/** Batches of payment links, requested over HTTP like a client. */
import type { Agent } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"
import { ask, type Target } from "./ask.ts"

const pollMillis = 20
const patienceMillis = 30_000

/**
 * Requests links for this many customers, 1 to 50, with everything known but the postal code. @returns the batch's
 * token
 */
export const requestBatch = async (service: Target, agent: Agent, customers: number): Promise<string> => {
  const body = {
    name: "Mensalidades de novembro",
    amount: 199.9,
    expired_at: "2099-12-31",
    customers: Array.from({ length: customers }, (_, n) => ({
      name: `Maria da Silva ${n}`,
      email: `payer.${n}@example.com`,
      phone: "11987654321",
      document: "52998224725",
      reference: `aluna-${n}`,
    })),
  }
  const answer = await ask(service, agent, "/api/v1/payment-link-bulk", Buffer.from(JSON.stringify(body)))
  const { token }: { readonly token: string } = JSON.parse(answer).data
  return token
}

/** Reads the status repeatedly. Throws if some of the links cannot be made, or not within half a minute. */
export const untilCompleted = async (service: Target, agent: Agent, token: string): Promise<void> => {
  const until = performance.now() + patienceMillis
  while (performance.now() < until) {
    const answer = await ask(service, agent, `/api/v1/payment-link-bulk/${token}/status`)
    const { status }: { readonly status: string } = JSON.parse(answer).data
    if (status === "completed") return
    if (status !== "pending" && status !== "processing") throw new Error(`The batch ended as ${status}.`)
    await sleep(pollMillis)
  }
  throw new Error(`The batch was not completed within ${patienceMillis} ms.`)
}
