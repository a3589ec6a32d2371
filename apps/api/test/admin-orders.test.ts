/**
 * An operator's commands to an order, over HTTP: refunds, cancelations, closings, chargebacks, verdicts, and the
 * history of them all.
 */
import { OrderHistoryView, OrderView, SingleOrderResponse } from "@vintem/contract"
import { type Acquirer, OutcomeUnknown } from "@vintem/domain/ports"
import { Effect, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { byCard, byNumber, byPix, bySlip } from "./example-orders.ts"
import {
  type Answer,
  adminToken,
  type CompanyUnderTest,
  faultsIn,
  type RequestOptions,
  serviceUnderTest,
  shown,
} from "./service-under-test.ts"

const service = serviceUnderTest()

const bodies = {
  pix: byPix(),
  slip: bySlip(),
  paid: byCard(),
  refused: byNumber("4000000000000002"),
  held: byNumber("4000000000009235"),
  failed: byNumber("4000000000000119"),
  silent: byNumber("4000000000000101"),
} as const
type Case = keyof typeof bodies

interface OrderUnderTest {
  readonly company: CompanyUnderTest
  readonly number: string
}

/** An order of R$ 189,80 at a new company. */
const place = async (charge: Case, on = service): Promise<OrderUnderTest> => placeIn(await on.newCompany(), charge)

const placeIn = async (company: CompanyUnderTest, charge: Case): Promise<OrderUnderTest> => {
  const answer = await company.post("/api/v1/order/single", bodies[charge])
  return { company, number: shown(SingleOrderResponse, answer).data.order_number }
}

const report = async ({ number }: OrderUnderTest, ...kinds: ReadonlyArray<string>) => {
  for (const kind of kinds) {
    const { status } = await service.administer("POST", `/sandbox/v1/orders/${number}/events`, { kind })
    expect([kind, status]).toEqual([kind, 200])
  }
}

type Operation = "refund" | "cancel" | "complete" | "contest" | "resolve"

const pathOf = ({ company, number }: OrderUnderTest, operation: Operation | "history") =>
  `/admin/v1/companies/${company.id}/orders/${number}/${operation}`

const operate = (order: OrderUnderTest, operation: Operation, body?: unknown, on = service) =>
  on.administer("POST", pathOf(order, operation), body)

/** An unused key. */
const newKey = () => crypto.randomUUID()

const keyed = (
  order: OrderUnderTest,
  operation: Operation,
  key: string,
  body?: unknown,
  options: RequestOptions = {},
) =>
  service.call("POST", pathOf(order, operation), {
    token: adminToken,
    body,
    ...options,
    headers: { "Idempotency-Key": key, ...options.headers },
  })

const Shown = Schema.Struct({ data: OrderView })
const History = Schema.Struct({ data: OrderHistoryView })

const statusIn = (answer: Answer) => shown(Shown, answer).data.status

const historyOf = async (order: OrderUnderTest, on = service) =>
  shown(History, await on.administer("GET", pathOf(order, "history"))).data

const statusOf = async ({ company, number }: OrderUnderTest) =>
  shown(Shown, await company.get(`/api/v1/order/${number}`)).data.status

const moneyOf = async (order: OrderUnderTest) => (await historyOf(order)).money

const notFound = [404, { hasError: true, response: "Not found" }]

describe("a refund", () => {
  it.each([undefined, {}, { amount: null }, { amount: "" }, { amount: 189.8 }, { amount: "189.80" }])(
    "returns the whole amount: %j",
    async (body) => {
      const order = await place("paid")
      const answer = await operate(order, "refund", body)
      expect(answer.status).toBe(200)
      expect(answer.text).toBe(JSON.stringify({ data: shown(Shown, answer).data }))
      expect(statusIn(answer)).toBe("refund")
      expect(await statusOf(order)).toBe("refund")
      expect(await moneyOf(order)).toMatchObject({ captured: 189.8, refunded: 189.8, refundable: 0 })
    },
  )

  it("returns a part and leaves the status, until everything was refunded", async () => {
    const order = await place("paid")
    expect(statusIn(await operate(order, "refund", { amount: 0.01 }))).toBe("paid")
    expect(statusIn(await operate(order, "refund", { amount: "100.00" }))).toBe("paid")
    expect(await moneyOf(order)).toMatchObject({ refunded: 100.01, refundable: 89.79 })
    expect(statusIn(await operate(order, "refund", { amount: 89.79 }))).toBe("refund")
  })

  it.each([
    [0, "must be at least 0.01."],
    [189.81, "may not be more than 189.80, which is all that is left to refund."],
  ] as const)("is refused for %j", async (amount, message) => {
    const order = await place("paid")
    const answer = await operate(order, "refund", { amount })
    expect(answer.status).toBe(422)
    expect(faultsIn(answer)).toEqual({ amount: [`The amount ${message}`] })
    expect(await moneyOf(order)).toMatchObject({ refunded: 0, refundable: 189.8 })
    expect((await historyOf(order)).refunds).toEqual([])
  })

  it("is refused for more than is left, to the centavo", async () => {
    const order = await place("paid")
    await operate(order, "refund", { amount: 100 })
    expect(faultsIn(await operate(order, "refund", { amount: 89.81 }))).toEqual({
      amount: ["The amount may not be more than 89.80, which is all that is left to refund."],
    })
    expect((await operate(order, "refund", { amount: 89.8 })).status).toBe(200)
  })

  it("of a slip is recorded as a transfer", async () => {
    const order = await place("slip")
    await report(order, "paid")
    await operate(order, "refund")
    expect((await historyOf(order)).refunds).toMatchObject([{ standing: "settled", way: "transfer", amount: 189.8 }])
  })

  it("of a Pix is possible for 90 days, and not a second longer", async () => {
    const other = serviceUnderTest()
    const company = await other.newCompany()
    const answer = await company.post("/api/v1/order/single", bodies.pix)
    const order = { company, number: shown(SingleOrderResponse, answer).data.order_number }
    await other.administer("POST", `/sandbox/v1/orders/${order.number}/events`, { kind: "paid" })
    other.clock.advance({ days: 90 })
    expect((await operate(order, "refund", { amount: 1 }, other)).status).toBe(200)
    other.clock.advance({ seconds: 1 })
    const late = await operate(order, "refund", { amount: 1 }, other)
    expect(faultsIn(late)["status"]?.[0]).toContain("because Pix can be refunded for 90 days, a card charge for 180")
  })

  it.each([
    ["body", [], "body"],
    ["body", "text", "body"],
  ])("is refused with the %s %j", async (_, body, field) => {
    const order = await place("paid")
    const answer = await operate(order, "refund", body)
    expect([answer.status, Object.keys(faultsIn(answer))]).toEqual([422, [field]])
  })

  it("reports every fault at once", async () => {
    const order = await place("paid")
    const answer = await keyed(order, "refund", "k".repeat(256), { amount: 0 })
    expect(Object.keys(faultsIn(answer))).toEqual(["amount", "Idempotency-Key"])
  })

  it.each([
    [{ text: "{" }, 400],
    [{ text: "amount=1", headers: { "content-type": "application/x-www-form-urlencoded" } }, 415],
    [{ text: `{"amount": 1, "x": "${"x".repeat(262_144)}"}` }, 413],
  ] as const)("reads its body like every POST: %#", async (options, status) => {
    const order = await place("paid")
    const answer = await keyed(order, "refund", newKey(), undefined, options)
    expect(answer.status).toBe(status)
    expect(await statusOf(order)).toBe("paid")
  })
})

describe("concurrent refunds", () => {
  it("return no more than came in: of two of 100 on 189.80 one is refused", async () => {
    const order = await place("paid")
    const answers = await Promise.all([1, 2].map(() => operate(order, "refund", { amount: 100 })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
    expect(await moneyOf(order)).toMatchObject({ refunded: 100, reserved: 0, refundable: 89.8 })
  })

  it("under one key are one refund", async () => {
    const key = newKey()
    const order = await place("paid")
    const answers = await Promise.all([1, 2, 3].map(() => keyed(order, "refund", key, { amount: 10 })))
    for (const { status } of answers) expect([200, 409]).toContain(status)
    expect(await moneyOf(order)).toMatchObject({ refunded: 10, reserved: 0 })
    expect((await keyed(order, "refund", key, { amount: 10 })).headers.get("idempotent-replayed")).toBe("true")
  })
})

describe("a repeated idempotency key", () => {
  it.each([
    ["refund", "paid", { amount: 10 }],
    ["cancel", "pix", undefined],
    ["complete", "paid", undefined],
    ["resolve", "failed", { outcome: "unpaid" }],
  ] as const)("repeats the first answer to %s, byte for byte", async (operation, charge, body) => {
    const key = newKey()
    const order = await place(charge)
    const first = await keyed(order, operation, key, body)
    const events = (await historyOf(order)).events.length
    const again = await keyed(order, operation, key, body)
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.text).toBe(first.text)
    expect([first, again].map(({ headers }) => headers.get("idempotent-replayed"))).toEqual([null, "true"])
    expect((await historyOf(order)).events).toHaveLength(events)
  })

  it("keeps a refusal too, even if the order has changed since", async () => {
    const key = newKey()
    const order = await place("pix")
    const first = await keyed(order, "complete", key)
    await report(order, "paid")
    const again = await keyed(order, "complete", key)
    expect([first.status, again.status, again.text]).toEqual([422, 422, first.text])
    expect(await statusOf(order)).toBe("paid")
  })

  it("is refused for another body, another operation and another order of the company", async () => {
    const key = newKey()
    const order = await place("paid")
    const other = await placeIn(order.company, "paid")
    await keyed(order, "refund", key, { amount: 10 })
    for (const answer of [
      await keyed(order, "refund", key, { amount: 11 }),
      await keyed(order, "complete", key),
      await keyed(other, "refund", key, { amount: 10 }),
    ]) {
      expect([answer.status, Object.keys(faultsIn(answer))]).toEqual([422, ["Idempotency-Key"]])
    }
    expect(await moneyOf(order)).toMatchObject({ refunded: 10 })
    expect(await moneyOf(other)).toMatchObject({ refunded: 0 })
  })

  it("is separate for each company, and from its integrator's keys", async () => {
    const key = newKey()
    const company = await service.newCompany()
    const placed = await company.post("/api/v1/order/single", bodies.paid, { "Idempotency-Key": key })
    const own = { company, number: shown(SingleOrderResponse, placed).data.order_number }
    for (const order of [own, await place("paid")]) {
      expect((await keyed(order, "refund", key, { amount: 10 })).status).toBe(200)
    }
  })

  it("is not used up by an order that does not exist", async () => {
    const key = newKey()
    const order = await place("paid")
    expect((await keyed({ ...order, number: "NOBODYS" }, "complete", key)).status).toBe(404)
    expect((await keyed(order, "complete", key)).status).toBe(200)
  })
})

const allowed: ReadonlyArray<
  readonly [operation: Operation, charge: Case, reported: ReadonlyArray<string>, status: string, body: object | null]
> = [
  ["cancel", "pix", [], "canceled", null],
  ["cancel", "slip", [], "canceled", null],
  ["cancel", "held", [], "canceled", null],
  ["cancel", "refused", [], "canceled", null],
  ["cancel", "pix", ["expired"], "canceled", null],
  ["complete", "paid", [], "complete", null],
  ["complete", "pix", ["paid"], "complete", null],
  ["complete", "paid", ["dispute", "dispute_won"], "complete", null],
  ["contest", "paid", ["chargeback"], "dispute", null],
  ["refund", "paid", ["dispute", "dispute_won"], "refund", {}],
  ["resolve", "failed", [], "unpaid", { outcome: "unpaid" }],
  ["resolve", "silent", [], "paid", { outcome: "paid" }],
]

const forbidden: ReadonlyArray<
  readonly [
    operation: Operation,
    charge: Case,
    reported: ReadonlyArray<string>,
    status: string,
    says: string,
    instead: string,
    body: object | null,
  ]
> = [
  ["cancel", "paid", [], "paid", "money was received", "complete, refund", null],
  ["cancel", "paid", ["refunded"], "refund", "money was received", "nothing", null],
  ["cancel", "failed", [], "pending", "its outcome is unknown", "resolve", null],
  ["cancel", "paid", ["chargeback"], "chargeback", "money was received", "contest", null],
  ["complete", "pix", [], "waiting_payment", "nothing was received", "pay, cancel", null],
  ["complete", "refused", [], "unpaid", "nothing was received", "pay, cancel", null],
  ["complete", "held", [], "risk_analysis", "nothing was received", "cancel", null],
  ["complete", "paid", ["refunded"], "refund", "everything received was refunded", "nothing", null],
  ["complete", "paid", ["dispute"], "dispute", "a dispute about this order is open", "nothing", null],
  ["complete", "paid", ["chargeback"], "chargeback", "a dispute took the money back", "contest", null],
  ["contest", "paid", [], "paid", "no dispute has taken money", "complete, refund", null],
  ["contest", "pix", [], "waiting_payment", "nothing was received", "pay, cancel", null],
  ["contest", "paid", ["dispute", "dispute_lost"], "chargeback", "no dispute has taken money", "nothing", null],
  ["refund", "pix", [], "waiting_payment", "nothing was received", "pay, cancel", {}],
  ["refund", "paid", ["dispute"], "dispute", "a dispute about this order is open", "nothing", {}],
  ["refund", "paid", ["chargeback"], "chargeback", "a dispute took the money back", "contest", {}],
  ["refund", "paid", ["refunded"], "refund", "everything received was refunded", "nothing", {}],
  ["resolve", "paid", [], "paid", "no answer from the acquirer is missing", "complete, refund", { outcome: "unpaid" }],
  [
    "resolve",
    "pix",
    [],
    "waiting_payment",
    "no answer from the acquirer is missing",
    "pay, cancel",
    { outcome: "paid" },
  ],
  ["resolve", "held", [], "risk_analysis", "the acquirer is still reviewing", "cancel", { outcome: "paid" }],
  [
    "resolve",
    "silent",
    [],
    "paid",
    "no answer from the acquirer is missing",
    "complete, refund",
    { outcome: "unpaid" },
  ],
  ["resolve", "failed", [], "unpaid", "no answer from the acquirer is missing", "pay, cancel", { outcome: "paid" }],
]

describe("an operator", () => {
  it.each(allowed)("can %s an order: %s, %j", async (operation, charge, reported, status, body) => {
    const order = await place(charge)
    await report(order, ...reported)
    const answer = await operate(order, operation, body ?? undefined)
    expect([answer.status, statusIn(answer)]).toEqual([200, status])
    expect(await statusOf(order)).toBe(status)
    const events = (await historyOf(order)).events.length
    if (operation === "refund" || operation === "resolve") return
    expect(statusIn(await operate(order, operation, body ?? undefined))).toBe(status)
    expect((await historyOf(order)).events).toHaveLength(events)
  })

  it.each(forbidden)(
    "cannot %s an order, and gets the reason: %s, %j",
    async (operation, charge, reported, status, says, instead, body) => {
      const order = await place(charge)
      await report(order, ...reported)
      const answer = await operate(order, operation, body ?? undefined)
      expect(answer.status).toBe(422)
      const [message = "", ...more] = faultsIn(answer)["status"] ?? []
      expect(more).toEqual([])
      expect(message).toMatch(new RegExp(`^The status is ${status} and the order cannot be \\w+`, "u"))
      expect(message).toContain(says)
      expect(message).toContain(`Allowed now: ${instead}.`)
      expect(await statusOf(order)).toBe(status)
    },
  )

  it("resolves nothing while the outcome is unknown", async () => {
    const order = await place("failed")
    const answer = await operate(order, "resolve", {})
    expect([answer.status, faultsIn(answer)]).toEqual([422, { outcome: ["The outcome field is required."] }])
    expect(await statusOf(order)).toBe("pending")
  })

  it("records late money although the order was canceled", async () => {
    const order = await place("pix")
    await operate(order, "cancel")
    await report(order, "paid")
    expect(await statusOf(order)).toBe("paid")
  })
})

describe("another company's order", () => {
  const operations = ["refund", "cancel", "complete", "contest", "resolve", "history"] as const
  const bodyOf = (operation: string) => (operation === "resolve" ? { outcome: "paid" } : undefined)

  it.each(operations)("does not exist for %s, and neither does an unknown one", async (operation) => {
    const order = await place("paid")
    const other = await place("paid")
    const method = operation === "history" ? "GET" : "POST"
    for (const path of [
      pathOf({ ...order, company: other.company }, operation),
      pathOf({ ...order, number: "NOBODYS" }, operation),
      pathOf({ ...order, number: "not a number" }, operation),
      pathOf({ ...order, company: { ...order.company, id: 999_999 } }, operation),
      pathOf(order, operation).replace(`companies/${order.company.id}`, "companies/one"),
    ]) {
      const answer = await service.administer(method, encodeURI(path), bodyOf(operation))
      expect([answer.status, answer.body]).toEqual(notFound)
    }
    expect(await statusOf(order)).toBe("paid")
  })

  it.each(operations)("cannot be changed by %s without the administration's token", async (operation) => {
    const order = await place("paid")
    for (const token of [null, order.company.key]) {
      const { status } = await service.call(operation === "history" ? "GET" : "POST", pathOf(order, operation), {
        token,
      })
      expect(status).toBe(401)
    }
    expect(await statusOf(order)).toBe("paid")
  })
})

describe("the history of an order", () => {
  it("shows every fact in sequence, and why webhooks are sent or not", async () => {
    const order = await place("pix")
    await report(order, "paid")
    await operate(order, "refund", { amount: 100 })
    const { events, attempts, refunds, deliveries, explanation } = await historyOf(order)
    expect(events.map(({ sequence, type, fact, amount, status }) => [sequence, type, fact, amount, status])).toEqual([
      [1, "order_placed", null, 189.8, "created"],
      [2, "attempt_started", null, 189.8, "pending"],
      [3, "attempt_reported", "open", null, "waiting_payment"],
      [4, "attempt_reported", "confirmed", 189.8, "paid"],
      [5, "refund_reported", "requested", 100, "paid"],
      [6, "refund_reported", "settled", 100, "paid"],
    ])
    expect(events[0]?.at).toBe("2026-11-19 12:00:00")
    expect(attempts).toMatchObject([{ id: 1, method: "pix", standing: "confirmed", captured: 189.8 }])
    expect(refunds).toMatchObject([{ attempt: 1, amount: 100, standing: "settled", way: "reversal" }])
    expect(deliveries).toEqual([])
    expect(explanation.map(({ webhooks }) => webhooks.map(({ event, is_due }) => [event, is_due]))).toEqual([
      [],
      [],
      [["waiting_payment", true]],
      [["paid", true]],
      [],
      [["refund", false]],
    ])
    expect(explanation[5]?.webhooks[0]?.because).toBe("10000 of 18980 centavos were refunded")
  })

  it("shows no card number, no token and no name", async () => {
    const order = await place("paid")
    const { text } = await service.administer("GET", pathOf(order, "history"))
    expect(text).not.toMatch(/424242|maria|card_|token/iu)
  })

  it("has no other method", async () => {
    const order = await place("paid")
    const answer = await service.administer("POST", pathOf(order, "history"), {})
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"])
    const other = await service.administer("GET", pathOf(order, "refund"))
    expect([other.status, other.headers.get("allow")]).toEqual([405, "POST"])
  })
})

/** The acquirer's answer to refunds; each test changes it. */
let mood: "ordinary" | "silent" | "refusing" = "ordinary"

const moody = serviceUnderTest({
  acquirer: (simulated: Acquirer["Service"]) => ({
    ...simulated,
    refund: (request) => {
      switch (mood) {
        case "ordinary":
          return simulated.refund(request)
        case "silent":
          return Effect.andThen(simulated.refund(request), Effect.fail(new OutcomeUnknown({ detail: "HTTP 503" })))
        case "refusing":
          return Effect.succeed({ fact: "failed", report: { reason: "no funds" } })
      }
    },
  }),
})

describe("an acquirer", () => {
  it("that refuses a refund is quoted, and the amount can be refunded later", async () => {
    mood = "refusing"
    const order = await place("paid", moody)
    const answer = await operate(order, "refund", {}, moody)
    expect([answer.status, faultsIn(answer)]).toEqual([
      422,
      {
        refund: ["The refund was not made by the acquirer: it says no funds. Nothing moved; you can ask for it again."],
      },
    ])
    expect((await historyOf(order, moody)).refunds).toMatchObject([{ standing: "failed", reason: "no funds" }])
    mood = "ordinary"
    expect(statusIn(await operate(order, "refund", {}, moody))).toBe("refund")
  })

  it("that does not answer leaves the amount reserved, and is asked again until it does", async () => {
    mood = "silent"
    const order = await place("paid", moody)
    const answer = await operate(order, "refund", {}, moody)
    expect([answer.status, statusIn(answer)]).toEqual([200, "paid"])
    const { refunds, money } = await historyOf(order, moody)
    expect(refunds).toMatchObject([{ standing: "requested" }])
    expect(money).toMatchObject({ reserved: 189.8, refundable: 0 })
    const again = await operate(order, "refund", { amount: 1 }, moody)
    expect(faultsIn(again)["status"]?.[0]).toContain("all that was received is on its way back or went back")
    mood = "ordinary"
    const advanced = await moody.administer("POST", "/sandbox/v1/clock/advance", { seconds: 60 })
    expect(advanced.status).toBe(200)
    const after = await historyOf(order, moody)
    expect(after.refunds).toMatchObject([{ standing: "settled" }])
    expect(after.events.at(-1)?.status).toBe("refund")
  })
})
