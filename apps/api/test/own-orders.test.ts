/**
 * A company's commands to its own orders with a key that may: refunds, cancelations, closings. admin-orders.test.ts
 * tests what each command does; this file tests whose order it is, under which key, and that nothing is refunded twice.
 */
import { OrderHistoryView, OrderResponse, SingleOrderResponse } from "@vintem/contract"
import { OutcomeUnknown } from "@vintem/domain/ports"
import { Effect, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { byCard, byPix } from "./example-orders.ts"
import {
  type Answer,
  type CompanyUnderTest,
  faultsIn,
  type ServiceUnderTest,
  serviceUnderTest,
  shown,
} from "./service-under-test.ts"

const service = serviceUnderTest()

const MadeKey = Schema.Struct({ data: Schema.Struct({ key: Schema.String }) })
const History = Schema.Struct({ data: OrderHistoryView })

type Command = "refund" | "cancel" | "complete"

interface Shop {
  readonly company: CompanyUnderTest
  /** Places an order of R$ 189,80. */
  readonly place: (body: object) => Promise<string>
  readonly give: (
    number: string,
    command: Command,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Answer>
  readonly money: (number: string) => Promise<unknown>
}

/** A company with a key that has all these scopes. */
const newShop = async (on: ServiceUnderTest = service): Promise<Shop> => {
  const company = await on.newCompany()
  const scopes = ["orders:read", "orders:write", "orders:refund", "orders:resolve"]
  const path = `/admin/v1/companies/${company.id}`
  const made = await on.administer("POST", `${path}/api-keys`, { name: "ERP", scopes })
  const token = shown(MadeKey, made).data.key
  return {
    company,
    place: async (body) =>
      shown(SingleOrderResponse, await company.post("/api/v1/order/single", body)).data.order_number,
    give: (number, command, body, headers = {}) =>
      on.call("POST", `/api/v1/order/${number}/${command}`, { token, body, headers }),
    money: async (number) => shown(History, await on.administer("GET", `${path}/orders/${number}/history`)).data.money,
  }
}

const statusIn = (answer: Answer) => shown(OrderResponse, answer).data.status

const notFound = [404, { hasError: true, response: "Not found" }]

describe("a company's own command", () => {
  it("is answered with the order as the company retrieves it", async () => {
    const { company, give, place } = await newShop()
    const number = await place(byCard())
    const answer = await give(number, "refund")
    expect([answer.status, statusIn(answer)]).toEqual([200, "refund"])
    expect(answer.text).toBe((await company.get(`/api/v1/order/${number}`)).text)
    expect(answer.headers.get("x-ratelimit-remaining")).not.toBe(null)
  })

  it("refunds in part, cancels unpaid and completes paid orders, and is refused as an operator is", async () => {
    const { give, money, place } = await newShop()
    const paid = await place(byCard())
    expect(statusIn(await give(paid, "refund", { amount: 89.8 }))).toBe("paid")
    expect(await money(paid)).toMatchObject({ captured: 189.8, refunded: 89.8, refundable: 100 })
    expect(faultsIn(await give(paid, "refund", { amount: 100.01 }))).toEqual({
      amount: ["The amount may not be more than 100.00, which is all that is left to refund."],
    })
    expect(statusIn(await give(paid, "complete"))).toBe("complete")
    const refused = await give(paid, "cancel")
    expect([refused.status, Object.keys(faultsIn(refused))]).toEqual([422, ["status"]])
    expect(statusIn(await give(await place(byPix()), "cancel"))).toBe("canceled")
  })

  it.each(["refund", "cancel", "complete"] as const)(
    "to %s finds no order of another company, and none under an invalid number",
    async (command) => {
      const [own, other] = [await newShop(), await newShop()]
      const number = await other.place(command === "cancel" ? byPix() : byCard())
      const before = await other.money(number)
      for (const one of [number, "EXEMPLO12345", "no-number", "x".repeat(300)]) {
        const answer = await own.give(one, command)
        expect([answer.status, answer.body]).toEqual(notFound)
      }
      expect(await other.money(number)).toEqual(before)
    },
  )

  it("is not opened by a key that only places orders", async () => {
    const { company, place } = await newShop()
    const number = await place(byCard())
    for (const [command, scope] of [
      ["refund", "orders:refund"],
      ["complete", "orders:resolve"],
    ] as const) {
      const answer = await company.post(`/api/v1/order/${number}/${command}`, {})
      expect([answer.status, answer.body]).toEqual([
        403,
        { hasError: true, response: `The API key lacks the scope ${scope}.` },
      ])
    }
    const open = await place(byPix())
    expect(statusIn(await company.post(`/api/v1/order/${open}/cancel`, {}))).toBe("canceled")
  })
})

describe("a refund under an idempotency key", () => {
  it("is made once, however often and concurrently it is requested", async () => {
    const { give, money, place } = await newShop()
    const number = await place(byCard())
    const asked = () => give(number, "refund", { amount: 10 }, { "Idempotency-Key": "estorno 1" })
    const answers = await Promise.all([asked(), asked(), asked(), asked()])
    for (const { status } of answers) expect([200, 409]).toContain(status)
    const again = await asked()
    expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([200, "true"])
    expect(await money(number)).toMatchObject({ refunded: 10, refundable: 179.8 })
  })

  it("is separate under another key, and refused under its key with another amount", async () => {
    const { give, money, place } = await newShop()
    const number = await place(byCard())
    await give(number, "refund", { amount: 10 }, { "Idempotency-Key": "a" })
    const other = await give(number, "refund", { amount: 11 }, { "Idempotency-Key": "a" })
    expect([other.status, Object.keys(faultsIn(other))]).toEqual([422, ["Idempotency-Key"]])
    expect((await give(number, "refund", { amount: 11 }, { "Idempotency-Key": "b" })).status).toBe(200)
    expect(await money(number)).toMatchObject({ refunded: 21 })
  })

  it("shares its keys with the company's other requests, and not with the operator's", async () => {
    const { company, give, money, place } = await newShop()
    const number = await place(byCard())
    const headers = { "Idempotency-Key": "um" }
    await company.post("/api/v1/payment-link", { title: "Curso", amount: 10 }, headers)
    expect((await give(number, "refund", { amount: 1 }, headers)).status).toBe(422)
    const operators = { "Idempotency-Key": "dois" }
    const path = `/admin/v1/companies/${company.id}/orders/${number}/refund`
    const token = "the-administration-s-token-of-the-tests"
    await service.call("POST", path, { token, body: { amount: 1 }, headers: operators })
    expect((await give(number, "refund", { amount: 1 }, operators)).headers.get("idempotent-replayed")).toBe(null)
    expect(await money(number)).toMatchObject({ refunded: 2 })
  })
})

describe("refunds without a key, all at once", () => {
  it("return no more than was received", async () => {
    const { give, money, place } = await newShop()
    const number = await place(byCard())
    const answers = await Promise.all(Array.from({ length: 6 }, () => give(number, "refund", { amount: 60 })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    for (const { status } of answers) expect([200, 422]).toContain(status)
    expect(await money(number)).toMatchObject({ refunded: 180, refundable: 9.8 })
  })

  it("of everything, by company and operator together, return it once", async () => {
    const { company, give, money, place } = await newShop()
    const number = await place(byCard())
    const path = `/admin/v1/companies/${company.id}/orders/${number}/refund`
    const answers = await Promise.all([
      give(number, "refund"),
      service.administer("POST", path),
      give(number, "refund"),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422])
    expect(await money(number)).toMatchObject({ captured: 189.8, refunded: 189.8, refundable: 0 })
  })
})

describe("a refund that the acquirer does not answer", () => {
  const silent = serviceUnderTest({
    acquirer: (simulated) => ({
      ...simulated,
      refund: () => Effect.fail(new OutcomeUnknown({ detail: "no answer" })),
    }),
  })

  it("stays reserved: a pending amount cannot be refunded again", async () => {
    const { give, money, place } = await newShop(silent)
    const number = await place(byCard())
    expect((await give(number, "refund", { amount: 189.8 })).status).toBe(200)
    expect((await give(number, "refund", { amount: 0.01 })).status).toBe(422)
    expect(await money(number)).toMatchObject({ captured: 189.8, refundable: 0 })
  })
})
