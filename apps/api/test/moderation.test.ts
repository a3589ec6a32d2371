/**
 * A company under moderation, over HTTP: it sells nothing anywhere, what was issued before can still be paid, and due
 * renewals wait.
 */
import { LinkContactResponse } from "@vintem/contract"
import { describe, expect, it } from "vitest"
import { address, byCard, byPix, changed, payer } from "./example-orders.ts"
import { credit, linksPath, ordersPath, payersOf, paying, pix } from "./payers.ts"
import { type Answer, shown } from "./service-under-test.ts"
import { days, openShop } from "./subscriptions.ts"

const shop = await openShop()
const { service } = shop
const { makeLink, paid, payLink, payOrder, post, report, see, seeOrder } = payersOf(service)

const moderated = { hasError: true, response: "The company is under moderation." }

const moderate = async (under_moderation: boolean) => {
  const answer = await service.administer("PATCH", shop.admin, { under_moderation })
  expect(answer.status).toBe(200)
}

const onCheckout = { checkout_id: "violao", customer: payer, address, payment: pix }

/** Every operation that takes money, each with a valid request. */
const doors = async () => {
  const slug = await makeLink(shop)
  const contact = await post(`${linksPath}/${slug}/checkout`, { customer: payer })
  const { public_key: key } = shown(LinkContactResponse, contact).data
  const refused = paid(
    await shop.post("/api/v1/order/single", byCard({ ...credit().card, number: "4000000000000002" })),
  )
  const single = (body: unknown, headers = {}) => shop.post("/api/v1/order/single", body, headers)
  const door = (
    name: string,
    body: unknown,
    send: (body: unknown, headers?: Readonly<Record<string, string>>) => Promise<Answer>,
  ) => ({ name, body, send })
  return [
    door("POST /api/v1/order/single", byPix(), single),
    door("POST /api/v1/order", onCheckout, (body, headers = {}) => shop.post("/api/v1/order", body, headers)),
    door("pay by a link", paying(), (body, headers = {}) => payLink(slug, body, headers)),
    door("leave a contact", { customer: payer }, (body, headers = {}) =>
      post(`${linksPath}/${slug}/checkout`, body, headers),
    ),
    door("pay an order", { payment: pix }, (body, headers = {}) => post(`${ordersPath}/${key}/pay`, body, headers)),
    door("pay again after a refusal", { payment: credit() }, (body, headers = {}) =>
      post(`${ordersPath}/${refused.data.public_key}/pay`, body, headers),
    ),
  ]
}

