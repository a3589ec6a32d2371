/**
 * Real processes, the service and the simulated acquirer, under many hostile inputs: their answers, and the length of
 * each event loop tick.
 */
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { breachIn } from "@vintem/api/test/codes-of-faults.ts"
import { signedHeaders } from "@vintem/api/test/gateway-signing.ts"
import { Schema } from "effect"
import { gatewaySecret, startAcquirer } from "../crash/acquirer-process.ts"
import { randomFrom } from "../crash/random.ts"
import { serviceProcess } from "../crash/service-process.ts"
import { type Came, client } from "./client.ts"
import { beginningName, probeFileVariable, Ticks } from "./event-loop-ticks.ts"
import { type HostileInput, hostileInput } from "./hostile-input.ts"
import { type Ask, jsonIn, openShop } from "./open-shop.ts"
import { describe } from "./report.ts"

export interface HostileRun {
  /** Seeds of the inputs, in sending order. */
  readonly seeds: ReadonlyArray<number>
  /** Empty; files and logs stay there. */
  readonly folder: string
  readonly tell: (line: string) => void
}

/** One input and its outcome. */
export interface Tried {
  readonly input: HostileInput
  readonly came: Came
  /** Epoch milliseconds. */
  readonly startedAt: number
  /** From the first byte sent to the last received. Milliseconds. */
  readonly millis: number
}

export interface HostileReport {
  /** Counts of answers by status; `0` for none. */
  readonly statuses: ReadonlyMap<number, number>
  /** Inputs that got a 5xx, faults without codes, or no answer. */
  readonly failed: ReadonlyArray<Tried>
  /** The slow ones, longest first. */
  readonly slow: ReadonlyArray<Tried>
  /** By process name; none if it did not end as requested. */
  readonly ticks: ReadonlyMap<string, Ticks | null>
}

/** Concurrent requests. */
const concurrency = 4

/** How many inputs one shop gets: some remove its objects. */
const inputsPerShop = 100

/** Inputs between two progress reports. */
const inputsPerLine = 10_000

/** The part of an answer that a report keeps, in UTF-16 code units. */
const keptMax = 20_000

/** The least number of slow ones that are kept, and the limit for being slow. */
const slowMin = 5_000
const slowMillis = 40

/** Seeds of `count` inputs, reproducible from one seed. */
export const seedsFrom = (seed: number, count: number): ReadonlyArray<number> => {
  const random = randomFrom(seed)
  return Array.from({ length: count }, () => random.below(2 ** 32))
}

export const hostileRun = async ({ folder, seeds, tell }: HostileRun): Promise<HostileReport> => {
  const probes = new Map(["service", "acquirer"].map((name) => [name, join(folder, `${name}-ticks.json`)]))
  const probed = (name: string) => ({
    NODE_OPTIONS: `--import=${new URL("./event-loop-probe.ts", import.meta.url).href}`,
    [probeFileVariable]: probes.get(name) ?? "",
  })
  const acquirer = await startAcquirer(folder, probed("acquirer"))
  const service = serviceProcess(folder, { ...acquirer.environment, ...probed("service") })
  const http = client(concurrency)
  try {
    await service.start()
    const bases: Bases = { service: await service.base(), acquirer: acquirer.environment.VINTEM_GATEWAY_URL }
    const ask: Ask = async (method, path, token, body) => {
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
      const sent = body === null ? null : Buffer.from(JSON.stringify(body))
      const came = await http.send({ method, url: `${bases.service}${path}`, headers, body: sent })
      if ("broken" in came || came.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(came)}`)
      return jsonIn(came.text)
    }
    const newShop = () => openShop(ask, service.adminToken)
    // Code that is compiled at first use is compiled before the measurement.
    await newShop()
    for (const base of Object.values(bases)) {
      const headers = { "x-request-id": beginningName }
      await http.send({ method: "GET", url: `${base}/health/live`, headers, body: null })
    }
    const seen = tally(tell)
    for (let from = 0; from < seeds.length; from += inputsPerShop) {
      const shop = await newShop()
      const waiting = seeds.slice(from, from + inputsPerShop)
      const work = async () => {
        for (let seed = waiting.pop(); seed !== undefined; seed = waiting.pop()) {
          seen.note(await tried(hostileInput(seed, shop), bases, http.send))
        }
      }
      await Promise.all(Array.from({ length: concurrency }, work))
      if ((from + inputsPerShop) % inputsPerLine === 0)
        tell(`${from + inputsPerShop} inputs, ${seen.failed.length} failed`)
    }
    http.close()
    await service.stop()
    await acquirer.stop()
    const ticks = new Map([...probes].map(([name, file]) => [name, ticksIn(file)]))
    return { statuses: seen.statuses, failed: seen.failed, slow: seen.slow(), ticks }
  } finally {
    http.close()
    await service.kill()
    await acquirer.stop()
  }
}

interface Bases {
  readonly service: string
  readonly acquirer: string
}

const tried = async (input: HostileInput, bases: Bases, send: ReturnType<typeof client>["send"]): Promise<Tried> => {
  const { body, operation, path } = input
  const { method, side } = operation
  const startedAt = Date.now()
  const before = performance.now()
  const signed =
    side === "gateway" || side === "acquirer"
      ? signedHeaders(gatewaySecret, startedAt, method, path, body?.toString() ?? "")
      : {}
  const url = `${side === "acquirer" ? bases.acquirer : bases.service}${path}`
  const came = await send({ method, url, headers: { ...input.headers, ...signed }, body })
  return { input, came, startedAt, millis: performance.now() - before }
}

const tally = (tell: (line: string) => void) => {
  const statuses = new Map<number, number>()
  const failed: Array<Tried> = []
  let slow: Array<Tried> = []
  return {
    statuses,
    failed,
    slow: () => slow.toSorted((one, other) => other.millis - one.millis),
    note: (whole: Tried): void => {
      const one = shortened(whole)
      const status = "broken" in one.came ? 0 : one.came.status
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status === 0 || status >= 500 || lacksCodes(whole)) {
        failed.push(one)
        tell(`Failed: ${describe(one)}`)
      }
      if (one.millis >= slowMillis) slow.push(one)
      if (slow.length < 2 * slowMin) return
      slow = slow.toSorted((one, other) => other.millis - one.millis).slice(0, slowMin)
    },
  }
}

const shortened = ({ came, ...rest }: Tried): Tried => ({
  ...rest,
  came: "broken" in came ? came : { ...came, text: came.text.slice(0, keptMax) },
})

/** The acquirer's protocol has its own refusals, and pages answer with pages. */
const lacksCodes = ({ came, input: { operation } }: Tried): boolean =>
  !("broken" in came) &&
  came.status === 422 &&
  operation.side !== "gateway" &&
  operation.side !== "acquirer" &&
  came.text.startsWith("{") &&
  breachIn(jsonIn(came.text)) !== null

const ticksIn = (file: string): Ticks | null =>
  existsSync(file) ? Schema.decodeSync(Schema.fromJsonString(Ticks))(readFileSync(file, "utf8")) : null
