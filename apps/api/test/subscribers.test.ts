/** Subscriptions over HTTP: beginning, listing, finding and canceling them. */
import { CustomerPage } from "@vintem/contract"
import { describe, expect, it } from "vitest"
import { address, payer, visa } from "./example-orders.ts"
import { credit, payersOf } from "./payers.ts"
import { faultsIn, publicUrl, serviceUnderTest, shown } from "./service-under-test.ts"
import { byCard, days, onceOnly, openShop, openShopAt, type Shop, subscribersPath } from "./subscriptions.ts"

const uuid = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u)
const notFound = { hasError: true, response: "Not found" }
const canceled = { hasError: false, response: "The subscription was canceled." }
const nobody = "00000000-0000-4000-8000-000000000000"

describe("a subscription", () => {
  it("begins with the payment of an order on a checkout that recurs", async () => {
    const shop = await openShop()
    const { payment } = await shop.order({ src: "instagram", ref: "A-1" })
    const { data } = await shop.list()
    const customers = await shop.service.administer("GET", `${shop.admin}/customers`)
    expect(data).toStrictEqual([
      {
        token: uuid,
        status: "subscriber_active",
        link_to_pay: null,
        customer: {
          token: shown(CustomerPage, customers).data[0]?.token,
          email: "maria@example.com",
          telephone: "(11) 98765-4321",
        },
        subscription: { from: "2026-11-19", to: "2026-12-19", next_charge: "2026-12-19" },
        checkout: { slug: "violao", title: "Violão para todos", total: "199.80" },
        created_at: expect.stringMatching(/^2026-11-19 12:00:\d\d$/u),
      },
    ])
    const answer = await shop.get(`${subscribersPath}/${data[0]?.token}`)
    expect(answer.status).toBe(200)
    expect(answer.body).toStrictEqual({
      success: true,
      data: { ...data[0], payment: { method: "credit", card: payment.card } },
    })
  })

  it.each(["pix", "bank_slip"])("begins with the payment by %s, and not before", async (method) => {
    const shop = await openShop()
    const { data } = await shop.order({ payment: { method } })
    expect((await shop.list()).meta.total).toBe(0)
    await shop.pass(300)
    expect((await shop.report(data.order_number, "paid")).status).toBe(200)
    const { payment, status, subscription } = await shop.newest()
    expect(payment).toStrictEqual({ method, card: null })
    expect(status).toBe("subscriber_active")
    expect(subscription.from).toBe("2026-11-19")
    await shop.report(data.order_number, "paid")
    expect((await shop.list()).meta.total).toBe(1)
  })

  it("begins on the day of the payment, whenever the order was placed", async () => {
    const shop = await openShop()
    const { data } = await shop.order({ payment: { method: "bank_slip" } })
    await shop.until("2026-11-21")
    await shop.report(data.order_number, "paid")
    const { created_at, subscription } = await shop.newest()
    expect(subscription).toStrictEqual({ from: "2026-11-21", to: "2026-12-21", next_charge: "2026-12-21" })
    expect(created_at).toMatch(/^2026-11-21 00:00:\d\d$/u)
  })

  it("does not begin if the card is refused, or the checkout sells once", async () => {
    const shop = await openShop()
    await shop.order({ payment: byCard("4000000000000002") })
    await shop.offer({ slug: "uma-vez", recurrence: null })
    await shop.order({ checkout_id: "uma-vez" })
    expect((await shop.list()).meta.total).toBe(0)
  })

  it("is separate for each paid order, even of one customer on one checkout", async () => {
    const shop = await openShop()
    const [one, other] = [await shop.subscribe(), await shop.subscribe()]
    expect(one.token).not.toBe(other.token)
    expect(one.customer).toStrictEqual(other.customer)
    expect((await shop.list()).data.map(({ token }) => token)).toStrictEqual([other.token, one.token])
  })

  it.each([
    [{ every: "month", count: 3 }, "2027-02-19"],
    [{ every: "week", count: 2 }, "2026-12-03"],
    [{ every: "day", count: 10 }, "2026-11-29"],
    [{ every: "year" }, "2027-11-19"],
    [{ every: "month", count: 1, cycles: 1 }, null],
  ])("of %j has its next charge on %s", async (recurrence, next) => {
    const shop = await openShop({ recurrence })
    expect((await shop.subscribe()).subscription.next_charge).toBe(next)
  })

  it("has the renewals' charge as its total: the product line as sold, and nothing else", async () => {
    const shop = await openShop()
    const { checkout } = await shop.subscribe({
      items: [{ title: "Capa", sku: "capa", unit_price: 50, quantity: 1 }],
      shipping: { total: 10 },
      payment: { ...byCard(), custom_quantity: 3 },
    })
    expect(checkout.total).toBe("299.70")
    expect((await shop.subscribe({ payment: { ...byCard(), custom_total: 150 } })).checkout.total).toBe("150.00")
  })
})

