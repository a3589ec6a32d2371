/**
 * How long does page 1 000 of `GET /api/v1/order` take compared with page 1, with a million orders of one company,
 * unfiltered and by each filter?
 *
 * The whole request is measured, total included, on one kept connection, with alternating pages. The baseline is the
 * list's page 1 in this run. The orders are copies of three that the service has taken (a paid card, a Pix that waits,
 * a refused card), spread over 400 days. A filter keeps between one in fifty and all of them, so that there is a page 1
 * 000.
 *
 * Then two filters at once, which share no index: how long does another request wait while such a list is read?
 */

import type { Agent } from "node:http"
import BetterSqlite from "better-sqlite3"
import { orShort } from "./harness/or-short.ts"
import { ask, type Target } from "./load/ask.ts"
import { waitBeside } from "./load/beside-list.ts"
import { withFilledService } from "./load/filled-service.ts"
import { comparePages } from "./load/list-pages.ts"
import { workload } from "./load/workload.ts"

export const orders = orShort(1_000_000, 5_000)

/** 21 November 2025, and from there on evenly. */
export const firstPlacedAt = 1_763_694_000_000
export const apartMillis = orShort(34_560, 6_912_000)

export const filters: Readonly<Record<string, string>> = {
  "no filter": "",
  status: "status=paid",
  "two statuses": "status=paid,unpaid",
  src: "src=instagram",
  ref: "ref=pedido-7",
  product_id: "product_id=7",
  taxvat: "taxvat=11144477735",
  from: "from=2026-03-01",
  to: "to=2026-03-01",
  "from and to": "from=2026-02-01&to=2026-03-01",
}

/** Pairs of filters without a common index. */
const pairs = ["status=paid&src=instagram", "status=paid&taxvat=52998224725", "status=paid&product_id=7"]

export const orderList = (): Promise<void> =>
  withFilledService({
    place: placeTemplates,
    fill: fillSqlite,
    measure: async (service, agent) => {
      for (const [name, query] of Object.entries(filters)) {
        await comparePages(service, agent, name, `/api/v1/order?${query}`)
      }
      for (const query of pairs) {
        await waitBeside(service, agent, `/api/v1/order?${query}&page=100`, "/api/v1/order?status=unpaid")
      }
    },
  })

/** A paid order, one that waits and a refused one. */
export const placeTemplates = async (service: Target, agent: Agent): Promise<void> => {
  const { payment, ...order } = JSON.parse(workload()(0).toString())
  const refused = { ...payment, card: { ...payment.card, number: "4000000000000002", security: "123" } }
  for (const one of [payment, { method: "pix" }, refused]) {
    const body = Buffer.from(JSON.stringify({ ...order, payment: one }))
    await ask(service, agent, "/api/v1/order/single", body)
  }
}

/** Copies the three until there are enough, each with its own names, time, product and references. */
export const fillSqlite = (file: string): void => {
  const database = new BetterSqlite(file)
  database.pragma("synchronous = OFF")
  database.exec("create temp table model (id integer primary key, details text not null)")
  const model = database.prepare("insert into model values (?, ?)")
  for (const { id, details } of database.prepare<[], Template>("select id, details from orders").all()) {
    model.run(id, formatOf(details))
  }
  database.exec(`
    with recursive place(n) as (select 0 union all select n + 1 from place where n < ${orders - 1}),
    drawn as (
      select
        n,
        printf('%015d', n) as number,
        printf('%022d', n) as public_key,
        case when n % 10 < 8 then 1 when n % 10 = 8 then 2 else 3 end as template,
        case when n % 5 = 0 then 'instagram' end as src,
        case when n % 50 = 7 then 'pedido-7' else printf('pedido-%d', n) end as ref,
        case when n % 50 = 9 then '11144477735' else '52998224725' end as document,
        case when n % 5 = 1 then 7 end as product,
        ${firstPlacedAt} + n * ${apartMillis} as placed_at
      from place
    )
    insert into orders (number, company_id, public_key, status, version, src, ref, customer_id, document, placed_at, updated_at, details, progress, figures)
    select
      drawn.number, company_id, drawn.public_key, status, version, drawn.src, drawn.ref, customer_id, drawn.document, drawn.placed_at, drawn.placed_at,
      printf(
        model.details, drawn.number, drawn.public_key, json_quote(drawn.src), json_quote(drawn.ref), drawn.document,
        coalesce(product, 'null'), drawn.placed_at
      ),
      progress, figures
    from drawn join orders as placed on placed.id = drawn.template join model on model.id = drawn.template;
    insert into order_product (company_id, product_id, placed_at, order_id)
    select company_id, 7, placed_at, id from orders where ref is not null and cast(substr(ref, 8) as integer) % 5 = 1;
    insert or replace into order_count (company_id, status, day, count)
    select company_id, status, (placed_at - 10800000) / 86400000, count(*) from orders group by 1, 2, 3;
  `)
  database.close()
}

interface Template {
  readonly id: number
  readonly details: string
}

/** The details of an order as a format, with a place for everything that distinguishes it. */
export const formatOf = (details: string): string => {
  const order: Record<string, unknown> & { customer: object; items: ReadonlyArray<object> } = JSON.parse(details)
  const [item, ...items] = order.items
  const marked = {
    ...order,
    number: "\u0001s",
    publicKey: "\u0001s",
    src: "\u0001j",
    ref: "\u0001j",
    customer: { ...order.customer, document: "\u0001s" },
    items: [{ ...item, productId: "\u0001j" }, ...items],
    placedAt: "\u0001j",
  }
  return JSON.stringify(marked).replaceAll("%", "%%").replaceAll('"\\u0001j"', "%s").replaceAll("\\u0001s", "%s")
}
