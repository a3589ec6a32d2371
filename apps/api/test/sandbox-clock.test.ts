// Days of waiting in seconds: the work that falls due while the clock is moved forward, and its order.
import { ClockView, OrderResponse, SingleOrderResponse } from "@vintem/contract"
import { firstPage, type Job, JobQueue } from "@vintem/domain/ports"
import { Effect, Option } from "effect"
import { describe, expect, it } from "vitest"
import { newDatabase } from "./database-under-test.ts"
import { byCard, byNumber, byPix, bySlip } from "./example-orders.ts"
import { adminToken, type CompanyUnderTest, faultsIn, serviceUnderTest, shown } from "./service-under-test.ts"
import { storedOrder } from "./stored-order.ts"

const service = serviceUnderTest()

const minute = 60
const hour = 60 * minute
const day = 24 * hour

const advance = (seconds: unknown) => service.administer("POST", "/sandbox/v1/clock/advance", { seconds })

const read = async () => Date.parse(shown(ClockView, await service.administer("GET", "/sandbox/v1/clock")).data.now)

const place = async (company: CompanyUnderTest, body: unknown) =>
  shown(SingleOrderResponse, await company.post("/api/v1/order/single", body)).data.order_number

const retrieve = async (company: CompanyUnderTest, number: string) =>
  shown(OrderResponse, await company.get(`/api/v1/order/${number}`)).data

const factsOf = (number: string) =>
  service.run(Effect.map(storedOrder(number), ({ attempts }) => attempts.flatMap(({ facts }) => facts)))

describe("the sandbox's clock", () => {
  it("goes forward by the given seconds, and never back", async () => {
    const before = await read()
    const answer = await advance(90)
    expect(answer.status).toBe(200)
    expect(shown(ClockView, answer).data.now).toBe(new Date(before + 90_000).toISOString())
    expect(await read()).toBe(before + 90_000)
  })

  it.each([0, -1, 1.5, 400 * day + 1, "soon", null])("is not moved by %j seconds", async (seconds) => {
    const before = await read()
    const answer = await advance(seconds)
    expect(answer.status).toBe(422)
    expect(Object.keys(faultsIn(answer))).toEqual(["seconds"])
    expect(await read()).toBe(before)
  })

  it("is moved by 400 days at once", async () => {
    const before = await read()
    expect((await advance(400 * day)).status).toBe(200)
    expect(await read()).toBe(before + 400 * day * 1_000)
  })

  it("does not measure requests", async () => {
    await advance(30 * day)
    const line = service.log.findLast((one) => one.includes('"/sandbox/v1/clock/advance"')) ?? ""
    expect(Number(/"ms":([0-9.]+)/u.exec(line)?.[1])).toBeLessThan(30 * day)
  })

  it("can be moved by the administration alone", async () => {
    const company = await service.newCompany()
    const asked = await service.call("POST", "/sandbox/v1/clock/advance", { token: company.key, body: { seconds: 1 } })
    expect(asked.status).toBe(401)
    expect((await service.call("GET", "/sandbox/v1/clock", { token: adminToken })).status).toBe(200)
  })

  it("dates events while it is ahead, and leaves the rate limit to real time", async () => {
    const company = await service.newCompany()
    const first = await company.get("/api/v1/order/status")
    await advance(2 * minute)
    const second = await company.get("/api/v1/order/status")
    expect(second.headers.get("x-ratelimit-reset")).toBe(first.headers.get("x-ratelimit-reset"))
    const number = await place(company, byCard())
    const placed = Date.parse(`${(await retrieve(company, number)).created_at.replace(" ", "T")}-03:00`)
    expect(placed).toBe(Math.floor((await read()) / 1_000) * 1_000)
  })
})