describe("an order on a checkout that recurs", () => {
  it("is refused if its product line alone, which renewals charge, is worth nothing", async () => {
    const shop = await openShop()
    const body = {
      checkout_id: "violao",
      customer: payer,
      address,
      items: [{ title: "Taxa", sku: "taxa", unit_price: 50, quantity: 1 }],
      payment: { ...byCard(), custom_total: 0 },
    }
    const refused = await shop.post("/api/v1/order", body)
    expect([refused.status, faultsIn(refused)]).toEqual([
      422,
      {
        "payment.custom_total": [
          "The payment.custom_total must be at least 0.01 for a subscription: each renewal charges it.",
        ],
      },
    ])
    await shop.offer({ slug: "uma-vez", recurrence: null })
    expect((await shop.post("/api/v1/order", { ...body, checkout_id: "uma-vez" })).status).toBe(200)
  })
})

describe("the page of an order that begins a subscription", () => {
  /** A first order whose card was refused: its payer may try another. */
  const firstOrder = async (recurrence: object) => {
    const shop = await openShop({ recurrence })
    const { data } = await shop.order({ payment: byCard("4000000000000002"), shipping: { title: "PAC", total: 10 } })
    const { seeOrder } = payersOf(shop.service)
    const page = async () => (await shop.service.call("GET", `/pay/${data.public_key}`)).text
    return { shop, key: data.public_key, page, seen: async () => (await seeOrder(data.public_key)).begins_subscription }
  }
  const isKept = "Este cartão ficará salvo para as próximas cobranças da assinatura.</p>"

  it("says what follows, and that the card is kept, until it is paid: and so it happens", async () => {
    const { key, page, seen, shop } = await firstOrder({ every: "month", count: 1 })
    expect(await seen()).toStrictEqual({
      title: "Violão para todos",
      amount: 199.8,
      recurrence: { every: "month", count: 1, cycles: null },
    })
    const text = await page()
    expect(text).toContain(
      "Este pagamento inicia a assinatura “Violão para todos”, que depois custa R$\u00a0199,80 a cada mês.</p>",
    )
    expect(text.split(isKept)).toHaveLength(3)
    expect(text).toMatch(/<p class="notice">Este cartão.*id="payment\.card\.number"/su)
    expect(text).toMatch(/<p class="notice" data-for="credit" hidden>Este cartão[^<]*<\/p>\s*<button type="submit"/u)

    const paid = await payersOf(shop.service).payOrder(key, credit())
    expect(paid.status, paid.text).toBe(200)
    expect(await seen()).toBeNull()
    expect(await page()).not.toContain("assinatura")
    await shop.until("2026-12-20")
    const orders = await shop.orders()
    expect(orders.map(({ payment, totals }) => [totals.total, payment.card?.last_digits])).toEqual([
      ["209.80", "4242"],
      ["199.80", "4242"],
    ])
  })

  it("says in English how many charges there are", async () => {
    const { page, shop } = await firstOrder({ every: "week", count: 2, cycles: 6 })
    await shop.service.administer("PATCH", shop.admin, { pages: { language: "en" } })
    const text = await page()
    expect(text).toContain(
      "This payment starts the subscription “Violão para todos”, which then costs R$199.80 every 2 weeks (6 charges in total).",
    )
    expect(text).toContain("This card will be saved and charged for the next periods of the subscription.</p>")
  })

  it("says nothing if the first charge is the only one, and if the order was canceled", async () => {
    const once = await firstOrder({ every: "month", cycles: 1 })
    expect(await once.seen()).toBeNull()
    expect(await once.page()).not.toContain("assinatura")
    const { page, seen, shop } = await firstOrder({ every: "month" })
    const [first] = await shop.orders()
    await shop.service.administer("POST", `${shop.admin}/orders/${first?.order_number}/cancel`)
    expect(await seen()).toBeNull()
    expect(await page()).not.toContain("assinatura")
  })
})

