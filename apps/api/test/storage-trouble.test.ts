import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { SqliteStorage } from "@vintem/adapters"
import { OrderPage } from "@vintem/contract"
import { fold, OrderNumber, OrderRepository, statusOf } from "@vintem/domain"
import { Deferred, Effect, ManagedRuntime } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { byCard, byPix } from "./example-orders.ts"
import {
  type Answer,
  type CompanyUnderTest,
  type ServiceUnderTest,
  serviceUnderTest,
  shown,
} from "./service-under-test.ts"

const folder = mkdtempSync(join(tmpdir(), "vintem-storage-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const single = "/api/v1/order/single"

const expectServerError = (service: ServiceUnderTest, answer: Answer) => {
  expect([answer.status, answer.body]).toEqual([500, { hasError: true, response: "Error on server, try again." }])
  const id = answer.headers.get("x-request-id")
  const errors = service.log.filter((line) => line.includes(`"request_id":"${id}"`) && line.includes('"ERROR"'))
  expect(errors).toHaveLength(1)
  return errors[0] ?? ""
}

const place = (company: CompanyUnderTest, key: string, body: unknown = byCard()) =>
  company.post(single, body, { "Idempotency-Key": key })

const query = (service: ServiceUnderTest, sql: string, ...values: ReadonlyArray<unknown>) =>
  service.run(
    Effect.map(SqliteStorage.SqliteDatabase, ({ raw }) =>
      raw
        .prepare(sql)
        .pluck()
        .all(...values),
    ),
  )

const execute = (service: ServiceUnderTest, sql: string) =>
  service.run(Effect.map(SqliteStorage.SqliteDatabase, ({ raw }) => raw.exec(sql)))

const ordersOf = async (company: CompanyUnderTest) => {
  const first = shown(OrderPage, await company.get("/api/v1/order"))
  const orders = [...first.data]
  for (let page = 2; page <= first.meta.last_page; page += 1) {
    orders.push(...shown(OrderPage, await company.get(`/api/v1/order?page=${page}`)).data)
  }
  return orders
}

/** What the simulated acquirer took, an entry a charge. */
const charged = (service: ServiceUnderTest, number: string) =>
  query(
    service,
    "select body ->> '$.standing' from simulated_charge where body ->> '$.order' = ? and body ->> '$.standing' = 'confirmed'",
    number,
  )

/** That the log of every order of a company tells what is stored of it. */
const expectWhole = async (service: ServiceUnderTest, company: CompanyUnderTest) => {
  for (const { order_number, status } of await ordersOf(company)) {
    const events = await service.run(
      Effect.flatMap(OrderRepository, ({ history }) => history(OrderNumber.make(order_number))),
    )
    const order = fold(events)
    expect(order === null ? null : [statusOf(order), order.version]).toEqual([status, events.length])
  }
}

describe("a database that somebody else holds locked", () => {
  const file = join(folder, "locked.db")
  const service = serviceUnderTest({ environment: { DATABASE_URL: `sqlite:${file}` } })

  it("lets orders be read, refuses them after a while, keeps nothing of them, and takes them afterwards", async () => {
    const company = await service.newCompany()
    const other = ManagedRuntime.make(SqliteStorage.layerUnmigrated(file))
    const inOther = (sql: string) =>
      other.runPromise(Effect.map(SqliteStorage.SqliteDatabase, ({ raw }) => raw.exec(sql)))
    await inOther("begin immediate")
    const [refused, read] = await Promise.all([place(company, "k"), company.get("/api/v1/order")])
    expect(read.status).toBe(200)
    expect(expectServerError(service, refused)).toContain("locked")
    for (const table of ["orders", "customer", "idempotency", "order_event", "simulated_charge"]) {
      expect(await query(service, `select count(*) from ${table}`), table).toEqual([0])
    }
    await inOther("rollback")
    await other.dispose()
    const taken = await place(company, "k")
    expect([taken.status, taken.headers.get("idempotent-replayed")]).toEqual([200, null])
    expect(await ordersOf(company)).toHaveLength(1)
    await expectWhole(service, company)
  })
})

describe("a disk that is full", () => {
  const service = serviceUnderTest({ environment: { DATABASE_URL: `sqlite:${join(folder, "full.db")}` } })

  const limitPages = (more: number | null) =>
    service.run(
      Effect.map(SqliteStorage.SqliteDatabase, ({ raw }) => {
        const pages = Number(raw.pragma("page_count", { simple: true }))
        raw.pragma(`max_page_count = ${more === null ? 1_000_000 : pages + more}`)
      }),
    )

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
      expect(await charged(service, order_number)).toHaveLength(status === "paid" ? 1 : 0)
    }
  })
})

