/** Subscriptions over the years: renewals that are paid, refused, retried and given up. */
import { PayerOrderResponse, SingleOrderResponse, WebhookDeliveryPage } from "@vintem/contract"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { address, payer } from "./example-orders.ts"
import { credit, ordersPath, payersOf } from "./payers.ts"
import { faultsIn, publicUrl, shown, silence } from "./service-under-test.ts"
import { byCard, days, onceOnly, openShop, type Shop } from "./subscriptions.ts"

const otherCard = "5555555555554444"

/** Pays an order at its page. */
const pay = async (shop: Shop, key: string | undefined, payment: object) => {
  const answer = await shop.service.call("POST", `${ordersPath}/${key}/pay`, { body: { payment } })
  expect(answer.status, answer.text).toBe(200)
  return shown(SingleOrderResponse, answer)
}

const Attempts = Schema.Struct({
  data: Schema.Struct({
    attempts: Schema.Array(
      Schema.Struct({
        started_at: Schema.String,
        standing: Schema.NullOr(Schema.String),
        installments: Schema.Int,
        card: Schema.NullOr(Schema.Struct({ last_digits: Schema.String })),
      }),
    ),
  }),
})

const attemptsOf = async (shop: Shop, number: string | undefined) =>
  shown(Attempts, await shop.service.administer("GET", `${shop.admin}/orders/${number}/history`)).data.attempts

/** A subscriber whose card was approved in November and is refused from December on. */
const overdue = async () => {
  const shop = await openShop()
  const { token } = await shop.subscribe({ payment: byCard(onceOnly) })
  await shop.until("2026-12-19")
  await shop.pass(1)
  const renewal = (await shop.orders()).at(-1)
  return { shop, token, renewal }
}

/** A subscriber by Pix or slip. */
const subscribedBy = async (method: "pix" | "bank_slip", checkout: object = {}) => {
  const shop = await openShop(checkout)
  const { data } = await shop.order({ payment: { method } })
  expect((await shop.report(data.order_number, "paid")).status).toBe(200)
  return { shop, token: (await shop.newest()).token }
}

