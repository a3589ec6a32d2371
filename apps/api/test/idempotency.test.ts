import { NewApiKeyView, OrderPage, SingleOrderResponse } from "@vintem/contract"
import { Effect, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { newDatabase } from "./database-under-test.ts"
import { byCard, byNumber, byPix, changed } from "./example-orders.ts"
import { credit, payersOf, paying, pix } from "./payers.ts"
import {
  type Answer,
  adminToken,
  type CompanyUnderTest,
  faultsIn,
  serviceUnderTest,
  shown,
} from "./service-under-test.ts"

const database = await newDatabase()
const service = serviceUnderTest({ database })

const single = "/api/v1/order/single"
const key = "Idempotency-Key"

const place = (company: CompanyUnderTest, body: unknown, value: string, path = single) =>
  company.post(path, body, { [key]: value })

const ordersOf = async (company: CompanyUnderTest) => shown(OrderPage, await company.get("/api/v1/order")).meta.total

const isReplay = ({ headers }: Answer) => headers.get("idempotent-replayed") === "true"

const reused = {
  hasError: true,
  response: {
    message: "The Idempotency-Key was used for another request.",
    errors: { [key]: ["The Idempotency-Key was used for another request."] },
    codes: { [key]: [{ code: "idempotency_key_reused" }] },
  },
}

describe("an equal key and body", () => {
  it.each([
    ["a paid card", byCard()],
    ["a refused card", byNumber("4000000000000002")],
    ["a silent acquirer", byNumber("4000000000000101")],
    ["a Pix", byPix()],
  ])("get the first answer again, byte for byte: %s", async (_, body) => {
    const company = await service.newCompany()
    const first = await place(company, body, "k")
    service.clock.advance({ hours: 1 })
    const again = await place(company, body, "k")
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.text).toBe(first.text)
    expect([isReplay(first), isReplay(again)]).toEqual([false, true])
    expect(again.headers.get("content-type")).toBe(first.headers.get("content-type"))
    expect(await ordersOf(company)).toBe(1)
  })

  it("do not retry a refused card: another key does", async () => {
    const company = await service.newCompany()
    const refused = byNumber("4000000000000002")
    for (const [under, orders] of [
      ["k", 1],
      ["k", 1],
      ["l", 2],
    ] as const) {
      expect(shown(SingleOrderResponse, await place(company, refused, under)).data.status).toBe("unpaid")
      expect(await ordersOf(company)).toBe(orders)
    }
  })

  it("get the first answer again, even if the order has changed since", async () => {
    const company = await service.newCompany()
    const first = await place(company, byPix(), "k")
    const number = shown(SingleOrderResponse, first).data.order_number
    await service.administer("POST", `/sandbox/v1/orders/${number}/events`, { kind: "paid" })
    expect((await place(company, byPix(), "k")).text).toBe(first.text)
  })

  it.each([
    ["with its fields in another order", single, (body: object) => Object.fromEntries(Object.entries(body).reverse())],
    ["on the path with a slash at its end", `${single}/`, (body: object) => body],
  ])("are recognized %s", async (_, path, sameBody) => {
    const company = await service.newCompany()
    const first = await place(company, byCard(), "k")
    const again = await place(company, sameBody(byCard()), "k", path)
    expect([isReplay(again), again.text]).toEqual([true, first.text])
  })

  it("are recognized with any white space in the body", async () => {
    const company = await service.newCompany()
    const first = await place(company, byPix(), "k")
    const text = JSON.stringify(byPix(), null, 4)
    const again = await service.call("POST", single, { token: company.key, text, headers: { [key]: "k" } })
    expect([isReplay(again), again.text]).toEqual([true, first.text])
  })

  it("belong to one company only", async () => {
    const [one, other] = [await service.newCompany(), await service.newCompany()]
    const first = await place(one, byCard(), "k")
    const others = await place(other, byCard(), "k")
    expect([isReplay(others), others.status]).toEqual([false, 200])
    expect(others.text).not.toBe(first.text)
    expect([await ordersOf(one), await ordersOf(other)]).toEqual([1, 1])
  })

  it("belong to the company, whichever of its API keys is used", async () => {
    const company = await service.newCompany()
    const made = await service.administer("POST", `/admin/v1/companies/${company.id}/api-keys`, { name: "segunda" })
    const first = await place(company, byCard(), "k")
    const again = await service.call("POST", single, {
      token: shown(Schema.Struct({ data: NewApiKeyView }), made).data.key,
      body: byCard(),
      headers: { [key]: "k" },
    })
    expect([isReplay(again), again.text]).toEqual([true, first.text])
  })

  it("are new again after 24 hours", async () => {
    const company = await service.newCompany()
    const first = await place(company, byCard(), "k")
    service.clock.advance({ hours: 24, seconds: -1 })
    expect(isReplay(await place(company, byCard(), "k"))).toBe(true)
    service.clock.advance({ seconds: 1 })
    const later = await place(company, byCard(), "k")
    expect([isReplay(later), later.status]).toEqual([false, 200])
    expect(later.text).not.toBe(first.text)
    expect(await ordersOf(company)).toBe(2)
  })

  it("keep the request id and the rate limit of their own request", async () => {
    const company = await service.newCompany()
    const first = await place(company, byPix(), "k")
    const again = await place(company, byPix(), "k")
    expect(again.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"))
    expect(Number(again.headers.get("x-ratelimit-remaining"))).toBe(
      Number(first.headers.get("x-ratelimit-remaining")) - 1,
    )
  })

  it("sent at once place one order", async () => {
    // The acquirer answers once a second request was refused. If all of them were charged, it would answer the last
    // one.
    const requests = 8
    const answering = Promise.withResolvers<void>()
    let charges = 0
    const slow = serviceUnderTest({
      acquirer: (simulated) => ({
        ...simulated,
        charge: (request) => {
          charges += 1
          if (charges === requests) answering.resolve()
          return Effect.andThen(
            Effect.promise(() => answering.promise),
            simulated.charge(request),
          )
        },
      }),
    })
    const company = await slow.newCompany()
    const answers = await Promise.all(
      Array.from({ length: requests }, async () => {
        const answer = await place(company, byCard(), "k")
        if (answer.status === 409) answering.resolve()
        return answer
      }),
    )
    expect([charges, await ordersOf(company)]).toEqual([1, 1])
    const placed = answers.filter(({ status }) => status === 200)
    const refused = answers.filter(({ status }) => status === 409)
    expect([placed.length + refused.length, new Set(placed.map(({ text }) => text)).size]).toEqual([requests, 1])
    expect(placed.filter((answer) => !isReplay(answer))).toHaveLength(1)
    for (const answer of refused) {
      expect(answer.body).toEqual({
        hasError: true,
        response: "The first request with this Idempotency-Key is still running. Try again with the same key.",
      })
      expect(answer.headers.get("retry-after")).toBe("1")
    }
    expect(refused.length).toBeGreaterThan(0)
  })
})

describe("a repeated key, while the first request waits for the acquirer", () => {
  it("is still in use if the sandbox's clock is moved by an hour", async () => {
    const [asked, answering] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow = serviceUnderTest({
      acquirer: (simulated) => ({
        ...simulated,
        charge: (request) => {
          asked.resolve()
          return Effect.andThen(
            Effect.promise(() => answering.promise),
            simulated.charge(request),
          )
        },
      }),
    })
    const company = await slow.newCompany()
    const first = place(company, byCard(), "k")
    await asked.promise
    const moved = await slow.administer("POST", "/sandbox/v1/clock/advance", { seconds: 3_600 })
    expect(moved.status).toBe(200)
    expect((await place(company, byCard(), "k")).status).toBe(409)
    answering.resolve()
    expect((await first).body).toMatchObject({ data: { status: "paid" } })
    expect((await place(company, byCard(), "k")).text).toBe((await first).text)
  })
})

describe("a repeated key with another body", () => {
  it("is refused, and the first answer stays", async () => {
    const company = await service.newCompany()
    const first = await place(company, byCard(), "k")
    const other = await place(company, changed(byCard(), "items.0.quantity", 3), "k")
    expect([other.status, other.body, isReplay(other)]).toEqual([422, reused, false])
    expect((await place(company, byCard(), "k")).text).toBe(first.text)
    expect(await ordersOf(company)).toBe(1)
  })

  it.each([
    ["another card number", changed(byCard(), "payment.card.number", "5555555555554444")],
    ["another holder", changed(byCard(), "payment.card.holder", "JOANA DA SILVA")],
    ["another month", changed(byCard(), "payment.card.expiration", "11/2039")],
    ["other installments", changed(byCard(), "payment.installments", 2)],
    ["another method", changed(byCard(), "payment.method", "pix")],
    ["an unknown field", changed(byCard(), "note", "x")],
    ["the amount as text", changed(byCard(), "items.0.unit_price", "99.90")],
  ])("is another body with %s", async (_, body) => {
    const company = await service.newCompany()
    await place(company, byCard(), "k")
    expect((await place(company, body, "k")).status).toBe(422)
    expect(await ordersOf(company)).toBe(1)
  })
})

describe("a repeated key with an equivalent body", () => {
  it.each([
    ["another security code", changed(byCard(), "payment.card.security", "321")],
    ["the number in groups", changed(byCard(), "payment.card.number", " 4242 4242-4242 4242 ")],
    [
      "a card with the same first six and last four digits",
      changed(byCard(), "payment.card.number", "4242420000004242"),
    ],
    ["an unknown field of the card", changed(byCard(), "payment.card.cvv", "123")],
    ["an unknown field of the payment", changed(byCard(), "payment.cvv", "123")],
    ["the installments as text", changed(byCard(), "payment.installments", "1")],
  ])("get the first answer, and nothing is charged: %s", async (_, body) => {
    const company = await service.newCompany()
    const first = await place(company, byCard(), "k")
    const again = await place(company, body, "k")
    expect([again.status, again.text, isReplay(again)]).toEqual([200, first.text, true])
    expect(await ordersOf(company)).toBe(1)
  })

  it("gets the first answer whatever the body, if an upgrade has emptied the fingerprint", async () => {
    const company = await service.newCompany()
    const first = await place(company, byCard(), "from-before")
    await database.execute("update idempotency set fingerprint = '' where key = 'from-before'")
    const again = await place(company, byPix(), "from-before")
    expect([again.text, isReplay(again)]).toEqual([first.text, true])
    service.clock.advance({ hours: 24 })
    const later = await place(company, byPix(), "from-before")
    expect([later.status, isReplay(later)]).toEqual([200, false])
    expect((await place(company, byCard(), "from-before")).body).toEqual(reused)
  })
})

describe("the answer stored under a key", () => {
  it("is the refusal of a company under moderation", async () => {
    const company = await service.newCompany()
    const moderate = (under_moderation: boolean) =>
      service.administer("PATCH", `/admin/v1/companies/${company.id}`, { under_moderation })
    await moderate(true)
    const first = await place(company, byCard(), "k")
    expect(first.status).toBe(403)
    await moderate(false)
    const again = await place(company, byCard(), "k")
    expect([again.status, again.text, isReplay(again)]).toEqual([403, first.text, true])
    expect((await place(company, byCard(), "another")).status).toBe(200)
  })

  it("is the refusal of a card that does not exist", async () => {
    const company = await service.newCompany()
    const body = byCard({ token: "0e6c7a0e-9f5b-4f0a-9c39-6a1a3a4b5c6d" })
    const first = await place(company, body, "k")
    const again = await place(company, body, "k")
    expect([first.status, again.status, isReplay(again)]).toEqual([422, 422, true])
    expect((await place(company, byCard(), "k")).body).toEqual(reused)
  })

  it("is no fault of the body", async () => {
    const company = await service.newCompany()
    const faulty = await place(company, changed(byCard(), "payment.card.number", "4242424242424241"), "k")
    const again = await place(company, changed(byCard(), "payment.card.number", "4242424242424241"), "k")
    expect([faulty.status, again.status, isReplay(again)]).toEqual([422, 422, false])
    expect((await place(company, byCard(), "k")).status).toBe(200)
  })

  it("is neither 400, nor 401, nor 415", async () => {
    const company = await service.newCompany()
    const send = (token: string, text: string, type: string) =>
      service.call("POST", single, { token, text, headers: { [key]: "k", "content-type": type } })
    expect((await send(company.key, "{", "application/json")).status).toBe(400)
    expect((await send("wrong", "{}", "application/json")).status).toBe(401)
    expect((await send(company.key, "{}", "text/plain")).status).toBe(415)
    expect((await place(company, byCard(), "k")).status).toBe(200)
  })
})

describe("a key", () => {
  it.each(["k", "k".repeat(255), " a b ", "ção".normalize("NFC"), "{}"])("may be %j", async (value) => {
    const company = await service.newCompany()
    const first = await place(company, byCard(), value)
    expect([first.status, isReplay(await place(company, byCard(), value))]).toEqual([200, true])
  })

  it.each(["", "k".repeat(256)])("may not be %j", async (value) => {
    const company = await service.newCompany()
    const answer = await place(company, byCard(), value)
    expect(answer.status).toBe(422)
    expect(faultsIn(answer)).toEqual({ [key]: ["The Idempotency-Key must have 1 to 255 characters."] })
    expect(await ordersOf(company)).toBe(0)
  })

  it("that is invalid is reported together with the body's faults", async () => {
    const company = await service.newCompany()
    const answer = await place(company, changed(byCard(), "customer.email", "x"), "k".repeat(256))
    expect(Object.keys(faultsIn(answer))).toEqual(["customer.email", key])
  })

  it("is ignored by GET", async () => {
    const company = await service.newCompany()
    for (const query of ["", "?page=2"]) {
      const answer = await company.get(`/api/v1/order${query}`, { [key]: "k" })
      expect([answer.status, isReplay(answer)]).toEqual([200, false])
    }
  })
})

describe("a key in the administration", () => {
  const create = (name: string, value: string) =>
    service.call("POST", "/admin/v1/companies", { token: adminToken, body: { name }, headers: { [key]: value } })

  it("creates one company", async () => {
    const first = await create("Uma só", "admin-1")
    const again = await create("Uma só", "admin-1")
    expect([first.status, again.status, again.text, isReplay(again)]).toEqual([201, 201, first.text, true])
    expect((await create("Outra", "admin-1")).body).toEqual(reused)
  })

  it("sent at once creates one company", async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => create("De uma vez", "admin-2")))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers.filter((answer) => !isReplay(answer))).toHaveLength(1)
  })

  it("is separate from a company's", async () => {
    const company = await service.newCompany()
    await create("Administrada", "shared")
    expect((await place(company, byCard(), "shared")).status).toBe(200)
  })
})