describe("a company under moderation", () => {
  it("answers 403 to each of them, and places and charges nothing", async () => {
    const open = await doors()
    await moderate(true)
    const before = await shop.orders()
    for (const { body, name, send } of open) {
      const answer = await send(body)
      expect([name, answer.status, answer.body]).toEqual([name, 403, moderated])
    }
    expect(await shop.orders()).toEqual(before)
    await moderate(false)
    for (const { body, name, send } of open) expect([name, (await send(body)).status < 300]).toEqual([name, true])
  })

  it("gets this answer after the body was judged, and before anything is looked up", async () => {
    const open = await doors()
    const removed = await makeLink(shop)
    await service.call("DELETE", `/api/v1/payment-link/${removed}`, { token: shop.key })
    const expired = await makeLink(shop, { expire_after_payment: true })
    expect((await payLink(expired, paying(credit()))).status).toBe(200)
    await moderate(true)
    for (const { body, name, send } of open) {
      const field = "payment" in Object(body) ? "payment.method" : "customer.email"
      expect([name, (await send(changed(body, field, "nothing"))).status]).toEqual([name, 422])
    }
    // The coupon, the card and the link's state are not looked at.
    expect((await shop.post("/api/v1/order", { ...onCheckout, coupon_code: "NADA" })).status).toBe(403)
    expect((await shop.post("/api/v1/order", { ...onCheckout, checkout_id: "nothing" })).status).toBe(403)
    expect((await payLink(expired, paying())).status).toBe(403)
    // An absent object is still absent.
    expect((await payLink(removed, paying())).status).toBe(404)
    expect((await payOrder("b0GzT1kq3v8Yy2mXw5LhNA", pix)).status).toBe(404)
    expect((await shop.post("/api/v1/order", onCheckout, { authorization: "Bearer wrong" })).status).toBe(401)
    await moderate(false)
  })

  it("keeps the 403 under its key, and repeats earlier answers", async () => {
    const open = await doors()
    const isReplay = ({ headers }: Answer) => headers.get("idempotent-replayed") === "true"
    const first = await Promise.all(
      open.slice(0, 3).map(({ body, send }, n) => send(body, { "Idempotency-Key": `a${n}` })),
    )
    await moderate(true)
    for (const [n, { body, name, send }] of open.entries()) {
      const refused = await send(body, { "Idempotency-Key": `b${n}` })
      const again = await send(body, { "Idempotency-Key": `b${n}` })
      expect([name, refused.status, again.status, isReplay(again)]).toEqual([name, 403, 403, true])
    }
    for (const [n, answer] of first.entries()) {
      const again = await open[n]?.send(open[n]?.body, { "Idempotency-Key": `a${n}` })
      expect([again?.status, again?.text, again !== undefined && isReplay(again)]).toEqual([200, answer.text, true])
    }
    await moderate(false)
    for (const [n, { body, name, send }] of open.entries()) {
      const kept = await send(body, { "Idempotency-Key": `b${n}` })
      expect([name, kept.status]).toEqual([name, 403])
    }
  })

  it("is paid for what it had issued before, and continues to make links", async () => {
    const slug = await makeLink(shop)
    const { order_number: number, public_key: key } = paid(await payLink(slug, paying(pix))).data
    await moderate(true)
    expect((await seeOrder(key)).pix).not.toBeNull()
    expect((await report(number, "paid")).status).toBe(200)
    expect((await shop.orderOf(number)).status).toBe("paid")
    expect((await shop.post("/api/v1/payment-link", { title: "Mensalidade", amount: 100 })).status).toBe(201)
    const batch = { customers: [{ name: "Maria da Silva", amount: 10 }] }
    expect((await shop.post("/api/v1/payment-link-bulk", batch)).status).toBeLessThan(300)
    expect((await service.administer("POST", `${shop.admin}/orders/${number}/refund`, {})).status).toBe(200)
    await moderate(false)
  })

  it("is shown to the payer, who learns why they cannot pay", async () => {
    const slug = await makeLink(shop)
    const contact = await post(`${linksPath}/${await makeLink(shop)}/checkout`, { customer: payer })
    const { public_key: key } = shown(LinkContactResponse, contact).data
    const closed = await makeLink(shop, { expire_after_payment: true })
    await payLink(closed, paying(credit()))
    expect(await see(slug)).toMatchObject({ can_be_paid: true, cannot_be_paid_because: null })
    expect(await seeOrder(key)).toMatchObject({ can_be_paid: true, cannot_be_paid_because: null })
    await moderate(true)
    const nothing = { can_be_paid: false, cannot_be_paid_because: "under_moderation", methods: [], quotes: [] }
    expect(await see(slug)).toMatchObject({ ...nothing, status: "open" })
    expect(await seeOrder(key)).toMatchObject({ ...nothing, status: "created" })
    expect(await see(closed)).toMatchObject({ cannot_be_paid_because: "closed", status: "paid" })
    for (const path of [`/l/${slug}`, `/pay/${key}`]) {
      const { text } = await service.call("GET", path)
      expect(text).toContain("A empresa não está recebendo pagamentos no momento.")
      expect(text).not.toContain("/pay</code>")
    }
    expect((await service.call("GET", `/l/${closed}`)).text).toContain("já foi paga")
    await moderate(false)
    expect(await see(slug)).toMatchObject({ can_be_paid: true, cannot_be_paid_because: null })
  })
})

describe("a payment link that waits for a payment's outcome", () => {
  it("names this reason", async () => {
    const slug = await makeLink(shop, { expire_after_payment: true })
    const { public_key: key } = paid(await payLink(slug, paying(credit("4000000000009235")))).data
    expect(await see(slug)).toMatchObject({ can_be_paid: false, cannot_be_paid_because: "payment_under_way" })
    expect(await seeOrder(key)).toMatchObject({ can_be_paid: false, cannot_be_paid_because: "payment_under_way" })
  })
})

describe("a renewal that falls due under moderation", () => {
  it("is neither ordered nor refused, stays active, and is charged once the moderation ends", async () => {
    const other = await openShop()
    const subscription = await other.subscribe()
    await other.service.administer("PATCH", other.admin, { under_moderation: true })
    await other.pass(days(45))
    expect(await other.newest()).toMatchObject({ status: "subscriber_active" })
    expect(await other.orders()).toHaveLength(1)
    await other.service.administer("PATCH", other.admin, { under_moderation: false })
    await other.pass(1)
    const [, renewal, ...more] = await other.orders()
    expect([renewal?.status, more]).toEqual(["paid", []])
    const { events } = await other.history(subscription.token)
    expect(events.map(({ type }) => type)).toEqual(["subscription_begun", "renewal_opened", "renewal_paid"])
  })

  it.each([
    ["pix", "2026-12-21"],
    ["bank_slip", "2026-12-28"],
  ])("does not become overdue by %s until the moderation ends", async (method, later) => {
    const other = await openShop()
    const { data } = await other.order({ payment: { method } })
    await other.report(data.order_number, "paid")
    await other.until("2026-12-17")
    await other.service.administer("PATCH", other.admin, { under_moderation: true })
    await other.until(later)
    expect((await other.orders()).at(-1)?.status).toBe("unpaid")
    expect(await other.newest()).toMatchObject({ status: "subscriber_active", link_to_pay: null })
    await other.service.administer("PATCH", other.admin, { under_moderation: false })
    await other.pass(1)
    expect(await other.newest()).toMatchObject({
      status: "subscriber_overdue",
      link_to_pay: expect.stringMatching(/^https/u),
    })
  })
})