describe("a renewal", () => {
  it("is charged to the card on the day of the next charge, and not before", async () => {
    const shop = await openShop()
    const { token } = await shop.subscribe({ src: "instagram", ref: "A-1" })
    await shop.until("2026-12-18")
    await shop.pass(days(1) - 1)
    expect(await shop.orders()).toHaveLength(1)
    await shop.pass(1)
    const orders = await shop.orders()
    expect(orders).toHaveLength(2)
    expect(orders[1]).toMatchObject({
      origin: "subscription",
      status: "paid",
      src: "instagram",
      ref: "A-1",
      checkout: { key: "violao", name: "Violão para todos" },
      customer: { email: "maria@example.com", taxvat: "529.982.247-25" },
      address: { street: "Avenida Paulista", number: "1578" },
      payment: { method: "credit", card: { last_digits: "4242", token: orders[0]?.payment.card?.token } },
      totals: { total: "199.80" },
      items: [{ product_id: shop.product, sku: "aula", unit_price: 99.9, quantity: 2 }],
    })
    expect(orders[1]?.created_at).toMatch(/^2026-12-19 00:00:\d\d$/u)
    expect(await shop.retrieve(token)).toMatchObject({
      status: "subscriber_active",
      subscription: { from: "2026-12-19", to: "2027-01-19", next_charge: "2027-01-19" },
    })
  })

  it("charges the product line alone, in one installment", async () => {
    const shop = await openShop()
    await shop.service.administer("POST", `${shop.admin}/coupons`, { code: "NATAL10", percent: 10 })
    await shop.subscribe({
      coupon_code: "NATAL10",
      items: [{ title: "Capa", sku: "capa", unit_price: 50, quantity: 1 }],
      shipping: { total: 10 },
      payment: { ...byCard(), installments: 3 },
    })
    await shop.until("2026-12-19")
    await shop.pass(1)
    const [first, renewal] = await shop.orders()
    expect(first?.totals.total).toBe("234.82")
    expect(renewal).toMatchObject({ status: "paid", totals: { subtotal: "199.80", total: "199.80" } })
    expect(renewal?.items.map(({ sku }) => sku)).toStrictEqual(["aula"])
    expect(await attemptsOf(shop, renewal?.order_number)).toMatchObject([{ installments: 1 }])
  })

  it("keeps the price and the terms of the sale, whatever happens to the checkout", async () => {
    const shop = await openShop()
    await shop.subscribe()
    await shop.service.administer("PUT", `${shop.admin}/checkouts/violao`, { title: "Outro", recurrence: null })
    await shop.service.administer("PUT", `${shop.admin}/products/${shop.product}`, { unit_price: 500 })
    await shop.service.administer("DELETE", `${shop.admin}/checkouts/violao`)
    await shop.until("2026-12-19")
    await shop.pass(1)
    expect((await shop.orders()).at(-1)).toMatchObject({ status: "paid", totals: { total: "199.80" } })
    expect((await shop.list("?checkout_id=violao")).data[0]?.checkout.title).toBe("Violão para todos")
  })

  it("comes once for each period, however far the clock is moved at once", async () => {
    const shop = await openShop()
    const { token } = await shop.subscribe()
    await shop.pass(days(400))
    const orders = await shop.orders()
    expect(orders.map(({ created_at }) => created_at.slice(0, 10))).toStrictEqual([
      "2026-11-19",
      ...["2026-12", "2027-01", "2027-02", "2027-03", "2027-04", "2027-05", "2027-06", "2027-07", "2027-08"].map(
        (month) => `${month}-19`,
      ),
      ...["2027-09", "2027-10", "2027-11", "2027-12"].map((month) => `${month}-19`),
    ])
    expect(orders.every(({ status }) => status === "paid")).toBe(true)
    expect((await shop.retrieve(token)).subscription.next_charge).toBe("2028-01-19")
  })

  it("keeps the subscription's day of the month", async () => {
    const shop = await openShop()
    await shop.until("2027-01-31")
    const { subscription, token } = await shop.subscribe()
    expect(subscription).toStrictEqual({ from: "2027-01-31", to: "2027-02-28", next_charge: "2027-02-28" })
    await shop.until("2027-03-01")
    const { subscription: next } = await shop.retrieve(token)
    expect(next).toStrictEqual({ from: "2027-02-28", to: "2027-03-31", next_charge: "2027-03-31" })
  })

  it("comes no more after the last cycle, and the subscription ends with that cycle", async () => {
    const shop = await openShop({ recurrence: { every: "month", count: 1, cycles: 2 } })
    const { token } = await shop.subscribe()
    await shop.until("2026-12-20")
    expect(await shop.retrieve(token)).toMatchObject({
      status: "subscriber_active",
      subscription: { from: "2026-12-19", to: "2027-01-19", next_charge: null },
    })
    await shop.until("2027-01-18")
    expect((await shop.retrieve(token)).status).toBe("subscriber_active")
    await shop.until("2027-03-01")
    expect((await shop.retrieve(token)).status).toBe("subscriber_canceled")
    expect(await shop.orders()).toHaveLength(2)
    expect((await shop.history(token)).events.at(-1)).toMatchObject({ because: "cycles" })
  })

  it("whose answer never came is looked up, and is paid once", async () => {
    const shop = await openShop()
    const { data } = await shop.order({ payment: byCard("4000000000000101") })
    await shop.pass(60)
    expect((await shop.orderOf(data.order_number)).status).toBe("paid")
    const { token } = await shop.newest()
    await shop.until("2026-12-20")
    expect((await shop.orders()).map(({ status }) => status)).toStrictEqual(["paid", "paid"])
    expect((await shop.retrieve(token)).subscription.from).toBe("2026-12-19")
  })
})

