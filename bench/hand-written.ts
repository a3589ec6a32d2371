/**
 * How many single orders a second does the service take, compared with a server that is written by hand for nothing
 * else, and with one on the usual frameworks?
 *
 * The workload: approved cards, 64 requests in flight on kept connections, every order on the disk (`synchronous=FULL`)
 * before its answer. The service keeps its access log, as in production.
 *
 * The baseline of record (`baseline/hand-written`) is `node:http` and better-sqlite3 on its own tables: the cost of a
 * card order in a program that needs nothing else. NestJS, Fastify, TypeORM and class-validator (`nest`, outside the
 * workspaces) is what most people would write.
 */
import { execFileSync } from "node:child_process"
import { mkdir, mkdtemp, rm } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import BetterSqlite from "better-sqlite3"
import { makeTables } from "./baseline/hand-written/tables.ts"
import { type RunningServer, startBaseline, startService } from "./harness/servers.ts"
import { byTurns, contestant, ratio, type Stored } from "./load/contest.ts"
import { startGenerator } from "./load/phase.ts"

const nest = fileURLToPath(new URL("nest", import.meta.url))

export const handWritten = async (): Promise<void> => {
  installNest()
  // In the repository's own data folder: the system's temporary folder is often in memory, where a commit costs
  // nothing.
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
  const started = async <A extends RunningServer>(starting: Promise<A>): Promise<A> => {
    const server = await starting
    servers.push(server)
    return server
  }
  try {
    const service = await started(startService(join(folder, "service", "vintem.db"), { isLogged: true }))
    const handFile = join(folder, "hand-written.db")
    makeTables(handFile, service.key)
    const hand = await started(startBaseline("baseline/hand-written/server.ts", [handFile], "by hand"))
    const nestFile = join(folder, "nest.db")
    const onNest = await started(startBaseline("nest/dist/nest/src/main.js", [nestFile, service.key], "NestJS"))

    const ours = contestant(service, service.key, generator, look(service.file, "number"))
    const byHand = contestant(hand, service.key, generator, look(handFile, "order_number"))
    const byNest = contestant(onNest, service.key, generator, look(nestFile, "order_number"))
    for (const one of [ours, byHand, byNest]) await one.probe()
    await byTurns([ours, byHand, byNest])
    console.log(
      `\nhand-written: ${ratio(ours, byHand).toFixed(2)} of the orders per second by hand, ` +
        `${ratio(ours, byNest).toFixed(1)} times those of NestJS`,
    )
  } finally {
    process.off("SIGINT", giveUp).off("SIGTERM", giveUp)
    await cleanUp()
  }
}

/** Installs its locked dependencies, and compiles it: its decorators need types that stripping would lose. */
const installNest = (): void => {
  execFileSync("npm", ["ci", "--silent", "--prefix", nest], { stdio: "inherit", shell: process.platform === "win32" })
  execFileSync(process.execPath, [join(nest, "node_modules/typescript/bin/tsc"), "--project", nest], {
    stdio: "inherit",
  })
}

/** Looks orders up in a file, by the column with their number. */
export const look =
  (file: string, numberColumn: "number" | "order_number") =>
  (numbers: ReadonlyArray<string>): Stored => {
    const database = new BetterSqlite(file, { readonly: true })
    const total = database.prepare<unknown[], number>("select count(*) from orders").pluck().get() ?? 0
    // Reads all at once: the baseline has no index for a number.
    const all = database.prepare<unknown[], [string, string]>(`select ${numberColumn}, status from orders`).raw()
    const statuses = new Map(all.iterate())
    const lost = numbers.filter((number) => statuses.get(number) !== "paid").length
    database.close()
    return { total, lost }
  }
