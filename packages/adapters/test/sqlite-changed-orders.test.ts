/**
 * A list of a period's changes, with another filter: few changes are read one by one, and for many the other filter's
 * index finds the orders. Either way the lists are equal.
 */

import { instant } from "@vintem/domain/calendar"
import { CompanyId } from "@vintem/domain/identifiers"
import { storedFromProgress } from "@vintem/domain/order"
import { OrderRepository, PageNumber } from "@vintem/domain/ports"
import { exampleOrder, orderCanceled } from "@vintem/testing"
import { Effect, Layer } from "effect"
import { CompiledQuery, sql } from "kysely"
import { expect, it } from "vitest"
import { sqlite } from "../src/sql/engine/dialect.ts"
import { Executor } from "../src/sql/engine/executor.ts"
import * as KyselyStorage from "../src/sql/storage.ts"
import { layerFreshFile } from "./sqlite-file.ts"

const [created, canceled] = [exampleOrder(), exampleOrder(orderCanceled)]
const company = CompanyId.make(1)

/** Orders 1, 2, 3, …, placed one a second and changed one a second; every other one was canceled, and every tenth has a source. */
const fill = (count: number) => [
  sql`insert into company (id, code, name, city, under_moderation, fees, pages, created_at) values (1, 'c0mpan', 'c', 'x', 0, '{}', '{}', 0)`,
  sql`insert into customer (id, company_id, token, document, fullname, email, email_key, telephone, created_at)
    values (1, 1, 't', '1', 'f', 'e', 'e', 't', 0)`,
  sql`with recursive counted(n) as (select 1 union all select n + 1 from counted where n < ${sql.lit(count)})
    insert into orders
      (number, company_id, public_key, status, version, src, customer_id, document, placed_at, details, progress, figures, updated_at)
    select 'N' || n, 1, 'P' || n, iif(n % 2 = 0, 'canceled', 'created'), 1, iif(n % 10 = 0, 'shelf', null), 1, '1', n * 1000,
      ${sql.lit(JSON.stringify(created.details))},
      iif(n % 2 = 0, ${sql.lit(JSON.stringify(storedFromProgress(canceled)))}, ${sql.lit(JSON.stringify(storedFromProgress(created)))}),
      '[]', n * 1000 from counted`,
  sql`insert into order_count (company_id, status, day, count) select 1, status, 0, count(*) from orders group by status`,
]

const foundByChange = / as "changed" cross join "orders"/u

it.each([
  ["is looked for among the changes where they are few", 20_000, true],
  ["is looked for by the other filter where they are many", 20_001, false],
] as const)("%s", (_, count, isByChange) =>
  Effect.gen(function* () {
    const executor = yield* Executor
    for (const statement of fill(count)) yield* executor.write("test.fill", statement.compile(sqlite.build))
    const asked: Array<CompiledQuery> = []
    const noting = Executor.of({
      ...executor,
      read: (operation, query) => {
        asked.push(query)
        return executor.read(operation, query)
      },
      readLong: (operation, caller, query) => {
        asked.push(query)
        return executor.readLong(operation, caller, query)
      },
    })
    const lists = Effect.gen(function* () {
      const { list } = yield* OrderRepository
      const all = { updatedFrom: instant(0), updatedBefore: instant(100_000_000) }
      const second = { page: PageNumber.make(2), size: 3 }
      const shelf = yield* list(company, { ...all, src: "shelf" }, second)
      const canceledOnes = yield* list(company, { ...all, statuses: ["canceled", "paid"] }, second)
      const late = yield* list(company, { updatedFrom: instant(19_999_000), statuses: ["created"] }, second)
      return [shelf, canceledOnes, late].map(({ entries, total }) => [total, entries.map(({ id }) => id)])
    })
    const found = yield* Effect.provide(
      lists,
      KyselyStorage.layerNoDeps.pipe(Layer.provide(Layer.succeed(Executor, noting))),
    )
    expect(found).toEqual([
      [2_000, [19_970, 19_960, 19_950]],
      [10_000, [19_994, 19_992, 19_990]],
      [count - 19_999, []],
    ])
    const wide = asked.filter(({ sql: text }) => /"updated_at" < /u.test(text) && text.includes(' as "page"'))
    expect(wide.map(({ sql: text }) => foundByChange.test(text))).toEqual([isByChange, isByChange])
    const plans = yield* Effect.forEach(wide, ({ parameters, sql: text }) =>
      executor.read("test.explain", CompiledQuery.raw(`explain query plan ${text}`, [...parameters])),
    )
    const indexes = plans.map((steps) => JSON.stringify(steps))
    expect(indexes[0]).toContain(isByChange ? "orders_by_change (" : "orders_by_src (")
    expect(indexes[1]).toContain(isByChange ? "orders_by_change (" : "orders_by_status (")
  }).pipe(Effect.provide(layerFreshFile), Effect.scoped, Effect.runPromise),
)