describe("ten years ahead of real time", () => {
  const years = 3_653 * day

  it("are the limit, in however many steps", async () => {
    const far = serviceUnderTest()
    const ahead = async () =>
      Date.parse(shown(ClockView, await far.administer("GET", "/sandbox/v1/clock")).data.now) - far.clock.now()
    const move = (seconds: number) => far.administer("POST", "/sandbox/v1/clock/advance", { seconds })
    for (let step = 0; step < 9; step += 1) expect((await move(400 * day)).status).toBe(200)
    const refused = await move(400 * day)
    expect([refused.status, Object.keys(faultsIn(refused))]).toEqual([422, ["seconds"]])
    expect(await ahead()).toBe(3_600 * day * 1_000)
    expect((await move(53 * day + 1)).status).toBe(422)
    const both = await Promise.all([move(53 * day), move(53 * day)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422])
    expect((await move(1)).status).toBe(422)
    expect(await ahead()).toBe(years * 1_000)
    const company = await far.newCompany()
    for (const body of [byCard(), byPix({ expiration: 43_200 }), bySlip({ expiration: 365 })]) {
      expect((await company.post("/api/v1/order/single", body)).status).toBe(200)
    }
  })

  it.each([253_402_300_800_000, Number.MAX_SAFE_INTEGER, years * 1_000 + 1])(
    "are what a start makes of a clock that was stored further ahead: %i",
    async (millis) => {
      const database = await newDatabase()
      const before = serviceUnderTest({ database })
      await before.newCompany()
      await before.stop()
      await database.execute(`insert into setting (name, value) values ('sandbox-clock-ahead', '${millis}')`)
      const after = serviceUnderTest({ database })
      const shownNow = shown(ClockView, await after.administer("GET", "/sandbox/v1/clock")).data.now
      expect(Date.parse(shownNow) - after.clock.now()).toBe(years * 1_000)
      expect((await (await after.newCompany()).post("/api/v1/order/single", byCard())).status).toBe(200)
      expect(after.log.some((line) => line.includes("the sandbox's stored clock"))).toBe(true)
      await after.stop()
    },
  )
})