describe("a renewal whose card is refused", () => {
  it("makes the subscription overdue, with a link to pay", async () => {
    const { shop, token, renewal } = await overdue()
    expect(renewal).toMatchObject({ origin: "subscription", status: "unpaid" })
    expect(await shop.retrieve(token)).toMatchObject({
      status: "subscriber_overdue",
      link_to_pay: `${publicUrl}/pay/${renewal?.public_key}`,
      subscription: { from: "2026-11-19", to: "2026-12-19", next_charge: "2026-12-19" },
    })
    const page = await shop.service.call("GET", `${ordersPath}/${renewal?.public_key}`)
    expect(shown(PayerOrderResponse, page).data.status).toBe("unpaid")
  })

  it("is retried on days 1, 3 and 7, and not after", async () => {
    const { shop, renewal } = await overdue()
    await shop.pass(days(20))
    const attempts = await attemptsOf(shop, renewal?.order_number)
    expect(attempts.map(({ started_at }) => started_at.slice(0, 10))).toStrictEqual([
      "2026-12-19",
      "2026-12-20",
      "2026-12-22",
      "2026-12-26",
    ])
    expect(await shop.orders()).toHaveLength(2)
  })

  it("is paid by another card at its page, which then becomes the subscription's", async () => {
    const { shop, token, renewal } = await overdue()
    await shop.pass(days(4))
    const paid = await pay(shop, renewal?.public_key, byCard(otherCard))
    expect(paid.success).toBe(true)
    expect(await shop.retrieve(token)).toMatchObject({
      status: "subscriber_active",
      link_to_pay: null,
      // The periods do not depend on the time of payment.
      subscription: { from: "2026-12-19", to: "2027-01-19", next_charge: "2027-01-19" },
      payment: { method: "credit", card: { last_digits: "4444", brand: "mastercard" } },
    })
    await shop.until("2027-01-20")
    const orders = await shop.orders()
    expect(orders.map(({ status }) => status)).toStrictEqual(["paid", "paid", "paid"])
    expect(orders[2]?.payment.card?.last_digits).toBe("4444")
    expect(await attemptsOf(shop, renewal?.order_number)).toHaveLength(4)
  })

  it("is paid by Pix at its page, and the subscription keeps its card", async () => {
    const { shop, token, renewal } = await overdue()
    await pay(shop, renewal?.public_key, { method: "pix" })
    expect((await shop.report(renewal?.order_number ?? "", "paid")).status).toBe(200)
    expect(await shop.retrieve(token)).toMatchObject({
      status: "subscriber_active",
      payment: { method: "credit", card: { last_digits: "0341" } },
    })
  })

  it("leaves the subscription canceled after 21 days, and the order with it", async () => {
    const { shop, token } = await overdue()
    await shop.pass(days(21) - 10)
    expect((await shop.retrieve(token)).status).toBe("subscriber_overdue")
    await shop.pass(10)
    expect(await shop.retrieve(token)).toMatchObject({
      status: "subscriber_canceled",
      link_to_pay: null,
      subscription: { from: "2026-11-19", to: "2026-12-19", next_charge: null },
    })
    expect((await shop.orders()).map(({ status }) => status)).toStrictEqual(["paid", "canceled"])
    expect((await shop.history(token)).events.at(-1)).toMatchObject({ because: "dunning" })
    await shop.pass(days(60))
    expect(await shop.orders()).toHaveLength(2)
  })

  it("catches up period by period once it is paid late", async () => {
    const { shop, token, renewal } = await overdue()
    await shop.pass(days(20))
    await pay(shop, renewal?.public_key, byCard(otherCard))
    await shop.until("2027-02-20")
    expect((await shop.retrieve(token)).subscription.from).toBe("2027-02-19")
    expect((await shop.orders()).map(({ status }) => status)).toStrictEqual(["paid", "paid", "paid", "paid"])
  })
})

describe("a renewal whose card was never stored", () => {
  it("makes the subscription overdue, and is reported as abandoned after half an hour", async () => {
    const shop = await openShop(
      {},
      { acquirer: (simulated) => ({ ...simulated, charge: () => silence, find: () => silence, void: () => silence }) },
    )
    await shop.service.administer("PUT", `${shop.admin}/webhook`, { url: "http://127.0.0.1:9/" })
    const { data } = await shop.order()
    await shop.pass(days(8))
    await shop.service.administer("POST", `${shop.admin}/orders/${data.order_number}/resolve`, { outcome: "paid" })
    await shop.until("2026-12-27")
    await shop.pass(days(1) + 1_801)
    const renewal = (await shop.orders()).at(-1)
    expect([(await shop.newest()).status, renewal?.status]).toEqual(["subscriber_overdue", "created"])
    const deliveries = `${shop.admin}/webhook-deliveries?order_number=${renewal?.order_number}`
    const told = shown(WebhookDeliveryPage, await shop.service.administer("GET", deliveries)).data
    expect(told.map(({ event }) => event)).toEqual(["abandoned"])
  })
})

