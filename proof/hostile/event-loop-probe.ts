/**
 * Runs inside a service under test (`node --import`), and records how long each tick of its event loop took.
 *
 * The start is not measured: a specially named request begins the measurement.
 */
import { subscribe } from "node:diagnostics_channel"
import { writeFileSync } from "node:fs"
import type { IncomingMessage } from "node:http"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { isBeginning, type LongTick, probeFileVariable } from "./event-loop-ticks.ts"

const file = process.env[probeFileVariable]

/** Milliseconds. */
const tick = 10
const longMillis = 30
const keptMax = 20

if (file !== undefined) {
  const delays = monitorEventLoopDelay({ resolution: 1 })
  let longest: Array<LongTick> = []
  let busiest: LongTick | null = null
  let before = performance.now()
  let used = process.threadCpuUsage()
  const begin = () => {
    delays.reset()
    delays.enable()
    longest = []
    busiest = null
  }
  setInterval(() => {
    const now = performance.now()
    const { system, user } = process.threadCpuUsage(used)
    const millis = now - before - tick
    if (millis > longMillis) {
      const slowTick: LongTick = { endedAt: Date.now(), millis, cpuMillis: (system + user) / 1_000 }
      longest = [...longest, slowTick].toSorted((one, other) => other.millis - one.millis).slice(0, keptMax)
      if (slowTick.cpuMillis > (busiest?.cpuMillis ?? 0)) busiest = slowTick
    }
    before = now
    used = process.threadCpuUsage()
  }, tick).unref()
  subscribe("http.server.request.start", (message) => {
    if (isRequestStart(message) && isBeginning(message.request.headers)) begin()
  })
  process.on("exit", () => {
    const [longestMillis, mostMillis] = [delays.max, delays.percentile(99.9)].map((nanos) => nanos / 1e6)
    writeFileSync(file, JSON.stringify({ longestMillis, mostMillis, busiest, longest }))
  })
}

const isRequestStart = (message: unknown): message is { readonly request: IncomingMessage } =>
  typeof message === "object" && message !== null && "request" in message
