import { SandboxReports } from "@vintem/adapters"
import { OrderResponse, OrderView, SingleOrderResponse } from "@vintem/contract"
import { Effect, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { byCard, byNumber, byPix, bySlip } from "./example-orders.ts"
import { adminToken, type CompanyUnderTest, faultsIn, serviceUnderTest, shown } from "./service-under-test.ts"
import { storedHistory, storedOrder } from "./stored-order.ts"

const service = serviceUnderTest()

const Reported = Schema.Struct({ data: OrderView })

const bodies = {
  pix: byPix(),
  slip: bySlip(),
  approved: byCard(),
  refused: byNumber("4000000000000002"),
  held: byNumber("4000000000009235"),
  failed: byNumber("4000000000000119"),
  silent: byNumber("4000000000000101"),
} as const
type Case = keyof typeof bodies

const place = async (company: CompanyUnderTest, charge: Case) =>
  shown(SingleOrderResponse, await company.post("/api/v1/order/single", bodies[charge])).data.order_number

const report = (number: string, kind: unknown) =>
  service.administer("POST", `/sandbox/v1/orders/${number}/events`, { kind })

const retrieve = async (company: CompanyUnderTest, number: string) =>
  shown(OrderResponse, await company.get(`/api/v1/order/${number}`)).data

const historyOf = (number: string) => service.run(storedHistory(number))

/** The reports on a charge, and the order's status afterwards. */
const stories: ReadonlyArray<readonly [charge: Case, told: ReadonlyArray<readonly [kind: string, status: string]>]> = [
  ["pix", [["paid", "paid"]]],
  ["pix", [["expired", "unpaid"]]],
  [
    "pix",
    [
      ["expired", "unpaid"],
      ["paid", "paid"],
    ],
  ],
  [
    "pix",
    [
      ["paid", "paid"],
      ["refunded", "refund"],
    ],
  ],
  [
    "pix",
    [
      ["paid", "paid"],
      ["dispute", "dispute"],
      ["dispute_lost", "chargeback"],
    ],
  ],
  ["slip", [["paid", "paid"]]],
  [
    "slip",
    [
      ["expired", "unpaid"],
      ["paid", "paid"],
    ],
  ],
  ["approved", [["refunded", "refund"]]],
  ["approved", [["chargeback", "chargeback"]]],
  [
    "approved",
    [
      ["chargeback", "chargeback"],
      ["dispute_won", "paid"],
    ],
  ],
  [
    "approved",
    [
      ["chargeback", "chargeback"],
      ["dispute_lost", "chargeback"],
    ],
  ],
  [
    "approved",
    [
      ["dispute", "dispute"],
      ["dispute_won", "paid"],
      ["refunded", "refund"],
    ],
  ],
  [
    "approved",
    [
      ["dispute", "dispute"],
      ["chargeback", "chargeback"],
    ],
  ],
  [
    "held",
    [
      ["risk_approved", "paid"],
      ["refunded", "refund"],
    ],
  ],
  ["held", [["risk_rejected", "unpaid"]]],
  ["held", [["paid", "paid"]]],
  ["silent", [["paid", "paid"]]],
  [
    "silent",
    [
      ["paid", "paid"],
      ["refunded", "refund"],
    ],
  ],
]

/** Reports that an acquirer could not send for such a charge. */
const impossible: ReadonlyArray<readonly [charge: Case, before: ReadonlyArray<string>, kind: string]> = [
  ["pix", [], "refunded"],
  ["pix", [], "chargeback"],
  ["pix", [], "dispute"],
  ["pix", [], "dispute_won"],
  ["pix", [], "dispute_lost"],
  ["pix", [], "risk_approved"],
  ["pix", [], "risk_rejected"],
  ["pix", ["paid"], "expired"],
  ["pix", ["paid", "dispute"], "refunded"],
  ["pix", ["paid", "refunded"], "expired"],
  ["slip", ["paid"], "dispute"],
  ["slip", ["paid"], "chargeback"],
  ["approved", [], "expired"],
  ["approved", [], "risk_rejected"],
  ["approved", [], "dispute_won"],
  ["approved", ["chargeback"], "refunded"],
  ["refused", [], "paid"],
  ["refused", [], "refunded"],
  ["refused", [], "expired"],
  ["refused", [], "chargeback"],
  ["refused", [], "risk_approved"],
  ["held", [], "refunded"],
  ["held", ["risk_rejected"], "paid"],
  ["held", ["risk_rejected"], "risk_approved"],
  ["failed", [], "paid"],
]

describe("an event of the sandbox", () => {
  it.each(stories)("for a charge that is %s: %j", async (charge, told) => {
    const company = await service.newCompany()
    const number = await place(company, charge)
    for (const [kind, status] of told) {
      const answer = await report(number, kind)
      expect([answer.status, shown(Reported, answer).data.status]).toEqual([200, status])
      expect(await retrieve(company, number)).toEqual(shown(Reported, answer).data)
    }
  })

  it.each(stories)("repeated changes nothing: %s, %j", async (charge, told) => {
    const company = await service.newCompany()
    const number = await place(company, charge)
    for (const [kind] of told) {
      const first = await report(number, kind)
      const history = await historyOf(number)
      service.clock.advance({ seconds: 1 })
      const again = await report(number, kind)
      expect([again.status, again.text]).toEqual([200, first.text])
      expect(await historyOf(number)).toEqual(history)
    }
  })

  it.each(impossible)("for a charge that is %s, after %j, cannot be %s", async (charge, before, kind) => {
    const company = await service.newCompany()
    const number = await place(company, charge)
    for (const one of before) expect((await report(number, one)).status).toBe(200)
    const order = await retrieve(company, number)
    const history = await historyOf(number)
    service.clock.advance({ seconds: 1 })
    const answer = await report(number, kind)
    expect(answer.status).toBe(422)
    expect(Object.keys(faultsIn(answer))).toEqual(["kind"])
    expect(await retrieve(company, number)).toEqual(order)
    expect(await historyOf(number)).toEqual(history)
  })

  it.each<readonly [charge: Case, before: ReadonlyArray<string>, kind: string, state: string, possible: string]>([
    ["pix", [], "refunded", "open", "paid, expired"],
    ["pix", ["paid"], "expired", "confirmed", "refunded, chargeback, dispute"],
    ["slip", ["paid"], "dispute", "confirmed", "refunded"],
    ["approved", ["dispute", "dispute_won"], "dispute", "confirmed", "refunded"],
    ["held", [], "refunded", "review", "paid, risk_approved, risk_rejected"],
    ["refused", [], "paid", "refused", "nothing"],
  ])(
    "for a charge that is %s, after %j, cannot be %s and lists the possible ones",
    async (charge, before, kind, state, possible) => {
      const company = await service.newCompany()
      const number = await place(company, charge)
      for (const one of before) await report(number, one)
      expect(faultsIn(await report(number, kind))).toEqual({
        kind: [`The kind ${kind} is not possible while the charge is ${state}. Possible now: ${possible}.`],
      })
    },
  )

  it("shows the charge's state, even if the order does not know it yet", async () => {
    const number = await place(await service.newCompany(), "pix")
    const paid = Effect.gen(function* () {
      const order = yield* storedOrder(number)
      const reports = yield* SandboxReports.SandboxReports
      for (const { key } of order.attempts) yield* reports.report(key, "paid")
    })
    await service.run(paid)
    expect(faultsIn(await report(number, "expired"))).toEqual({
      kind: [
        "The kind expired is not possible while the charge is confirmed. Possible now: refunded, chargeback, dispute.",
      ],
    })
  })

  it("has every kind in some story", () => {
    const kinds = new Set(stories.flatMap(([, told]) => told.map(([kind]) => kind)))
    expect([...kinds].sort()).toEqual([
      "chargeback",
      "dispute",
      "dispute_lost",
      "dispute_won",
      "expired",
      "paid",
      "refunded",
      "risk_approved",
      "risk_rejected",
    ])
  })

  it("gives a silent card its token once it is reported paid", async () => {
    const company = await service.newCompany()
    const number = await place(company, "silent")
    expect((await retrieve(company, number)).payment.card?.token).toBeNull()
    await report(number, "paid")
    const token = (await retrieve(company, number)).payment.card?.token
    expect(token).toEqual(expect.any(String))
    expect((await company.post("/api/v1/order/single", byCard({ token }))).status).toBe(200)
  })

  it.each([[{ kind: "sold" }], [{ kind: 1 }], [{}], [null], [[]], ["paid"]])("cannot be %j", async (body) => {
    const company = await service.newCompany()
    const number = await place(company, "pix")
    const answer = await service.administer("POST", `/sandbox/v1/orders/${number}/events`, body)
    expect(answer.status).toBe(422)
    expect(Object.keys(faultsIn(answer))).toHaveLength(1)
  })

  it("for an order that does not exist is not found", async () => {
    const answer = await report("1M7T54PC0000000", "paid")
    expect([answer.status, answer.body]).toEqual([404, { hasError: true, response: "Not found" }])
  })

  it("that is invalid, for an order that does not exist, is faulty first", async () => {
    expect((await report("1M7T54PC0000000", "sold")).status).toBe(422)
  })

  it("needs the administration's token", async () => {
    const company = await service.newCompany()
    const number = await place(company, "pix")
    expect((await company.post(`/sandbox/v1/orders/${number}/events`, { kind: "paid" })).status).toBe(401)
    expect((await retrieve(company, number)).status).toBe("waiting_payment")
  })
})

describe("late money", () => {
  it("of an expired Pix is recorded", async () => {
    const company = await service.newCompany()
    const number = await place(company, "pix")
    service.clock.advance({ seconds: 601 })
    const answer = await report(number, "paid")
    expect(shown(Reported, answer).data.status).toBe("paid")
  })
})

describe("the sandbox API", () => {
  const production = serviceUnderTest({
    environment: {
      VINTEM_ENV: "production",
      VINTEM_GATEWAY_URL: "https://acquirer.example",
      VINTEM_GATEWAY_SECRET: "a-secret-of-service-and-acquirer",
      VINTEM_PUBLIC_URL: "https://vintem.example",
      VINTEM_BLOCK_CLOUD: "false",
    },
  })

  it("does not exist in production", async () => {
    const company = await production.newCompany()
    expect((await company.get("/api/v1/order")).status).toBe(200)
    for (const token of [adminToken, null]) {
      const answer = await production.call("POST", "/sandbox/v1/orders/1/events", { token, body: { kind: "paid" } })
      expect([answer.status, answer.body]).toEqual([404, { hasError: true, response: "Not found" }])
    }
  })
})