/** A daily lesson, overdue since 20 November: the card was approved only on the 19th. */
const overdueDaily = async (recurrence: object = {}) => {
  const shop = await openShop({ recurrence: { every: "day", count: 1, ...recurrence } })
  const { token } = await shop.subscribe({ payment: byCard(onceOnly) })
  await shop.until("2026-12-08")
  await shop.pass(1)
  const { public_key: key = "", order_number: number } = (await shop.orders()).at(-1) ?? {}
  const page = async () => (await shop.service.call("GET", `/pay/${key}`)).text
  return { shop, token, key, number, page, ...payersOf(shop.service) }
}

const timesIn = (text: string, part: string): number => text.split(part).length - 1

describe("the page of an overdue renewal", () => {
  it("says whose period it is, that the card is kept, and what is charged right after: and so it happens", async () => {
    const { key, page, seeOrder, shop, token } = await overdueDaily()
    expect((await seeOrder(key)).subscription).toStrictEqual({
      title: "Violão para todos",
      keeps_card: true,
      periods_due: { count: 18, total: 3596.4 },
    })
    const text = await page()
    expect(text).toContain("Renovação da assinatura “Violão para todos”.")
    const ofCard =
      "Este cartão ficará salvo para as próximas cobranças da assinatura. Outros 18 períodos já começaram: " +
      "mais R$\u00a03.596,40 no total serão cobrados neste cartão logo depois deste pagamento."
    expect(timesIn(text, ofCard)).toBe(2)
    expect(text).toMatch(/<p class="notice">Este cartão.*id="payment\.card\.number"/su)
    expect(text).toMatch(/<p class="notice" data-for="credit" hidden>[^<]*<\/p>\s*<button type="submit"/u)
    expect(text).not.toContain(token)

    await pay(shop, key, byCard(otherCard))
    await shop.pass(1)
    const orders = await shop.orders()
    expect(
      orders.slice(2).map(({ payment, status, totals }) => [status, totals.total, payment.card?.last_digits]),
    ).toEqual(Array.from({ length: 18 }, () => ["paid", "199.80", "4444"]))
    expect((await seeOrder(key)).subscription).toBeNull()
    expect(await page()).not.toContain("assinatura")
  })

  it("says so in English, of one period too", async () => {
    const { page, shop } = await overdueDaily({ cycles: 3 })
    await shop.service.administer("PATCH", shop.admin, { pages: { language: "en" } })
    const text = await page()
    expect(text).toContain("This is one period of the subscription “Violão para todos”.")
    expect(text).toContain(
      "This card will be saved and charged for the next periods of the subscription. Another period has already begun: " +
        "R$199.80 more will be charged to this card right after this payment.",
    )
  })

  it("promises no further charge if no other period has begun", async () => {
    const { shop, renewal } = await overdue()
    const { text } = await shop.service.call("GET", `/pay/${renewal?.public_key}`)
    expect(text).toContain("Este cartão ficará salvo para as próximas cobranças da assinatura.</p>")
    expect(text).not.toMatch(/já começo/u)
  })

  it("says nothing for a canceled subscription", async () => {
    const { key, page, seeOrder, shop, token } = await overdueDaily()
    await shop.cancel(token)
    expect((await seeOrder(key)).subscription).toBeNull()
    expect(await page()).not.toContain("assinatura")
  })
})

