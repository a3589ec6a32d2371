/**
 * How many single orders a second does the service take on PostgreSQL, beside the same operation written by hand?
 *
 * The workload of `single-order`. The server is a PostgreSQL 18 of this machine with `fsync` and `synchronous_commit` on, its files
 * in the repository's data folder; each contestant has a database of its own on it and ten connections. It takes its share of the
 * same cores, and the same share of both contestants.
 *
 * The baseline (`baseline/single-order-postgres`) is `node:http` and `pg` without layers, running the same statements one by one in
 * the same three transactions; that the rows are the same is checked before anything is measured.
 */
import { PostgresDatabase } from "@vintem/adapters"
import { median } from "./harness/median.ts"
import { asked, withPostgres } from "./harness/postgres-server.ts"
import { compareRows, postgresRows } from "./harness/same-work.ts"
import { type RunningServer, startBaseline, startServiceOn } from "./harness/servers.ts"
import { type Contestant, contest, contestant, type Stored } from "./load/contest.ts"
import { startGenerator } from "./load/phase.ts"

export const singleOrderPostgres = (): Promise<void> =>
  withPostgres(async ({ database }) => {
    const serviceUrl = await database("service")
    const baselineUrl = await database("baseline")
    const generator = startGenerator()
    const servers: Array<RunningServer> = []
    try {
      const service = await startServiceOn(serviceUrl)
      servers.push(service)
      await prepareBaseline(serviceUrl, baselineUrl)
      const baseline = await startBaseline("baseline/single-order-postgres/server.ts", [baselineUrl])
      servers.push(baseline)

      const ours = contestant(service, service.key, generator, (numbers) => look(serviceUrl, numbers))
      const theirs = contestant(baseline, service.key, generator, (numbers) => look(baselineUrl, numbers))
      for (const one of [ours, theirs]) await one.probe()
      compareRows(await postgresRows(serviceUrl), await postgresRows(baselineUrl))
      const log: Array<Logged> = []
      await contest("single-order-postgres", countingLog(ours, serviceUrl, log), theirs)
      await reportBytes(serviceUrl, log)
    } finally {
      generator.stop()
      for (const server of servers) await server.stop()
    }
  })

/** How far the log had come, and how many orders there were. */
interface Logged {
  readonly bytes: number
  readonly orders: number
}

/** Notes what a contestant has PostgreSQL write into its log while it is measured. */
const countingLog = (one: Contestant, url: string, log: Array<Logged>): Contestant => ({
  ...one,
  measure: async () => {
    const before = await loggedSoFar(url)
    await one.measure()
    const after = await loggedSoFar(url)
    log.push({ bytes: after.bytes - before.bytes, orders: after.orders - before.orders })
  },
})

const loggedSoFar = async (url: string): Promise<Logged> => {
  const [found] = await asked<{ bytes: string; orders: string }>(
    url,
    "select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as bytes, (select count(*) from orders) as orders",
  )
  return { bytes: Number(found?.bytes), orders: Number(found?.orders) }
}

/** Prints what an order takes on the disk, by table, indexes included. */
const reportBytes = async (url: string, log: ReadonlyArray<Logged>): Promise<void> => {
  await asked(url, "vacuum")
  const [found] = await asked<{ total: string }>(url, "select count(*) as total from orders")
  const orders = Number(found?.total)
  const tables = await asked<{ name: string; heap: string; total: string }>(
    url,
    `select relname as name, pg_table_size(oid) as heap, pg_total_relation_size(oid) as total from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace order by 3 desc limit 9`,
  )
  const each = (bytes: number): string => (bytes / orders).toFixed(0)
  console.log(`\nbytes an order, of ${orders} orders in the database (rows + indexes):`)
  for (const { heap, name, total } of tables) {
    console.log(`${name.padEnd(18)} ${each(Number(heap)).padStart(6)} + ${each(Number(total) - Number(heap))}`)
  }
  const total = tables.reduce((sum, table) => sum + Number(table.total), 0)
  const logged = median(log.map((round) => round.bytes / round.orders))
  console.log(`${"together".padEnd(18)} ${each(total).padStart(6)}; of the write-ahead log ${logged.toFixed(0)}`)
}

/** The tables of our migrations, with the company and key of the service. */
const prepareBaseline = async (serviceUrl: string, baselineUrl: string): Promise<void> => {
  await PostgresDatabase.migrate(baselineUrl)
  for (const table of ["company", "api_key"]) {
    for (const { row } of await asked<{ row: string }>(
      serviceUrl,
      `select row_to_json(held)::text as row from ${table} as held`,
    )) {
      await asked(baselineUrl, `insert into ${table} select * from json_populate_record(null::${table}, $1)`, [row])
    }
    await asked(baselineUrl, `select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`)
  }
}

export const look = async (url: string, numbers: ReadonlyArray<string>): Promise<Stored> => {
  const [found] = await asked<{ total: string; paid: string }>(
    url,
    `select (select count(*) from orders) as total,
            (select count(*) from orders where number = any($1) and status = 'paid') as paid`,
    [numbers],
  )
  return { total: Number(found?.total), lost: numbers.length - Number(found?.paid) }
}