describe("the list of subscriptions", () => {
  /** Three subscribers: Maria by card, overdue later; Ana on another checkout; José, canceled. */
  const threeSubscribers = async () => {
    const shop = await openShop()
    await shop.offer({ slug: "piano", title: "Piano" })
    const maria = await shop.subscribe({ payment: byCard(onceOnly) })
    await shop.pass(days(1))
    const ana = await shop.subscribe({ checkout_id: "piano", customer: { ...payer, email: "Ana@Example.com" } })
    const jose = await shop.subscribe({ customer: { ...payer, email: "jose@example.com" } })
    await shop.cancel(jose.token)
    await shop.until("2026-12-19")
    return { shop, maria: maria.token, ana: ana.token, jose: jose.token }
  }

  it("is filtered by each filter alone, by several together, and keeps them in its URLs", async () => {
    const { shop, maria, ana, jose } = await threeSubscribers()
    const found = async (query: string) => (await shop.list(query)).data.map(({ token }) => token)
    const cases: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
      ["", [jose, ana, maria]],
      ["?status=subscriber_overdue", [maria]],
      ["?status=subscriber_active", [ana]],
      ["?status=subscriber_canceled", [jose]],
      ["?checkout_id=violao", [jose, maria]],
      ["?checkout_id=Violao", []],
      ["?email=ana@example.COM", [ana]],
      ["?email=ana%40example.com", [ana]],
      ["?email=nobody@example.com", []],
      [`?token=${ana}`, [ana]],
      [`?token=${nobody}`, []],
      ["?token=no-token", []],
      ["?next_charge=2026-12-20", [ana]],
      ["?next_charge=2026-12-19", [maria]],
      ["?next_charge=2026-12-21", []],
      ["?status=&checkout_id=&token=&email=&next_charge=&page=", [jose, ana, maria]],
      ["?checkout_id=violao&status=subscriber_canceled", [jose]],
      ["?checkout_id=piano&status=subscriber_canceled", []],
      [`?token=${ana}&email=jose@example.com`, []],
      [`?next_charge=2026-12-20&status=subscriber_active&checkout_id=piano&email=ana@example.com&token=${ana}`, [ana]],
      ["?cor=azul", [jose, ana, maria]],
    ]
    for (const [query, tokens] of cases) expect([query, await found(query)]).toStrictEqual([query, tokens])

    const { links, meta } = await shop.list("?email=ana%40example.com&page=1&status=&checkout_id=piano")
    const url = `${publicUrl}${subscribersPath}?email=ana%40example.com&checkout_id=piano&page=1`
    expect(links).toStrictEqual({ first: url, last: url, prev: null, next: null })
    expect(meta).toMatchObject({ total: 1, path: `${publicUrl}${subscribersPath}` })
    expect(meta.links[1]?.url).toBe(url)
  })

  it("is paged by 15, newest first, without the payment", async () => {
    const shop = await openShop()
    const tokens: Array<string> = []
    for (let n = 0; n < 16; n += 1) tokens.unshift((await shop.subscribe()).token)
    const first = await shop.list()
    expect(first.data.map(({ token }) => token)).toStrictEqual(tokens.slice(0, 15))
    expect(first.meta).toMatchObject({ total: 16, last_page: 2, per_page: 15, from: 1, to: 15 })
    const second = await shop.list("?checkout_id=violao&page=2")
    expect(second.data.map(({ token }) => token)).toStrictEqual(tokens.slice(15))
    expect(second.links.prev).toBe(`${publicUrl}${subscribersPath}?checkout_id=violao&page=1`)
    expect((await shop.list("?page=3")).meta).toMatchObject({ total: 16, from: null, to: null })
    expect((await shop.get(subscribersPath)).text).not.toContain('"payment"')
  })

  it("reports every fault of its query at once", async () => {
    const company = await serviceUnderTest().newCompany()
    const query = "?page=0&next_charge=2026-02-30&status=active&email=maria&token=a%00"
    const answer = await company.get(`${subscribersPath}${query}`)
    expect(answer.status).toBe(422)
    expect(faultsIn(answer)).toStrictEqual({
      page: ["The page must be at least 1."],
      next_charge: ["The next_charge must be a date as YYYY-MM-DD."],
      status: ["The status must be one of subscriber_active, subscriber_overdue, subscriber_canceled."],
      token: ["The token may not contain control characters."],
      email: ["The email must be a valid e-mail address."],
    })
  })

  it("has every documented path, and no other method", async () => {
    const service = serviceUnderTest()
    const { key: token } = await service.newCompany()
    const allowed = async (path: string) => {
      const { headers, status } = await service.call("PATCH", `${subscribersPath}${path}`, { token })
      return [status, headers.get("allow")?.split(", ").toSorted()]
    }
    expect(await allowed("")).toStrictEqual([405, ["GET", "HEAD"]])
    expect(await allowed(`/${nobody}`)).toStrictEqual([405, ["GET", "HEAD"]])
    expect(await allowed(`/${nobody}/cancel`)).toStrictEqual([405, ["DELETE", "POST"]])
    expect((await service.call("GET", subscribersPath)).status).toBe(401)
    expect((await service.call("GET", `${subscribersPath}/`, { token })).status).toBe(200)
  })
})

