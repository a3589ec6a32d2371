import { OrderPage } from "@vintem/contract"
import { Deferred, Effect } from "effect"
import { describe, expect, it } from "vitest"
import { eventually } from "./eventually.ts"
import { byCard, byNumber } from "./example-orders.ts"
import { type CompanyUnderTest, serviceUnderTest, shown } from "./service-under-test.ts"
import { storedHistory } from "./stored-order.ts"

let charging = Deferred.makeUnsafe<void>()
let mayAnswer = Deferred.makeUnsafe<void>()

const service = serviceUnderTest({
  isListening: true,
  acquirer: (simulated) => ({
    ...simulated,
    charge: (request) =>
      Effect.andThen(Deferred.succeed(charging, undefined), simulated.charge(request)).pipe(
        Effect.tap(() => Deferred.await(mayAnswer)),
      ),
  }),
})

/** Sends an order, and hangs up once the acquirer was asked. */
const placeAndHangUp = async (company: CompanyUnderTest, body: unknown) => {
  charging = Deferred.makeUnsafe<void>()
  mayAnswer = Deferred.makeUnsafe<void>()
  const controller = new AbortController()
  const request = service.call("POST", "/api/v1/order/single", {
    token: company.key,
    body,
    headers: { "Idempotency-Key": "k" },
    signal: controller.signal,
  })
  await Effect.runPromise(Deferred.await(charging))
  controller.abort()
  await expect(request).rejects.toThrow("aborted")
  await Effect.runPromise(Deferred.succeed(mayAnswer, undefined))
}

const ordersOf = async (company: CompanyUnderTest) => shown(OrderPage, await company.get("/api/v1/order")).data

const factsOf = async (number: string) =>
  (await service.run(storedHistory(number))).flatMap((event) => (event._tag === "AttemptReported" ? event.fact : []))

/** Waits until the order's charge has an outcome. */
const recorded = async (company: CompanyUnderTest) =>
  eventually(async () => {
    const [placed] = await ordersOf(company)
    const facts = await factsOf(placed?.order_number ?? "NONE")
    expect(facts).toHaveLength(1)
    // Read again: the fact may have come between the two.
    const [order] = await ordersOf(company)
    return { status: order?.status, facts }
  })

describe("a client that hangs up while its card is charged", () => {
  it("leaves a paid order, and learns of it under its key", async () => {
    const company = await service.newCompany()
    await placeAndHangUp(company, byCard())
    expect(await recorded(company)).toEqual({ status: "paid", facts: ["confirmed"] })
    const answer = await eventually(async () => {
      const again = await company.post("/api/v1/order/single", byCard(), { "Idempotency-Key": "k" })
      expect(again.status).toBe(200)
      return again
    })
    expect(answer.body).toMatchObject({ success: true, data: { status: "paid" } })
    expect(answer.headers.get("idempotent-replayed")).toBe("true")
    expect(await ordersOf(company)).toHaveLength(1)
  })

  it("leaves a refused order if the card is refused", async () => {
    const company = await service.newCompany()
    await placeAndHangUp(company, byNumber("4000000000000002"))
    expect(await recorded(company)).toEqual({ status: "unpaid", facts: ["refused"] })
  })

  it("leaves an order of unknown outcome if the acquirer never answers", async () => {
    const company = await service.newCompany()
    await placeAndHangUp(company, byNumber("4000000000000101"))
    expect(await recorded(company)).toEqual({ status: "pending", facts: ["unknown"] })
  })

  it("does not keep the service from answering others", async () => {
    const [gone, other] = [await service.newCompany(), await service.newCompany()]
    await placeAndHangUp(gone, byCard())
    expect((await other.post("/api/v1/order/single", byCard())).status).toBe(200)
  })
})