describe("while the clock is moved forward", () => {
  it("a charge whose answer never came is found paid, ten seconds after the time-out", async () => {
    const company = await service.newCompany()
    const number = await place(company, byNumber("4000000000000101"))
    // The time-out of twenty seconds passes first, and this test's clock has not seen it.
    await advance(29)
    expect((await retrieve(company, number)).status).toBe("pending")
    await advance(1)
    const order = await retrieve(company, number)
    expect(order.status).toBe("paid")
    expect(order.payment.card?.token).not.toBeNull()
  })

  it("a charge that was never made is fenced and refused, not charged", async () => {
    const company = await service.newCompany()
    const number = await place(company, byNumber("4000000000000119"))
    await advance(minute)
    expect((await retrieve(company, number)).status).toBe("unpaid")
    expect(await factsOf(number)).toEqual(["sent", "unknown", "voided"])
  })

  it("a Pix expires at its minute and not before", async () => {
    const company = await service.newCompany()
    const number = await place(company, byPix({ expiration: 10 }))
    await advance(10 * minute - 1)
    expect((await retrieve(company, number)).status).toBe("waiting_payment")
    await advance(1)
    expect((await retrieve(company, number)).status).toBe("unpaid")
  })

  it("a slip expires two banking days after its due date, at the end of that day", async () => {
    const company = await service.newCompany()
    const number = await place(company, bySlip({ expiration: 1 }))
    const due = shown(OrderResponse, await company.get(`/api/v1/order/${number}`)).data.payment.due_date
    await advance(12 * day)
    const order = await retrieve(company, number)
    expect(order.status).toBe("unpaid")
    expect(order.updated_at.endsWith(" 00:00:00")).toBe(true)
    expect(order.updated_at > `${due} 23:59:59`).toBe(true)
  })

  it("a Pix that was paid in time is left alone", async () => {
    const company = await service.newCompany()
    const number = await place(company, byPix())
    await service.administer("POST", `/sandbox/v1/orders/${number}/events`, { kind: "paid" })
    const { updated_at } = await retrieve(company, number)
    await advance(day)
    expect(await retrieve(company, number)).toMatchObject({ status: "paid", updated_at })
  })

  it("one step or many have one result", async () => {
    const outcomes = async (steps: ReadonlyArray<number>) => {
      const company = await service.newCompany()
      const numbers: Array<string> = []
      for (const body of [
        byNumber("4000000000000101"),
        byPix({ expiration: 30 }),
        byCard(),
        byNumber("4000000000000119"),
      ]) {
        numbers.push(await place(company, body))
      }
      const start = await read()
      for (const seconds of steps) await advance(seconds)
      const end: Array<readonly [string, number]> = []
      for (const number of numbers) {
        const { status, updated_at } = await retrieve(company, number)
        const at = Date.parse(`${updated_at.replace(" ", "T")}-03:00`)
        end.push([status, Math.round((at - start) / 1_000)])
      }
      return end
    }
    expect(await outcomes(Array.from({ length: 60 }, () => minute))).toEqual(await outcomes([hour]))
  })

  it("a payment on its way beats the timer: the acquirer is asked before a Pix expires", async () => {
    const paidUnheard = serviceUnderTest({
      acquirer: (simulated) => ({
        ...simulated,
        find: (key) =>
          Effect.map(
            simulated.find(key),
            Option.map((answer) => ({ ...answer, fact: "confirmed" })),
          ),
      }),
    })
    const company = await paidUnheard.newCompany()
    const placed = await company.post("/api/v1/order/single", byPix({ expiration: 5 }))
    const number = shown(SingleOrderResponse, placed).data.order_number
    await paidUnheard.administer("POST", "/sandbox/v1/clock/advance", { seconds: 5 * minute })
    expect((await retrieve(company, number)).status).toBe("paid")
  })

  it("an acquirer that stays silent for seven days leaves the order pending, and the job to an operator", async () => {
    let asked = 0
    const silent = serviceUnderTest({
      acquirer: (simulated) => ({
        ...simulated,
        find: () =>
          Effect.suspend(() => {
            asked += 1
            return Effect.never
          }),
      }),
      environment: { VINTEM_GATEWAY_TIMEOUT: "20 millis" },
    })
    const company = await silent.newCompany()
    const placed = await company.post("/api/v1/order/single", byNumber("4000000000000101"))
    const number = shown(SingleOrderResponse, placed).data.order_number
    await silent.administer("POST", "/sandbox/v1/clock/advance", { seconds: 8 * day })
    const dead = await silent.run(Effect.flatMap(JobQueue, (queue) => queue.dead({ page: firstPage, size: 5 })))
    expect(dead.entries.map(({ name }: Job) => name.split(":")[0])).toEqual(["resolve"])
    expect(asked).toBe(13)
    expect((await retrieve(company, number)).status).toBe("pending")
  })

  it("a review that lasts longer than seven days is asked about until it ends", async () => {
    let isDecided = false
    const slow = serviceUnderTest({
      acquirer: (simulated) => ({
        ...simulated,
        find: (key) =>
          Effect.map(
            simulated.find(key),
            Option.map((answer) => (isDecided ? { ...answer, fact: "confirmed" } : answer)),
          ),
      }),
    })
    const company = await slow.newCompany()
    const placed = await company.post("/api/v1/order/single", byNumber("4000000000009235"))
    const number = shown(SingleOrderResponse, placed).data.order_number
    const wait = (days: number) => slow.administer("POST", "/sandbox/v1/clock/advance", { seconds: days * day })
    await wait(30)
    expect((await retrieve(company, number)).status).toBe("risk_analysis")
    const dead = await slow.run(Effect.flatMap(JobQueue, (queue) => queue.dead({ page: firstPage, size: 5 })))
    expect(dead.entries).toEqual([])
    isDecided = true
    await wait(1)
    expect((await retrieve(company, number)).status).toBe("paid")
  })
})
