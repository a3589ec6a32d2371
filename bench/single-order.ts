/**
 * How many single orders a second does the service take, beside the same operation written by hand?
 *
 * The workload stands for the busiest hour of a shop: approved cards, 64 requests in flight on kept connections, every order on
 * the disk (`synchronous=FULL`) before it is answered. What is measured is the whole request: key, rate limit, validation, intent,
 * simulated acquirer, outcome, answer.
 *
 * The baseline (`baseline/single-order`) is `node:http` and better-sqlite3 without layers, writing the same rows in the same
 * transactions; that the rows are the same is checked before anything is measured. Each server and the load generator is a process
 * of its own, servers are measured by turns, and after every round each acknowledged order is looked up in the database.
 */
import { mkdir, mkdtemp, rm } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { SqliteDatabase } from "@vintem/adapters"
import BetterSqlite from "better-sqlite3"
import { type Generator, type PhaseResult, startGenerator } from "./load/phase.ts"
import { median } from "./median.ts"
import { compareRows } from "./same-work.ts"
import { type Server, startBaseline, startService } from "./servers.ts"

const connections = 64
const warmUpSeconds = 5
const roundSeconds = 5
const rounds = 7

/** What the service has to reach of the baseline's orders a second. */
const target = 0.5

export const singleOrder = async (): Promise<void> => {
  // In the repository's own data folder: the system's folder for temporary files is often memory, where a commit costs nothing.
  const data = fileURLToPath(new URL("../data", import.meta.url))
  await mkdir(data, { recursive: true })
  const folder = await mkdtemp(join(data, "bench-"))
  const generator = startGenerator()
  const servers: Array<Server> = []
  const cleanUp = async (): Promise<void> => {
    generator.stop()
    for (const server of servers) await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
  const giveUp = (): void => {
    cleanUp().finally(() => process.exit(1))
  }
  process.once("SIGINT", giveUp).once("SIGTERM", giveUp)
  try {
    const service = await startService(join(folder, "service", "vintem.db"))
    servers.push(service)
    const baselineFile = join(folder, "baseline.db")
    await prepareBaseline(service.file, baselineFile)
    const baseline = await startBaseline("baseline/single-order/server.ts", baselineFile)
    servers.push(baseline)

    const ours = contestant(service, service.key, generator)
    const theirs = contestant(baseline, service.key, generator)
    const contestants = [ours, theirs]
    for (const one of contestants) await one.probe()
    compareRows(service.file, baseline.file)
    for (const one of contestants) await one.warmUp()
    for (let round = 0; round < rounds; round += 1) {
      for (const one of contestants) await one.measure()
    }
    report(ours, theirs)
  } finally {
    process.off("SIGINT", giveUp).off("SIGTERM", giveUp)
    await cleanUp()
  }
}

/** The tables of our migrations, with the company and key of the service. */
const prepareBaseline = async (serviceFile: string, baselineFile: string): Promise<void> => {
  await SqliteDatabase.migrate(baselineFile)
  const database = new BetterSqlite(baselineFile)
  database.prepare("attach ? as service").run(serviceFile)
  for (const table of ["company", "api_key"]) {
    database.prepare(`insert into main.${table} select * from service.${table}`).run()
  }
  database.close()
}

interface Contestant {
  readonly name: string
  readonly results: ReadonlyArray<Figures>
  readonly probe: () => Promise<void>
  readonly warmUp: () => Promise<void>
  readonly measure: () => Promise<void>
}

const contestant = ({ name, url, file }: Server, key: string, generator: Generator): Contestant => {
  const results: Array<Figures> = []
  let from = 0
  let placed = 0
  const send = async (connections: number, seconds: number): Promise<PhaseResult> => {
    const result = await generator.run({ url, key, connections, seconds, from })
    from = result.next
    placed += result.acknowledged.length
    if (result.refused > 0) throw new Error(`${name} did not take ${result.refused} orders.`)
    checkStored(name, file, result.acknowledged, placed)
    return result
  }
  return {
    name,
    results,
    probe: async () => {
      await send(1, 0)
    },
    warmUp: async () => {
      await send(connections, warmUpSeconds)
    },
    measure: async () => {
      const result = figures(await send(connections, roundSeconds))
      results.push(result)
      console.log(`${name.padEnd(8)} ${line(result)}`)
    },
  }
}

/** Everything that was acknowledged is in the file, paid, and nothing else is. */
const checkStored = (name: string, file: string, acknowledged: ReadonlyArray<string>, placed: number): void => {
  const database = new BetterSqlite(file, { readonly: true })
  const total = database.prepare<unknown[], number>("select count(*) from orders").pluck().get()
  const status = database.prepare<unknown[], string>("select status from orders where number = ?").pluck()
  const lost = acknowledged.filter((number) => status.get(number) !== "paid")
  database.close()
  if (lost.length > 0) throw new Error(`${name} lost ${lost.length} acknowledged orders.`)
  if (total !== placed) throw new Error(`${name} holds ${total} orders where ${placed} were acknowledged.`)
}

const report = (service: Contestant, baseline: Contestant): void => {
  console.log()
  for (const { name, results } of [service, baseline])
    console.log(`${name.padEnd(8)} ${line(medians(results))}   (medians)`)
  const ratio = medians(service.results).perSecond / medians(baseline.results).perSecond
  console.log(`\nsingle-order: ${ratio.toFixed(2)} of the baseline's orders per second (target ${target})`)
}

interface Figures {
  readonly perSecond: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
  readonly cpuShare: number
}

const figures = ({ acknowledged, seconds, p50, p99, cpuShare }: PhaseResult): Figures => ({
  perSecond: acknowledged.length / seconds,
  p50,
  p99,
  cpuShare,
})

const medians = (results: ReadonlyArray<Figures>): Figures => ({
  perSecond: median(results.map(({ perSecond }) => perSecond)),
  p50: median(results.map(({ p50 }) => p50)),
  p99: median(results.map(({ p99 }) => p99)),
  cpuShare: median(results.map(({ cpuShare }) => cpuShare)),
})

const line = ({ perSecond, p50, p99, cpuShare }: Figures): string =>
  `${perSecond.toFixed(0).padStart(6)} orders/s   p50 ${p50.toFixed(1)} ms   p99 ${p99.toFixed(1)} ms` +
  `   generator ${(cpuShare * 100).toFixed(0)} % of a core`