describe("another company's subscription", () => {
  it("does not exist for it", async () => {
    const shop = await openShop()
    const { token } = await shop.subscribe()
    const other = await openShopAt(shop.service, await shop.service.newCompany())
    expect((await other.list()).meta.total).toBe(0)
    expect((await other.list(`?token=${token}`)).data).toStrictEqual([])
    for (const name of [token, nobody, "no-token", "%00", token.toUpperCase()]) {
      for (const answer of [
        await other.get(`${subscribersPath}/${name}`),
        await other.cancel(name),
        await other.cancel(name, "POST"),
        await shop.service.administer("GET", `${other.admin}/subscribers/${name}/history`),
        await other.replaceCard(name, { card_token: nobody }),
      ]) {
        expect([name, answer.status, answer.body]).toStrictEqual([name, 404, notFound])
      }
    }
    expect((await shop.retrieve(token)).status).toBe("subscriber_active")
  })
})

describe("canceling a subscription", () => {
  it.each(["DELETE", "POST"])("by %s ends it, and a repetition gets the first answer", async (method) => {
    const shop = await openShop()
    const { token } = await shop.subscribe()
    for (const again of [method, method, "DELETE", "POST"]) {
      const answer = await shop.cancel(token, again)
      expect([answer.status, answer.body]).toStrictEqual([200, canceled])
    }
    expect(await shop.retrieve(token)).toMatchObject({
      status: "subscriber_canceled",
      link_to_pay: null,
      subscription: { from: "2026-11-19", to: "2026-12-19", next_charge: null },
    })
    await shop.until("2027-01-20")
    expect(await shop.orders()).toHaveLength(1)
    expect((await shop.history(token)).events.map(({ because }) => because)).toStrictEqual([null, "asked"])
  })

  it("is answered once under an idempotency key", async () => {
    const shop = await openShop()
    const { token } = await shop.subscribe()
    const path = `${subscribersPath}/${token}/cancel`
    const post = (key: string, one = path) =>
      shop.service.call("POST", one, { token: shop.key, headers: { "idempotency-key": key } })
    expect((await post("")).status).toBe(422)
    expect((await shop.retrieve(token)).status).toBe("subscriber_active")
    const [first, second] = [await post("k1"), await post("k1")]
    expect([first.status, first.headers.get("idempotent-replayed")]).toStrictEqual([200, null])
    expect([second.text, second.headers.get("idempotent-replayed")]).toStrictEqual([first.text, "true"])
    const { token: other } = await shop.subscribe()
    const reused = await post("k1", `${subscribersPath}/${other}/cancel`)
    expect(faultsIn(reused)).toStrictEqual({ "Idempotency-Key": ["The Idempotency-Key was used for another request."] })
  })

  it("while it is overdue cancels the renewal, and no retry follows", async () => {
    const shop = await openShop()
    const { token } = await shop.subscribe({ payment: byCard(onceOnly) })
    await shop.until("2026-12-20")
    expect((await shop.retrieve(token)).status).toBe("subscriber_overdue")
    expect((await shop.cancel(token)).status).toBe(200)
    expect(await shop.retrieve(token)).toMatchObject({ status: "subscriber_canceled", link_to_pay: null })
    const statuses = async () => (await shop.orders()).map(({ status }) => status)
    expect(await statuses()).toStrictEqual(["paid", "canceled"])
    await shop.pass(days(40))
    expect(await statuses()).toStrictEqual(["paid", "canceled"])
  })

  it("while a Pix of its renewal is open cancels that too: it cannot be paid any more", async () => {
    const shop = await openShop()
    const { data } = await shop.order({ payment: { method: "pix" } })
    await shop.report(data.order_number, "paid")
    const { token } = await shop.newest()
    await shop.until("2026-12-17")
    const renewal = (await shop.orders()).at(-1)
    expect(renewal?.status).toBe("waiting_payment")
    expect((await shop.cancel(token, "POST")).status).toBe(200)
    await shop.pass(60)
    expect((await shop.orders()).at(-1)?.status).toBe("canceled")
    const key = renewal?.public_key
    const paying = await shop.service.call("POST", `/public/v1/orders/${key}/pay`, { body: { payment: byCard() } })
    expect(paying.status).toBe(422)
  })
})