describe("a renewal by Pix", () => {
  it("keeps no card that pays it, and so mentions none", async () => {
    const { shop } = await subscribedBy("pix", { recurrence: { every: "day", count: 1 } })
    await shop.until("2026-11-25")
    await shop.pass(1)
    const key = (await shop.orders()).at(-1)?.public_key ?? ""
    expect((await payersOf(shop.service).seeOrder(key)).subscription).toStrictEqual({
      title: "Violão para todos",
      keeps_card: false,
      periods_due: { count: 0, total: 0 },
    })
    const { text } = await shop.service.call("GET", `/pay/${key}`)
    expect(text).toContain("Renovação da assinatura “Violão para todos”.")
    expect(text).not.toMatch(/Este cartão|já começo/u)
  })

  it("is issued three days before, and payable until the end of the day of the next charge", async () => {
    const { shop, token } = await subscribedBy("pix")
    await shop.until("2026-12-15")
    await shop.pass(days(1) - 1)
    expect(await shop.orders()).toHaveLength(1)
    await shop.pass(1)
    const renewal = (await shop.orders()).at(-1)
    expect(renewal).toMatchObject({
      origin: "subscription",
      status: "waiting_payment",
      payment: { method: "pix", due_date: "2026-12-20 00:00:00" },
    })
    expect(await shop.retrieve(token)).toMatchObject({ status: "subscriber_active", link_to_pay: null })
    await shop.report(renewal?.order_number ?? "", "paid")
    expect(await shop.retrieve(token)).toMatchObject({
      status: "subscriber_active",
      subscription: { from: "2026-12-19", to: "2027-01-19", next_charge: "2027-01-19" },
      payment: { method: "pix", card: null },
    })
  })

  it("that is not paid makes the subscription overdue, then canceled", async () => {
    const { shop, token } = await subscribedBy("pix")
    await shop.until("2026-12-19")
    expect((await shop.retrieve(token)).status).toBe("subscriber_active")
    await shop.until("2026-12-21")
    const renewal = (await shop.orders()).at(-1)
    expect(await shop.retrieve(token)).toMatchObject({
      status: "subscriber_overdue",
      link_to_pay: `${publicUrl}/pay/${renewal?.public_key}`,
    })
    await shop.until("2027-01-12")
    expect((await shop.retrieve(token)).status).toBe("subscriber_canceled")
    expect((await shop.orders()).map(({ status }) => status)).toStrictEqual(["paid", "canceled"])
  })

  it("is offered to its payer in one installment, and refused in more", async () => {
    const { shop } = await subscribedBy("pix")
    await shop.until("2026-12-21")
    const key = (await shop.orders()).at(-1)?.public_key ?? ""
    const { payOrder, seeOrder } = payersOf(shop.service)
    const offered = (await seeOrder(key)).quotes.filter(({ method }) => method === "credit")
    expect(offered.map(({ installments }) => installments)).toEqual([1])
    const refused = await payOrder(key, credit(undefined, 2))
    expect([refused.status, faultsIn(refused)]).toEqual([
      422,
      {
        "payment.installments": [
          "The payment.installments may not be more than 1, as the order renews a subscription.",
        ],
      },
    ])
    expect((await payOrder(key, credit())).body).toMatchObject({ data: { status: "paid" } })
  })

  it("can be paid by card: the Pix stays the method of the next ones", async () => {
    const { shop, token } = await subscribedBy("pix")
    await shop.until("2026-12-21")
    await pay(shop, (await shop.orders()).at(-1)?.public_key, byCard())
    expect(await shop.retrieve(token)).toMatchObject({ status: "subscriber_active", payment: { method: "pix" } })
  })

  it("of a daily subscription is due on its day of issue if three days before have passed", async () => {
    const { shop, token } = await subscribedBy("pix", { recurrence: { every: "day", count: 1 } })
    await shop.pass(1)
    const renewal = (await shop.orders()).at(-1)
    expect(renewal).toMatchObject({ origin: "subscription", status: "waiting_payment" })
    expect(renewal?.payment.due_date).toMatch(/^2026-11-2[01] /u)
    expect((await shop.retrieve(token)).status).toBe("subscriber_active")
  })
})

