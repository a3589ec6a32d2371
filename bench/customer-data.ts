/**
 * What does it take to export and to erase one customer among a million, beside one among forty?
 *
 * Over HTTP, on one kept connection. Each customer has three paid orders; the million has one order each, a tenth a payment link, and a tenth an
 * answer that is kept under a key of the company, as of a busy day. The baseline is the same in the same service before it is filled.
 * Its promise: a second at most.
 */
import { readFileSync } from "node:fs"
import type { Agent } from "node:http"
import { dirname, join } from "node:path"
import BetterSqlite from "better-sqlite3"
import { median } from "./harness/median.ts"
import type { Server } from "./harness/servers.ts"
import { ask, type Target } from "./load/ask.ts"
import { withFilledService } from "./load/filled-service.ts"
import { workload } from "./load/workload.ts"

const customers = 1_000_000
/** Of each run. */
const measured = 20
const ordersEach = 3

export const customerData = (): Promise<void> => {
  let alone: Figures | undefined
  return withFilledService({
    place: async (service, agent) => {
      await place(service, agent)
      alone = await figuresOf(service, agent, 0)
    },
    fill,
    measure: async (service, agent) => {
      const filled = await figuresOf(service, agent, measured)
      for (const name of ["exported", "erased"] as const) {
        const [before, after] = [alone?.[name] ?? [], filled[name]]
        const ratio = median(after) / median(before)
        console.log(
          `${name.padEnd(9)} alone ${millis(median(before))}, among ${customers} ${millis(median(after))} (longest ${millis(Math.max(...after))}), ` +
            `ratio ${ratio.toFixed(2)}`,
        )
      }
    },
  })
}

interface Figures {
  readonly exported: ReadonlyArray<number>
  readonly erased: ReadonlyArray<number>
}

const millis = (duration: number): string => `${duration.toFixed(1)} ms`

const place = async (service: Server & Target, agent: Agent): Promise<void> => {
  const bodyOf = workload()
  for (let payer = 0; payer < 2 * measured; payer += 1) {
    for (let order = 0; order < ordersEach; order += 1) await ask(service, agent, "/api/v1/order/single", bodyOf(payer))
  }
}

/** Of the customers that come first after so many. */
const figuresOf = async (service: Server & Target, agent: Agent, skipped: number): Promise<Figures> => {
  const database = new BetterSqlite(service.file, { readonly: true })
  const find = database.prepare<[number, number], { id: number }>(
    "select id from customer order by id limit ? offset ?",
  )
  const found = find.all(measured, skipped)
  database.close()
  const key = readFileSync(join(dirname(service.file), "admin-token"), "utf8").trim()
  const exported: Array<number> = []
  const erased: Array<number> = []
  for (const { id } of found) {
    const path = `/admin/v1/companies/1/customers/${id}`
    const began = performance.now()
    await ask({ url: service.url, key }, agent, `${path}/export`)
    const between = performance.now()
    await ask({ url: service.url, key }, agent, `${path}/erase`, Buffer.from("{}"))
    exported.push(between - began)
    erased.push(performance.now() - between)
  }
  return { exported, erased }
}

/** Copies the last order: the copies are not read, they only fill the tables. */
const fill = (file: string): void => {
  const database = new BetterSqlite(file)
  database.pragma("synchronous = OFF")
  database.pragma("foreign_keys = OFF")
  database.exec(`
    create temp table place (n integer primary key);
    with recursive counted(n) as (select 1 union all select n + 1 from counted where n < ${customers})
    insert into place select n from counted;
    create temp table model as select * from orders order by id desc limit 1;
    insert into customer (id, company_id, token, document, fullname, email, email_key, telephone, created_at)
    select 1000 + n, 1, printf('token-%d', n), printf('%011d', n), 'Pessoa', printf('p%d@example.com', n), printf('p%d@example.com', n), '11987654321', n from place;
    insert into orders (number, company_id, public_key, status, version, src, ref, customer_id, document, placed_at, details, progress, figures)
    select printf('%015d', n), 1, printf('%022d', n), status, version, null, null, 1000 + n, printf('%011d', n), placed_at + n, details, progress, figures
    from place, model;
    insert into order_event (order_number, sequence, at, type, body)
    select printf('%015d', n), event.sequence, event.at, event.type, event.body
    from place, order_event as event, model where event.order_number = model.number and event.sequence = 1;
    insert into payment_link (id, slug, company_id, created_at, version, terms, progress)
    select n, printf('l%015d', n), 1, n, 1, '{}', '{}' from place where n % 10 = 0;
    insert into payment_link_event (link_id, company_id, sequence, at, type, body)
    select n, 1, 1, n, 'LinkCreated',
      json_object('terms', json_object('customer', json_object('document', printf('%011d', n), 'email', printf('p%d@example.com', n))))
    from place where n % 10 = 0;
    insert into idempotency (scope, key, fingerprint, order_number, status, body, expires_at, alive_until)
    select 'company:1', printf('key-%d', n), 'f', printf('%015d', n), 200, json_object('data', details), 9e12, 0
    from place, model where n % 10 = 1;
  `)
  database.close()
}
