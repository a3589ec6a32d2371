// A storage that fails: nothing is half-written, and nobody is charged twice.
import { Deferred, Effect } from "effect"
import { describe, expect, it } from "vitest"
import { type DatabaseUnderTest, newDatabase } from "./database-under-test.ts"
import { byCard, byPix } from "./example-orders.ts"
import { serviceUnderTest } from "./service-under-test.ts"
import { expectServerError, expectWhole, ordersOf, place, single, timesCharged } from "./storage-trouble.ts"

describe("a request that fails between charge and record", async () => {
  const database = await newDatabase()
  const service = serviceUnderTest({ database })

  const breakSaving = () => database.forbidUpdates("orders")
  const mendSaving = () => database.allowUpdates("orders")

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
    expect(await timesCharged(database, stored?.order_number ?? "")).toBe(1)
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

describe("a process that dies while it charges", async () => {
  const leaseSeconds = 5 + 60

  /** Two processes on one database; the acquirer leaves the first one waiting, before or after it charges. */
  const twoProcesses = (database: DatabaseUnderTest, isCharged: boolean) => {
    const asked = Deferred.makeUnsafe<void>()
    const released = Deferred.makeUnsafe<void>()
    const environment = { VINTEM_GATEWAY_TIMEOUT: "60 seconds" }
    const dying = serviceUnderTest({
      database,
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
    const surviving = serviceUnderTest({ database, environment })
    return {
      dying,
      surviving,
      asked: Effect.runPromise(Deferred.await(asked)),
      release: () => Effect.runPromise(Deferred.succeed(released, undefined)),
    }
  }

  it.each([
    ["after charging", await newDatabase(), true, "paid", 1],
    ["before charging", await newDatabase(), false, "unpaid", 0],
  ] as const)(
    "%s is resumed by another, which asks and never charges again",
    async (_, database, isCharged, status, charges) => {
      const { dying, surviving, asked, release } = twoProcesses(database, isCharged)
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

      // It was slow, not dead: its late answer changes nothing.
      await release()
      const late = await lost
      expect([late.status, late.body]).toEqual([200, resumed.body])
      expect((await resume()).body).toEqual(resumed.body)
      expect((await ordersOf(company)).map((one) => one.status)).toEqual([status])
      expect(await timesCharged(database, order?.order_number ?? "")).toBe(charges)
      await expectWhole(surviving, company)
    },
  )
})

describe("a database that is damaged", async () => {
  const database = await newDatabase()
  const service = serviceUnderTest({ database })

  it("fails the requests that need unreadable data, and no others", async () => {
    const [damaged, whole] = [await service.newCompany(), await service.newCompany()]
    await place(damaged, "k")
    await place(whole, "k")
    await database.execute(`update orders set status = 'sold' where company_id = ${damaged.id}`)
    const answer = await damaged.get("/api/v1/order")
    expect(expectServerError(service, answer)).toContain("sold")
    expect((await whole.get("/api/v1/order")).status).toBe(200)
  })
})