describe("a renewal by slip", () => {
  it("is issued three days before, due on the day of the next charge", async () => {
    const { shop, token } = await subscribedBy("bank_slip")
    await shop.until("2026-12-17")
    const renewal = (await shop.orders()).at(-1)
    // 19 December 2026 is a Saturday: the slip is due on Monday.
    expect(renewal).toMatchObject({
      origin: "subscription",
      status: "waiting_payment",
      payment: { method: "bank_slip", due_date: "2026-12-21" },
    })
    await shop.report(renewal?.order_number ?? "", "paid")
    expect((await shop.retrieve(token)).subscription.from).toBe("2026-12-19")
  })

  it("makes the subscription overdue after its due date, and can still be paid two banking days longer", async () => {
    const { shop, token } = await subscribedBy("bank_slip")
    // 19 December 2026 is a Saturday.
    await shop.until("2026-12-21")
    expect(await shop.retrieve(token)).toMatchObject({ status: "subscriber_active", link_to_pay: null })
    await shop.until("2026-12-22")
    expect(await shop.retrieve(token)).toMatchObject({
      status: "subscriber_overdue",
      link_to_pay: expect.stringMatching(/^https/u),
    })
    expect((await shop.orders()).at(-1)?.status).toBe("waiting_payment")
    await shop.until("2026-12-25")
    expect((await shop.orders()).at(-1)?.status).toBe("unpaid")
  })
})

describe("a renewal that is held for review", () => {
  const held = async () => {
    const shop = await openShop()
    const { data } = await shop.order({ payment: byCard("4000000000009235") })
    expect((await shop.list()).meta.total).toBe(0)
    await shop.report(data.order_number, "paid")
    const { token } = await shop.newest()
    await shop.until("2026-12-20")
    const renewal = (await shop.orders()).at(-1)
    expect(renewal?.status).toBe("risk_analysis")
    return { shop, token, number: renewal?.order_number ?? "" }
  }

  it("leaves the subscription active until it is decided", async () => {
    const { shop, token, number } = await held()
    expect(await shop.retrieve(token)).toMatchObject({ status: "subscriber_active", link_to_pay: null })
    await shop.report(number, "risk_approved")
    expect(await shop.retrieve(token)).toMatchObject({ status: "subscriber_active", link_to_pay: null })
    expect((await shop.retrieve(token)).subscription.from).toBe("2026-12-19")
  })

  it("makes it overdue if it is rejected", async () => {
    const { shop, token, number } = await held()
    await shop.report(number, "risk_rejected")
    expect(await shop.retrieve(token)).toMatchObject({
      status: "subscriber_overdue",
      link_to_pay: expect.stringMatching(/^https/u),
    })
  })

  it("is withdrawn if the subscription is canceled meanwhile", async () => {
    const { shop, token, number } = await held()
    await shop.cancel(token)
    await shop.pass(60)
    expect((await shop.orderOf(number)).status).toBe("canceled")
    expect((await shop.retrieve(token)).status).toBe("subscriber_canceled")
  })
})

describe("money that comes after the end", () => {
  it("is kept and shown: a charge that was in flight when the subscription was canceled", async () => {
    const shop = await openShop()
    await shop.order({ payment: byCard("4000000000000101") })
    await shop.pass(60)
    const { token } = await shop.newest()
    await shop.until("2026-12-19")
    const renewal = (await shop.orders()).at(-1)
    expect(renewal?.status).toBe("pending")
    expect((await shop.cancel(token)).status).toBe(200)
    await shop.pass(60)
    expect((await shop.orders()).at(-1)?.status).toBe("paid")
    expect(await shop.retrieve(token)).toMatchObject({
      status: "subscriber_canceled",
      subscription: { from: "2026-11-19", next_charge: null },
    })
    expect((await shop.history(token)).explanation.paid_late).toBe(renewal?.order_number)
  })
})

