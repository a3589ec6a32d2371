/**
 * How long do pages 1 and 1 000 of `GET /api/v1/order` take on PostgreSQL compared with SQLite, with a million orders
 * of one company, unfiltered and by each filter?
 *
 * The orders and the filters are those of `order-list`. Both engines hold equal orders; two services, one on each,
 * answer alternately for each filter, total included, each on a kept connection.
 */
import { Agent } from "node:http"
import { join } from "node:path"
import { inDataFolder } from "./harness/data-folder.ts"
import { asked, withPostgres } from "./harness/postgres-server.ts"
import {
  type Keyed,
  type RunningServer,
  restartService,
  restartServiceOn,
  startService,
  startServiceOn,
} from "./harness/servers.ts"
import type { Target } from "./load/ask.ts"
import { comparePages } from "./load/list-pages.ts"
import { apartMillis, fillSqlite, filters, firstPlacedAt, formatOf, orders, placeTemplates } from "./order-list.ts"

/** How many times page 1 page 1 000 may take here, and how many times SQLite's page a page may take. */
const target = 1.5

export const orderListPostgres = (): Promise<void> =>
  withPostgres(({ database }) =>
    inDataFolder(async (folder) => {
      const file = join(folder, "vintem.db")
      const url = await database("service")
      const services: Array<RunningServer> = []
      try {
        const sqlite = await filled(
          startService(file),
          () => fillSqlite(file),
          (key) => restartService(file, key),
        )
        services.push(sqlite.service)
        const postgres = await filled(
          startServiceOn(url),
          () => fillPostgres(url),
          (key) => restartServiceOn(url, key),
        )
        services.push(postgres.service)
        let worst = 0
        let steepest = 0
        for (const [name, query] of Object.entries(filters)) {
          const list = `/api/v1/order?${query}`
          const lite = await comparePages(sqlite.service, sqlite.agent, `SQLite ${name}`.padEnd(21), list)
          const pg = await comparePages(postgres.service, postgres.agent, `PostgreSQL ${name}`.padEnd(21), list)
          if (lite.total !== pg.total) throw new Error(`Of ${name} one counts ${lite.total}, the other ${pg.total}.`)
          const times = [pg.near / lite.near, pg.deep / lite.deep]
          worst = Math.max(worst, ...times)
          steepest = Math.max(steepest, pg.deep / pg.near)
          console.log(`${"".padEnd(23)}page 1 ${times[0]?.toFixed(2)} times, page 1000 ${times[1]?.toFixed(2)} times\n`)
        }
        console.log(
          `order-list-postgres: page 1000 at most ${steepest.toFixed(2)} times page 1 (target ${target}); a page at most ` +
            `${worst.toFixed(2)} times what SQLite takes (target ${target})`,
        )
        sqlite.agent.destroy()
        postgres.agent.destroy()
      } finally {
        for (const service of services) await service.stop()
      }
    }),
  )

/** Places templates, copies them while no service runs, and serves again. */
const filled = async (
  starting: Promise<RunningServer & Keyed>,
  fill: () => void | Promise<void>,
  restart: (key: string) => Promise<RunningServer & Keyed>,
): Promise<{ readonly service: RunningServer & Target; readonly agent: Agent }> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const first = await starting
  try {
    await placeTemplates(first, agent)
  } finally {
    await first.stop()
  }
  const began = performance.now()
  await fill()
  console.log(`filled in ${((performance.now() - began) / 1000).toFixed(0)} s`)
  return { service: await restart(first.key), agent }
}

/** The work of `fillSqlite`, for PostgreSQL. */
const fillPostgres = async (url: string): Promise<void> => {
  const templates = await asked<{ id: string; details: string }>(url, "select id, details from orders")
  const models = templates.map(({ details, id }) => ({ id: Number(id), details: formatOf(details) }))
  await asked(
    url,
    `with model as (select * from json_to_recordset($1::json) as model (id bigint, details text)),
    drawn as (
      select
        n,
        lpad(n::text, 15, '0') as number,
        lpad(n::text, 22, '0') as public_key,
        case when n % 10 < 8 then 1 when n % 10 = 8 then 2 else 3 end as template,
        case when n % 5 = 0 then 'instagram' end as src,
        case when n % 50 = 7 then 'pedido-7' else 'pedido-' || n end as ref,
        case when n % 50 = 9 then '11144477735' else '52998224725' end as document,
        case when n % 5 = 1 then 7 end as product,
        ${firstPlacedAt} + n::bigint * ${apartMillis} as placed_at
      from generate_series(0, ${orders - 1}) as place (n)
    )
    insert into orders (number, company_id, public_key, status, version, src, ref, customer_id, document, placed_at, updated_at, details, progress, figures)
    select
      drawn.number, company_id, drawn.public_key, status, version, drawn.src, drawn.ref, customer_id, drawn.document, drawn.placed_at, drawn.placed_at,
      format(
        model.details, drawn.number, drawn.public_key, coalesce(to_json(drawn.src)::text, 'null'), to_json(drawn.ref)::text,
        drawn.document, coalesce(product::text, 'null'), drawn.placed_at
      ),
      progress, '[]'
    from drawn join orders as placed on placed.id = drawn.template join model on model.id = drawn.template`,
    [JSON.stringify(models)],
  )
  await asked(
    url,
    `insert into order_product (company_id, product_id, placed_at, order_id)
     select company_id, 7, placed_at, id from orders where ref is not null and substr(ref, 8)::bigint % 5 = 1`,
  )
  await asked(url, "delete from order_count")
  await asked(
    url,
    `insert into order_count (company_id, status, day, shard, count)
     select company_id, status, (placed_at - 10800000) / 86400000, 0, count(*) from orders group by 1, 2, 3`,
  )
  // As autovacuum does within a minute or so.
  await asked(url, "vacuum analyze")
}
