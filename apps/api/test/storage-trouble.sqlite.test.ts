// SQLite in trouble: a file that another program locks, a full disk, an unreadable file.
import { SqliteStorage } from "@vintem/adapters"
import BetterSqlite from "better-sqlite3"
import { Effect, Option } from "effect"
import { describe, expect, it } from "vitest"
import { commandLine } from "./command-line.ts"
import { newDatabase } from "./database-under-test.ts"
import { visa } from "./example-orders.ts"
import { readExposition, valueOf } from "./exposition.ts"
import { type Answer, type ServiceUnderTest, serviceUnderTest } from "./service-under-test.ts"
import { expectNothingKept, expectServerError, expectWhole, ordersOf, place, timesCharged } from "./storage-trouble.ts"

/** The service's own connection. */
const connection = Effect.map(
  Effect.serviceOption(SqliteStorage.SqliteDatabase),
  (database) => Option.getOrThrow(database).raw,
)

describe("a database that another program locks", async () => {
  const database = await newDatabase()
  const service = serviceUnderTest({ database })

  it("lets orders be read, refuses new ones after a while, stores nothing of them, and takes them afterwards", async () => {
    const company = await service.newCompany()
    const other = new BetterSqlite(database.url.slice("sqlite:".length))
    other.exec("begin immediate")
    const [refused, read] = await Promise.all([place(company, "k"), company.get("/api/v1/order")])
    expect(read.status).toBe(200)
    expect(expectServerError(service, refused)).toContain("locked")
    await expectNothingKept(database)
    other.exec("rollback")
    other.close()
    const taken = await place(company, "k")
    expect([taken.status, taken.headers.get("idempotent-replayed")]).toEqual([200, null])
    expect(await ordersOf(company)).toHaveLength(1)
    await expectWhole(service, company)
  })
})

/** How far the file may grow; null for no limit. */
const limitPagesOf = (service: ServiceUnderTest, more: number | null) =>
  service.run(
    Effect.map(connection, (raw) => {
      const pages = Number(raw.pragma("page_count", { simple: true }))
      raw.pragma(`max_page_count = ${more === null ? 1_000_000 : pages + more}`)
    }),
  )

describe("a disk that is full", async () => {
  const database = await newDatabase()
  const service = serviceUnderTest({ database })

  const limitPages = (more: number | null) => limitPagesOf(service, more)

  it.each([0, 1, 2, 3, 4, 5, 6, 7])("after %i more pages leaves nothing half-written", async (pages) => {
    const company = await service.newCompany()
    await limitPages(pages)
    const answers: Array<Answer> = []
    while (answers.at(-1)?.status !== 500 && answers.length < 200) {
      answers.push(await place(company, `key ${answers.length}`))
    }
    const last = answers.at(-1)
    expect(answers.map(({ status }) => status)).toEqual([...answers.slice(1).map(() => 200), 500])
    if (last !== undefined) expectServerError(service, last)
    await expectWhole(service, company)

    await limitPages(null)
    const again = await Promise.all(answers.map((_, index) => place(company, `key ${index}`)))
    expect(again.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(again.slice(0, -1).map(({ text }) => text)).toEqual(answers.slice(0, -1).map(({ text }) => text))
    const orders = await ordersOf(company)
    expect(orders).toHaveLength(answers.length)
    await expectWhole(service, company)
    for (const { order_number, status } of orders) {
      expect(await timesCharged(database, order_number)).toBe(status === "paid" ? 1 : 0)
    }
    expect(service.log.filter((line) => line.includes(visa.number))).toEqual([])
  })
})

describe("a service whose disk is full", async () => {
  const token = "prometheus-s-token-of-the-tests"
  const database = await newDatabase()
  const service = serviceUnderTest({ database, isListening: true, environment: { VINTEM_METRICS_TOKEN: token } })
  const { vintem } = commandLine(database, {}, service.clock)

  /** The readiness, the metric and the command's report, six seconds later. */
  const told = async () => {
    service.clock.advance({ seconds: 6 })
    const { body } = await service.call("GET", "/health/ready")
    const { text } = await service.call("GET", "/metrics", { token })
    const families = readExposition(text)
    const { printed } = await vintem("status", "--url", await service.base())
    return {
      body,
      isUp: valueOf(families, "vintem_store_up"),
      says: printed,
      metrics: families.map(({ name }) => name),
    }
  }

  it("is not ready, says why, and is ready once there is space", async () => {
    const company = await service.newCompany()
    expect(await told()).toMatchObject({
      body: { status: "ok" },
      isUp: 1,
      says: expect.stringContaining("Nothing needs"),
    })
    await limitPagesOf(service, 0)
    let placed = 0
    while ((await place(company, `key ${placed}`)).status === 200) placed += 1
    expect(await told()).toMatchObject({
      body: { status: "storage_full" },
      isUp: 0,
      says: expect.stringMatching(/is not ready: storage_full\.\n {2}Free space on the database's disk/u),
      metrics: expect.arrayContaining(["vintem_jobs_due"]),
    })
    await limitPagesOf(service, null)
    expect(await told()).toMatchObject({
      body: { status: "ok" },
      isUp: 1,
      says: expect.stringContaining("Nothing needs"),
    })
    expect((await place(company, `key ${placed}`)).status).toBe(200)
  })
})

describe("a database that is gone", () => {
  const token = "prometheus-s-token-of-the-tests"
  const service = serviceUnderTest({ environment: { VINTEM_METRICS_TOKEN: token } })

  it("makes every operation a 500, and the service alive but not ready", async () => {
    const company = await service.newCompany()
    const { text } = await service.call("GET", "/metrics", { token })
    expect(valueOf(readExposition(text), "vintem_store_up")).toBe(1)
    await service.run(Effect.map(connection, (raw) => raw.close()))
    expectServerError(service, await company.get("/api/v1/order"))
    expectServerError(service, await place(company, "k"))
    expectServerError(service, await service.administer("GET", "/admin/v1/companies"))
    expectServerError(service, await service.administer("POST", "/admin/v1/companies", { name: "Tarde demais" }))
    expect((await service.call("GET", "/health/live")).status).toBe(200)
    const ready = await service.call("GET", "/health/ready")
    expect([ready.status, ready.body]).toEqual([503, { status: "storage_unavailable" }])
  })

  it("leaves the metrics without the backlog, and keeps all the others", async () => {
    service.clock.advance({ seconds: 6 })
    const { status, text } = await service.call("GET", "/metrics", { token })
    const families = readExposition(text)
    expect([status, valueOf(families, "vintem_store_up")]).toEqual([200, 0])
    const names = families.map(({ name }) => name)
    expect(names).toContain("http_server_request_duration_seconds")
    expect(names.filter((name) => /^vintem_(?:jobs|unknown|unsettled)_/u.test(name))).toEqual([])
  })
})
