/**
 * What do the overview of a company and the searches of the panel take in the server, with a million orders of one company?
 *
 * The whole request is measured, on one kept connection, the questions by turns. They are asked of the administration, whose operations
 * are the panel's: a session costs the same whatever is asked. The orders are those of `order-list`, of 100,000 customers; there is nothing
 * to compare them with but the target, 100 ms.
 */
import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import BetterSqlite from "better-sqlite3"
import { median } from "./harness/median.ts"
import { ask } from "./load/ask.ts"
import { withFilledService } from "./load/filled-service.ts"
import { fillSqlite, placeTemplates } from "./order-list.ts"

const customers = 100_000
const warmUps = 10
const rounds = 60
const targetMillis = 100

/** The last day with orders. */
const last = "2026-12-25"

const company = "/admin/v1/companies/1"

const questions: Readonly<Record<string, string>> = {
  "overview, 30 days": `${company}/overview?to=${last}`,
  "overview, 90 days": `${company}/overview?days=90&to=${last}`,
  "overview, 366 days": `${company}/overview?days=366&to=${last}`,
  "an order by number": `${company}/orders/000000000500000`,
  "an order of any company": "/admin/v1/orders/000000000500000",
  "orders by document": `${company}/orders?taxvat=11144477735`,
  "orders by e-mail": `${company}/orders?email=Cliente-500@Example.com`,
  "orders by reference": `${company}/orders?ref=pedido-500000`,
}

export const panelOverview = (): Promise<void> =>
  withFilledService({
    place: placeTemplates,
    fill: (file) => {
      fillSqlite(file)
      giveCustomers(file)
    },
    measure: async (service, agent) => {
      const key = readFileSync(join(dirname(service.file), "admin-token"), "utf8").trim()
      const times = new Map(Object.keys(questions).map((name): [string, Array<number>] => [name, []]))
      for (let round = -warmUps; round < rounds; round += 1) {
        for (const [name, path] of Object.entries(questions)) {
          const began = performance.now()
          await ask({ ...service, key }, agent, path)
          if (round >= 0) times.get(name)?.push(performance.now() - began)
        }
      }
      for (const [name, taken] of times) {
        const longest = Math.max(...taken)
        console.log(
          `${name.padEnd(24)} ${median(taken).toFixed(2).padStart(7)} ms   longest ${longest.toFixed(2)} ms (target at most ${targetMillis})`,
        )
      }
    },
  })

/** Ten orders to each customer, with an address of their own. */
const giveCustomers = (file: string): void => {
  const database = new BetterSqlite(file)
  database.pragma("synchronous = OFF")
  database.exec(`
    with recursive place(n) as (select 1 union all select n + 1 from place where n < ${customers})
    insert into customer (company_id, token, document, fullname, email, email_key, telephone, created_at)
    select company_id, printf('%036d', n), printf('%014d', n), fullname, printf('cliente-%d@example.com', n),
      printf('cliente-%d@example.com', n), telephone, created_at
    from place, (select * from customer order by id limit 1);
    update orders set customer_id = (select max(id) from customer) - id % ${customers};
  `)
  database.close()
}
