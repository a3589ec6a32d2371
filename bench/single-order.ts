/**
 * How many single orders a second does the service take, beside the same operation written by hand?
 *
 * The workload stands for the busiest hour of a shop: approved cards, 64 requests in flight on kept connections, every order on
 * the disk (`synchronous=FULL`) before it is answered. What is measured is the whole request: key, rate limit, validation, intent,
 * simulated acquirer, outcome, answer.
 *
 * The baseline (`baseline/single-order`) is `node:http` and better-sqlite3 without layers, writing the same rows in the same transactions;
 * that the rows are the same is checked before anything is measured. Each server and the load generator is a process of its own, servers
 * are measured in alternating rounds, and after every round each acknowledged order is looked up in the database.
 */
import { mkdir, mkdtemp, rm } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { SqliteDatabase } from "@vintem/adapters"
import BetterSqlite from "better-sqlite3"
import { compareRows, sqliteRows } from "./harness/same-work.ts"
import { type RunningServer, startBaseline, startService } from "./harness/servers.ts"
import { contest, contestant, type Stored } from "./load/contest.ts"
import { startGenerator } from "./load/phase.ts"

export const singleOrder = async (): Promise<void> => {
  // In the repository's own data folder: the system's folder for temporary files is often memory, where a commit costs nothing.
  const data = fileURLToPath(new URL("../data", import.meta.url))
  await mkdir(data, { recursive: true })
  const folder = await mkdtemp(join(data, "bench-"))
  const generator = startGenerator()
  const servers: Array<RunningServer> = []
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
    const baseline = await startBaseline("baseline/single-order/server.ts", [baselineFile])
    servers.push(baseline)

    const ours = contestant(service, service.key, generator, (numbers) => look(service.file, numbers))
    const theirs = contestant(baseline, service.key, generator, (numbers) => look(baselineFile, numbers))
    for (const one of [ours, theirs]) await one.probe()
    compareRows(sqliteRows(service.file), sqliteRows(baselineFile))
    await contest("single-order", ours, theirs)
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

const look = (file: string, numbers: ReadonlyArray<string>): Stored => {
  const database = new BetterSqlite(file, { readonly: true })
  const total = database.prepare<unknown[], number>("select count(*) from orders").pluck().get() ?? 0
  const status = database.prepare<unknown[], string>("select status from orders where number = ?").pluck()
  const lost = numbers.filter((number) => status.get(number) !== "paid").length
  database.close()
  return { total, lost }
}