describe("a payer's key", () => {
  const { makeLink, payLink, payOrder } = payersOf(service)
  const headers = { [key]: "shared" }

  it("at a link is separate from the company's, another link's and an order's", async () => {
    const company = await service.newCompany()
    const [slug, another] = [await makeLink(company), await makeLink(company)]
    const first = await payLink(slug, paying(credit("4000000000000002")), headers)
    const { public_key } = shown(SingleOrderResponse, first).data
    const placed = await place(company, byCard(), "shared")
    const elsewhere = await payLink(another, paying(), headers)
    const again = await payOrder(public_key, pix, headers)
    expect([first, placed, elsewhere, again].map((answer) => [answer.status, isReplay(answer)])).toEqual([
      [200, false],
      [200, false],
      [200, false],
      [200, false],
    ])
    const scopes = await database.query(
      `select scope from idempotency where company_id = ${company.id} and key = 'shared' order by scope`,
    )
    expect(scopes.map(({ scope }) => scope)).toEqual(
      ["company", `link:${slug}`, `link:${another}`, `order:${public_key}`].toSorted(),
    )
  })

  it("reveals nothing of the company's keys, and uses none of them up, even if both answers are refusals", async () => {
    const company = await service.newCompany()
    const slug = await makeLink(company)
    const mine = await place(company, byNumber("4000000000000002"), "merchant")
    const { public_key } = shown(SingleOrderResponse, mine).data
    for (const probe of [
      await payLink(slug, paying(), { [key]: "merchant" }),
      await payOrder(public_key, pix, { [key]: "merchant" }),
    ]) {
      expect([probe.status, isReplay(probe)]).toEqual([200, false])
    }
    await payLink(slug, paying(), { [key]: "guessed" })
    expect((await place(company, byCard(), "guessed")).status).toBe(200)
    expect(await place(company, byNumber("4000000000000002"), "merchant")).toMatchObject({ text: mine.text })
  })

  it("repeats its answer to a repeated request there", async () => {
    const company = await service.newCompany()
    const slug = await makeLink(company)
    const first = await payLink(slug, paying(), { [key]: "again" })
    const again = await payLink(slug, paying(), { [key]: "again" })
    expect([again.text, isReplay(again)]).toEqual([first.text, true])
    const { public_key } = shown(SingleOrderResponse, first).data
    const paidOnce = await payOrder(public_key, pix, { [key]: "once more" })
    const paidAgain = await payOrder(public_key, pix, { [key]: "once more" })
    expect([paidAgain.text, isReplay(paidAgain)]).toEqual([paidOnce.text, true])
  })
})

describe("the record of a key", () => {
  it("holds no body, only a keyed hash of it", async () => {
    const company = await service.newCompany()
    await place(company, byCard(), "recorded")
    const rows = await database.query("select fingerprint from idempotency where key = 'recorded'")
    expect(rows).toEqual([{ fingerprint: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/u) }])
  })
})
