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
import { contest, contestant, type Stored } from "./load/contest.ts"
import { startGenerator } from "./load/phase.ts"
import { asked, withPostgres } from "./postgres-server.ts"
import { compareRows, postgresRows } from "./same-work.ts"
import { type RunningServer, startBaseline, startServiceOn } from "./servers.ts"

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
      const baseline = await startBaseline("baseline/single-order-postgres/server.ts", baselineUrl)
      servers.push(baseline)

      const ours = contestant(service, service.key, generator, (numbers) => look(serviceUrl, numbers))
      const theirs = contestant(baseline, service.key, generator, (numbers) => look(baselineUrl, numbers))
      for (const one of [ours, theirs]) await one.probe()
      compareRows(await postgresRows(serviceUrl), await postgresRows(baselineUrl))
      await contest("single-order-postgres", ours, theirs)
    } finally {
      generator.stop()
      for (const server of servers) await server.stop()
    }
  })

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
