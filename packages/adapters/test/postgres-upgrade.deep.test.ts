/**
 * PostgreSQL databases that earlier versions have written, brought up to date: what they hold is read as if it had been written
 * today. One fixture for each level of the migrations but the last.
 */
import { readdir, readFile } from "node:fs/promises"
import { instant } from "@vintem/domain/calendar"
import { CompanyId } from "@vintem/domain/identifiers"
import { fold } from "@vintem/domain/machine"
import { OrderStatus, orderMachine } from "@vintem/domain/order"
import { firstPage, JobQueue, type OrderFilter, OrderRepository, queueNames, StorageAudit } from "@vintem/domain/ports"
import { Effect, Layer, Stream } from "effect"
import { Client } from "pg"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { migrate, pendingMigrations } from "../src/sql/postgres/database.ts"
import * as PostgresStorage from "../src/sql/postgres/postgres-storage.ts"
import * as KyselyStorage from "../src/sql/storage.ts"
import { emptyDatabase } from "./postgres-database.ts"
import { levels } from "./postgres-levels.ts"

const folder = new URL("./fixtures/", import.meta.url)
const fixtures = (await readdir(folder)).filter((name) => name.startsWith("postgres-"))
const company = CompanyId.make(1)
const everySome = { after: 0, limit: 1_000 }

it("every fixture is of a level but the last", () => {
  const known = fixtures.map((name) => name.slice("postgres-".length, -".sql".length))
  expect(levels.slice(0, -1)).toStrictEqual(expect.arrayContaining(known))
})

describe.each(fixtures)("%s", (fixture) => {
  let url: string
  let client: Client
  /** What was to be done, by kind, before the upgrade. */
  let work: ReadonlyArray<string>
  /** Its idempotency keys before the upgrade, as they should be after it. */
  let keys: ReadonlyArray<string>

  beforeAll(async () => {
    url = await Effect.runPromise(emptyDatabase)
    client = new Client({ connectionString: url })
    await client.connect()
    await client.query(await readFile(new URL(fixture, folder), "utf8"))
    const { rows } = await client.query("select to_regclass('job') is not null as has_jobs")
    work = rows[0].has_jobs ? await namesIn("select kind as name from job where died_at is null order by kind") : []
    keys = await namesIn(
      "select concat_ws('|', scope, key, '', order_number, status, body, expires_at, alive_until) as name from idempotency order by key",
    )
    await migrate(url)
  })

  afterAll(() => client.end())

  const namesIn = async (query: string): Promise<ReadonlyArray<string>> =>
    (await client.query<{ name: string }>(query)).rows.map(({ name }) => name)

  const asked = <A, E>(effect: Effect.Effect<A, E, OrderRepository | JobQueue | StorageAudit>): Promise<A> =>
    Effect.runPromise(Effect.provide(effect, KyselyStorage.layerNoDeps.pipe(Layer.provide(PostgresStorage.layer(url)))))

  it("lacks nothing", async () => {
    expect(await pendingMigrations(client)).toStrictEqual([])
  })

  it("keeps its idempotency keys and their answers, and of no request a fingerprint", async () => {
    const rows = await namesIn(
      "select concat_ws('|', scope, key, fingerprint, order_number, status, body, expires_at, alive_until) as name from idempotency order by key",
    )
    expect(rows).toStrictEqual(keys)
    expect(await namesIn("select name from setting where name = 'fingerprint'")).toStrictEqual([])
  })

  it("gives its orders, each with a log that folds to it", async () => {
    const { items } = await asked(list({}))
    const stored = (await client.query<{ id: string }>("select id from orders order by id desc")).rows
    expect(items.map(({ id }) => `${id}`)).toStrictEqual(stored.map(({ id }) => id))
    expect(items.length).toBeGreaterThan(3)
    const logs = await asked(
      Effect.flatMap(OrderRepository, ({ history }) =>
        Effect.forEach(items, ({ order }) => history(order.details.number)),
      ),
    )
    expect(logs.map((log) => fold(orderMachine, log))).toStrictEqual(items.map(({ order }) => order))
  })

  it.each([undefined, ...OrderStatus.literals])("counts its orders: status %s", async (status) => {
    const filter = status === undefined ? {} : { statuses: [status] }
    const stored = await namesIn("select status as name from orders")
    const expected = stored.filter((one) => status === undefined || one === status).length
    expect((await asked(list(filter))).total).toBe(expected)
    const inTime = { ...filter, from: instant(0), before: instant(4_000_000_000_000) }
    expect((await asked(list(inTime))).total).toBe(expected)
  })

  it("passes the storage check", async () => {
    const breaches = Effect.gen(function* () {
      const audit = yield* StorageAudit
      const walked = [
        ...(yield* audit.scan(everySome.after, everySome.limit)),
        ...(yield* audit.links.scan(everySome.after, everySome.limit)),
        ...(yield* audit.batches.scan(everySome.after, everySome.limit)),
        ...(yield* audit.deliveries.scan(everySome.after, everySome.limit)),
      ]
      const beside = yield* Stream.runCollect(audit.besideOrders)
      return [...walked.flatMap((found) => found.breaches), ...beside.flat().map(({ breach }) => breach)]
    })
    expect(await asked(breaches)).toStrictEqual([])
  })

  it("has the work that it had left", async () => {
    const now = instant(4_000_000_000_000)
    const claim = { lease: "lease", now, until: now, limit: 100 }
    const jobs = await asked(
      Effect.flatMap(JobQueue, (jobs) => Effect.forEach(queueNames, (queue) => jobs.claim({ ...claim, queue }))),
    )
    expect(jobs.flat().map(({ kind }) => kind)).toStrictEqual(expect.arrayContaining([...work]))
  })
})

const list = (filter: OrderFilter) =>
  Effect.flatMap(OrderRepository, (orders) => orders.list(company, filter, { page: firstPage, size: 100 }))