describe("a renewal without an answer that the acquirer never received", () => {
  const silentAtRenewal = async () => {
    let isSilent = false
    const shop = await openShop(
      {},
      {
        acquirer: (simulated) => ({
          ...simulated,
          charge: (request) => (isSilent ? silence : simulated.charge(request)),
        }),
      },
    )
    const { token } = await shop.subscribe()
    isSilent = true
    await shop.until("2026-12-19")
    isSilent = false
    expect((await shop.orders()).at(-1)?.status).toBe("pending")
    expect((await shop.retrieve(token)).status).toBe("subscriber_active")
    return { shop, token }
  }

  it("counts as refused, and is charged on the next day", async () => {
    const { shop, token } = await silentAtRenewal()
    await shop.pass(60)
    expect((await shop.retrieve(token)).status).toBe("subscriber_overdue")
    await shop.pass(days(1))
    expect(await shop.retrieve(token)).toMatchObject({
      status: "subscriber_active",
      subscription: { from: "2026-12-19" },
    })
    expect((await shop.orders()).map(({ status }) => status)).toStrictEqual(["paid", "paid"])
  })

  it("is canceled, once that is known, if the subscription was canceled meanwhile", async () => {
    const { shop, token } = await silentAtRenewal()
    await shop.cancel(token)
    expect((await shop.orders()).at(-1)?.status).toBe("pending")
    await shop.pass(60)
    expect((await shop.orders()).at(-1)?.status).toBe("canceled")
    expect((await shop.history(token)).explanation.paid_late).toBeNull()
  })
})

describe("a payer who is paying at the moment", () => {
  it("by Pix is not charged in addition: the card waits", async () => {
    const { shop, token, renewal } = await overdue()
    await shop.pass(days(1) - 61)
    await pay(shop, renewal?.public_key, { method: "pix" })
    await shop.pass(300)
    expect(await attemptsOf(shop, renewal?.order_number)).toHaveLength(2)
    await shop.report(renewal?.order_number ?? "", "paid")
    await shop.pass(days(10))
    expect(await attemptsOf(shop, renewal?.order_number)).toHaveLength(2)
    expect((await shop.retrieve(token)).status).toBe("subscriber_active")
  })

  it("by a Pix that expires is charged by card after all", async () => {
    const { shop, renewal } = await overdue()
    await shop.pass(days(1) - 61)
    await pay(shop, renewal?.public_key, { method: "pix" })
    await shop.pass(2 * 3_600)
    expect((await attemptsOf(shop, renewal?.order_number)).map(({ card }) => card?.last_digits)).toStrictEqual([
      "0341",
      undefined,
      "0341",
    ])
  })

  it("by a card that is refused stays overdue, and the subscription's card is tried on its days", async () => {
    const { shop, token, renewal } = await overdue()
    const refused = await pay(shop, renewal?.public_key, byCard("4000000000000002"))
    expect(refused.success).toBe(false)
    await shop.pass(days(8))
    expect((await attemptsOf(shop, renewal?.order_number)).map(({ card }) => card?.last_digits)).toStrictEqual([
      "0341",
      "0002",
      "0341",
      "0341",
      "0341",
    ])
    expect(await shop.retrieve(token)).toMatchObject({
      status: "subscriber_overdue",
      payment: { card: { last_digits: "0341" } },
    })
  })
})