describe("a request that fails between charge and record", () => {
  const service = serviceUnderTest()

  /** From now on no order can be changed any more. */
  const breakSaving = () =>
    execute(
      service,
      "create trigger if not exists broken before update on orders begin select raise(abort, 'planted by a test'); end",
    )
  const mendSaving = () => execute(service, "drop trigger if exists broken")

  it("is resumed under its key, and charged once", async () => {
    const company = await service.newCompany()
    await breakSaving()
    expectServerError(service, await place(company, "k"))
    const [stored] = await ordersOf(company)
    expect(stored?.status).toBe("pending")
    expectServerError(service, await place(company, "k"))
    await mendSaving()
    const resumed = await place(company, "k")
    expect([resumed.status, resumed.headers.get("idempotent-replayed")]).toEqual([200, null])
    expect(resumed.body).toMatchObject({ success: true, data: { order_number: stored?.order_number, status: "paid" } })
    const replayed = await place(company, "k")
    expect([replayed.text, replayed.headers.get("idempotent-replayed")]).toEqual([resumed.text, "true"])
    const orders = await ordersOf(company)
    expect(orders.map(({ order_number, status }) => [order_number, status])).toEqual([[stored?.order_number, "paid"]])
    expect(await charged(service, stored?.order_number ?? "")).toHaveLength(1)
    await expectWhole(service, company)
  })

  it("is another request under another key", async () => {
    const company = await service.newCompany()
    await breakSaving()
    await place(company, "k")
    await mendSaving()
    await place(company, "another")
    expect((await ordersOf(company)).map(({ status }) => status)).toEqual(["paid", "pending"])
  })

  it("keeps a Pix code that was issued", async () => {
    const company = await service.newCompany()
    await breakSaving()
    expectServerError(service, await place(company, "k", byPix()))
    await mendSaving()
    const resumed = await place(company, "k", byPix())
    expect(resumed.body).toMatchObject({
      data: { status: "waiting_payment" },
      payment: { digitable_number: expect.stringContaining("br.gov.bcb.pix") },
    })
    expect(await ordersOf(company)).toHaveLength(1)
  })
})

describe("a process that dies while it charges", () => {
  const leaseSeconds = 5 + 60

  /** Two processes on one database; the acquirer leaves the first one waiting, before or after it charges. */
  const twoProcesses = (name: string, isCharged: boolean) => {
    const asked = Deferred.makeUnsafe<void>()
    const released = Deferred.makeUnsafe<void>()
    const environment = { DATABASE_URL: `sqlite:${join(folder, `${name}.db`)}`, VINTEM_GATEWAY_TIMEOUT: "60 seconds" }
    const dying = serviceUnderTest({
      environment,
      acquirer: (simulated) => ({
        ...simulated,
        charge: (request) => {
          const told = Effect.andThen(Deferred.succeed(asked, undefined), Deferred.await(released))
          return isCharged
            ? Effect.tap(simulated.charge(request), () => told)
            : Effect.andThen(told, simulated.charge(request))
        },
      }),
    })
    const surviving = serviceUnderTest({ environment })
    return {
      dying,
      surviving,
      asked: Effect.runPromise(Deferred.await(asked)),
      release: () => Effect.runPromise(Deferred.succeed(released, undefined)),
    }
  }

  it.each([
    ["after-charging", true, "paid", 1],
    ["before-charging", false, "unpaid", 0],
  ] as const)(
    "%s is resumed by another, which asks and never charges again",
    async (name, isCharged, status, charges) => {
      const { dying, surviving, asked, release } = twoProcesses(name, isCharged)
      const company = await dying.newCompany()
      const lost = place(company, "k")
      await asked

      const resume = () =>
        surviving.call("POST", single, { token: company.key, body: byCard(), headers: { "Idempotency-Key": "k" } })
      expect((await resume()).status).toBe(409)
      surviving.clock.advance({ seconds: leaseSeconds })
      const resumed = await resume()
      expect([resumed.status, resumed.body]).toEqual([200, expect.objectContaining({ success: status === "paid" })])
      const [order] = await ordersOf(company)
      expect(order?.status).toBe(status)

      // It was not dead, only slow: what it learns late changes nothing.
      await release()
      const late = await lost
      expect([late.status, late.body]).toEqual([200, resumed.body])
      expect((await resume()).body).toEqual(resumed.body)
      expect((await ordersOf(company)).map((one) => one.status)).toEqual([status])
      expect(await charged(surviving, order?.order_number ?? "")).toHaveLength(charges)
      await expectWhole(surviving, company)
    },
  )
})

describe("a database that is damaged", () => {
  const service = serviceUnderTest()

  it("fails the requests that need what cannot be read, and no others", async () => {
    const [damaged, whole] = [await service.newCompany(), await service.newCompany()]
    await place(damaged, "k")
    await place(whole, "k")
    await execute(service, `update orders set status = 'sold' where company_id = ${damaged.id}`)
    const answer = await damaged.get("/api/v1/order")
    expect(expectServerError(service, answer)).toContain("sold")
    expect((await whole.get("/api/v1/order")).status).toBe(200)
  })
})

describe("a database that is gone", () => {
  const service = serviceUnderTest()

  it("leaves every operation a 500, and the service alive but not ready", async () => {
    const company = await service.newCompany()
    await service.run(Effect.map(SqliteStorage.SqliteDatabase, ({ raw }) => raw.close()))
    expectServerError(service, await company.get("/api/v1/order"))
    expectServerError(service, await place(company, "k"))
    expectServerError(service, await service.administer("GET", "/admin/v1/companies"))
    expectServerError(service, await service.administer("POST", "/admin/v1/companies", { name: "Tarde demais" }))
    expect((await service.call("GET", "/health/live")).status).toBe(200)
    const ready = await service.call("GET", "/health/ready")
    expect([ready.status, ready.body]).toEqual([503, { status: "storage_unavailable" }])
  })
})
