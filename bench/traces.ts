/**
 * What do traces cost an order in processor time: at one request in a hundred, and of all?
 *
 * The baseline is the service without tracing. The collector is in this process and drops what it gets: sending is the service's cost,
 * receiving is not. Its promise: at one in a hundred at most 3 % more.
 */
import { once } from "node:events"
import { mkdir, mkdtemp, rm } from "node:fs/promises"
import { createServer } from "node:http"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { compareCosts } from "./harness/compared-cost.ts"

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
  const sampled = (share: string) => ({ VINTEM_OTLP_URL: url, VINTEM_TRACE_SAMPLING: share })
  try {
    await compareCosts(folder, [
      { name: "off" },
      { name: "at 1 %", environment: sampled("0.01") },
      { name: "at 100 %", environment: sampled("1") },
    ])
    console.log(`\ntraces: ${spansSent} spans came to the collector (target at 1 %: at most 3 % more)`)
  } finally {
    collector.close()
    await rm(folder, { recursive: true, force: true })
  }
}