describe("a card that replaces a Pix or slip", () => {
  /** A card that the subscriber used for another order. */
  const savedCard = async (shop: Shop) => {
    const items = [{ sku: "corda", title: "Corda", unit_price: 10, quantity: 1 }]
    const answer = await shop.post("/api/v1/order/single", { customer: payer, address, items, payment: byCard() })
    return { card_token: shown(PaidByCard, answer).payment.card.token }
  }
  const PaidByCard = Schema.Struct({
    payment: Schema.Struct({ card: Schema.Struct({ token: Schema.String }) }),
  })
  const slipForAYear = { method: "bank_slip", expiration: 365 }
  const renewalOf = async (shop: Shop) => (await shop.orders()).findLast(({ origin }) => origin === "subscription")
  const waysOf = async (shop: Shop) =>
    (await attemptsOf(shop, (await renewalOf(shop))?.order_number)).map(({ card, started_at }) => [
      started_at.slice(0, 16),
      card?.last_digits ?? null,
    ])

  it("is charged once the renewal was not paid in time, whatever else its payer issued", async () => {
    const { shop, token } = await subscribedBy("pix")
    const card = await savedCard(shop)
    await shop.until("2026-12-17")
    await pay(shop, (await renewalOf(shop))?.public_key, slipForAYear)
    expect((await shop.replaceCard(token, card)).status).toBe(200)
    // 19 December 2026 is a Saturday.
    await shop.until("2026-12-21")
    expect(await shop.retrieve(token)).toMatchObject({ status: "subscriber_active", link_to_pay: null })
    await shop.until("2026-12-23")
    expect(await shop.retrieve(token)).toMatchObject({
      status: "subscriber_active",
      subscription: { from: "2026-12-19", next_charge: "2027-01-19" },
    })
    expect(await waysOf(shop)).toEqual([
      ["2026-12-16 00:00", null],
      ["2026-12-17 00:00", null],
      ["2026-12-22 00:00", "4242"],
    ])
  })

  it("is charged at once if the renewal is overdue, and payments that were left open for an hour are withdrawn", async () => {
    const { shop, token } = await subscribedBy("pix")
    const card = await savedCard(shop)
    await shop.until("2026-12-21")
    await pay(shop, (await renewalOf(shop))?.public_key, slipForAYear)
    await shop.pass(1_800)
    await shop.replaceCard(token, card)
    await shop.pass(1_200)
    expect((await shop.retrieve(token)).status).toBe("subscriber_overdue")
    await shop.pass(3_600)
    expect((await shop.retrieve(token)).status).toBe("subscriber_active")
    expect((await waysOf(shop)).map(([, digits]) => digits)).toEqual([null, null, "4242"])
    const attempts = await attemptsOf(shop, (await renewalOf(shop))?.order_number)
    expect(attempts.map(({ standing }) => standing)).toEqual(["expired", "voided", "confirmed"])
  })

  it("does not wait for the renewal's own slip, which could be paid two banking days longer", async () => {
    const { shop, token } = await subscribedBy("bank_slip")
    const card = await savedCard(shop)
    await shop.until("2026-12-22")
    await shop.replaceCard(token, card)
    await shop.pass(2)
    expect((await shop.retrieve(token)).status).toBe("subscriber_active")
  })

  it("is not charged if the slip turns out to be paid", async () => {
    const { shop, token } = await subscribedBy("bank_slip")
    const card = await savedCard(shop)
    await shop.until("2026-12-22")
    await shop.report((await renewalOf(shop))?.order_number ?? "", "paid")
    await shop.replaceCard(token, card)
    await shop.pass(7_200)
    expect((await waysOf(shop)).map(([, digits]) => digits)).toEqual([null])
  })
})

describe("a refund", () => {
  it("leaves the subscription unchanged", async () => {
    const shop = await openShop()
    const { token } = await shop.subscribe()
    const [order] = await shop.orders()
    const refund = await shop.service.administer("POST", `${shop.admin}/orders/${order?.order_number}/refund`)
    expect(refund.status, refund.text).toBe(200)
    await shop.pass(60)
    expect((await shop.orders())[0]?.status).toBe("refund")
    expect((await shop.retrieve(token)).status).toBe("subscriber_active")
    await shop.until("2026-12-20")
    const renewal = (await shop.orders()).at(-1)
    expect(renewal?.status).toBe("paid")
    await shop.report(renewal?.order_number ?? "", "chargeback")
    expect(await shop.retrieve(token)).toMatchObject({
      status: "subscriber_active",
      subscription: { from: "2026-12-19" },
    })
  })
})

describe("subscriptions of several shops", () => {
  it("renew side by side, each for its own customer", async () => {
    const shop = await openShop()
    const ana = { ...payer, taxvat: "11144477735", email: "ana@example.com", fullname: "Ana Souza" }
    await shop.subscribe()
    await shop.subscribe({ customer: ana, address: { ...address, number: 7 } })
    await shop.until("2026-12-20")
    const renewals = (await shop.orders()).filter(({ origin }) => origin === "subscription")
    expect(renewals.map(({ customer }) => customer.email).toSorted()).toStrictEqual([
      "ana@example.com",
      "maria@example.com",
    ])
  })
})