describe("an operator", () => {
  const overdueShop = async (): Promise<{ readonly shop: Shop; readonly token: string }> => {
    const shop = await openShop()
    const { token } = await shop.subscribe({ payment: byCard(onceOnly) })
    await shop.until("2026-12-19")
    await shop.pass(1)
    return { shop, token }
  }

  it("cannot cancel the open renewal alone", async () => {
    const { shop, token } = await overdueShop()
    const cancelRenewal = async () => {
      const number = (await shop.orders()).at(-1)?.order_number
      return shop.service.administer("POST", `${shop.admin}/orders/${number}/cancel`)
    }
    const answer = await cancelRenewal()
    expect(answer.status).toBe(422)
    expect(faultsIn(answer)).toStrictEqual({
      status: [
        `The status cannot become canceled, because the order is the open renewal of subscription ${token}. Cancel the ` +
          "subscription instead.",
      ],
    })
    expect((await shop.retrieve(token)).status).toBe("subscriber_overdue")
    await shop.cancel(token)
    expect((await cancelRenewal()).status).toBe(200)
  })

  it("replaces the subscriber's card, which is charged at once if the subscription is overdue", async () => {
    const { shop, token } = await overdueShop()
    const other = await shop.order({ customer: payer, payment: byCard("5555555555554444") })
    const answer = await shop.replaceCard(token, { card_token: other.payment.card?.token })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toStrictEqual({ data: await shop.retrieve(token) })
    expect((await shop.retrieve(token)).payment.card).toStrictEqual(other.payment.card)
    await shop.pass(1)
    expect(await shop.retrieve(token)).toMatchObject({
      status: "subscriber_active",
      link_to_pay: null,
      subscription: { from: "2026-12-19", to: "2027-01-19", next_charge: "2027-01-19" },
    })
  })

  it("gets a card's faults", async () => {
    const shop = await openShop()
    const { token } = await shop.subscribe()
    const someoneElse = { ...payer, taxvat: "11144477735", email: "ana@example.com" }
    const theirs = await shop.order({ customer: someoneElse, payment: byCard("5555555555554444") })
    const unknown = { card_token: ["The card_token does not exist."] }
    const cases: ReadonlyArray<readonly [unknown, object]> = [
      [{}, { card_token: ["The card_token field is required."] }],
      [{ card_token: nobody }, unknown],
      [{ card_token: visa.number }, unknown],
      [{ card_token: theirs.payment.card?.token }, unknown],
      [{ card_token: 7 }, { card_token: ["The card_token must be a string."] }],
      [[], { body: ["The body must be an object."] }],
    ]
    for (const [body, faults] of cases) expect(faultsIn(await shop.replaceCard(token, body))).toStrictEqual(faults)
    expect((await shop.retrieve(token)).payment.card?.last_digits).toBe("4242")
  })

  it("cannot replace the card of a canceled subscription", async () => {
    const shop = await openShop()
    const { payment, token } = await shop.subscribe()
    await shop.cancel(token)
    expect(faultsIn(await shop.replaceCard(token, { card_token: payment.card?.token }))).toStrictEqual({
      status: [
        "The status is subscriber_canceled and the subscription cannot be charged to another card, because a canceled " +
          "subscription is not charged and does not come back. Allowed now: nothing.",
      ],
    })
  })

  it("reads the history, and the next steps", async () => {
    const { shop, token } = await overdueShop()
    const { events, explanation } = await shop.history(token)
    expect(events.map(({ sequence, type, period, status }) => [sequence, type, period, status])).toStrictEqual([
      [1, "subscription_begun", 1, "subscriber_active"],
      [2, "renewal_opened", 2, "subscriber_active"],
      [3, "renewal_failed", null, "subscriber_overdue"],
    ])
    expect(events.map(({ order_number }) => order_number)).toStrictEqual([
      ...(await shop.orders()).map(({ order_number }) => order_number),
      events[1]?.order_number,
    ])
    expect(explanation).toStrictEqual({
      status: "subscriber_overdue",
      because: "the open renewal was refused, or not paid in time",
      next: { what: "retry", at: events[2]?.next_retry_at },
      paid_late: null,
    })
  })
})
