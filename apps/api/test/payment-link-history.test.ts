/** An operator's view of a payment link, above all of a single-payment link that was paid more than once. */
import { ClockView, LinkHistoryView, OrderHistoryView, OrderResponse, WebhookDeliveryPage } from "@vintem/contract"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { payer } from "./example-orders.ts"
import { credit, payersOf, paying, pix, slip } from "./payers.ts"
import { adminToken, type CompanyUnderTest, serviceUnderTest, shown } from "./service-under-test.ts"

const service = serviceUnderTest()
const { makeLink, paid, pass, payLink, report } = payersOf(service)

const pathOf = (company: Pick<CompanyUnderTest, "id">, slug: string) =>
  `/admin/v1/companies/${company.id}/payment-links/${slug}/history`

const LinkHistory = Schema.Struct({ data: LinkHistoryView })
const OrderHistory = Schema.Struct({ data: OrderHistoryView })

const historyOf = async (company: CompanyUnderTest, slug: string) =>
  shown(LinkHistory, await service.administer("GET", pathOf(company, slug))).data

const orderOf = async (company: CompanyUnderTest, number: string) =>
  shown(OrderResponse, await company.get(`/api/v1/order/${number}`)).data

const openPix = async (slug: string): Promise<string> => paid(await payLink(slug, paying(pix))).data.order_number

/** A link of R$ 100.00, and two of its orders with open Pix codes. */
const withTwoPix = async (parts: object = { expire_after_payment: true }) => {
  const company = await service.newCompany()
  const slug = await makeLink(company, parts)
  return { company, slug, first: await openPix(slug), second: await openPix(slug) }
}

describe("the history of a single-payment link that was paid twice", () => {
  it("names the second payment and the debt, and later the refund", async () => {
    const { company, first, second, slug } = await withTwoPix()
    await report(first, "paid")
    await report(second, "paid")
    const before = await historyOf(company, slug)
    const nothing = { captured: 100, refunded: 0, reserved: 0 }
    expect(before.payments).toMatchObject([
      { ...nothing, order_number: first, status: "paid", standing: "confirmed", is_first: true, flag: null, owed: 0 },
      { ...nothing, order_number: second, status: "paid", is_first: false, flag: "duplicate", owed: 100 },
    ])
    expect(before.explanation).toEqual({
      status: "paid",
      because: "it is paid once, and a payment is confirmed",
      sentences: [
        `Order ${first} paid R$ 100.00 on ${before.payments[0]?.confirmed_at}. It is the first payment, and it is kept.`,
        `Order ${second} paid R$ 100.00 on ${before.payments[1]?.confirmed_at}. The link takes one payment, and another order had already paid ` +
          "it: this is a second payment. The payer is owed R$ 100.00, and the service requests the refund.",
      ],
    })
    await pass(600)
    const after = await historyOf(company, slug)
    expect(after.payments).toMatchObject([
      { order_number: first, status: "paid", refunded: 0 },
      { order_number: second, status: "refund", refunded: 100, reserved: 0, owed: 0 },
    ])
    expect(after.explanation.sentences[1]).toContain("this is a second payment. The payer was refunded R$ 100.00.")
    expect((await orderOf(company, first)).status).toBe("paid")
    expect((await orderOf(company, second)).status).toBe("refund")
  })

  it("shows every fact in sequence, with its order", async () => {
    const { company, first, second, slug } = await withTwoPix()
    await report(first, "paid")
    await report(second, "paid")
    const { events } = await historyOf(company, slug)
    expect(
      events.map(({ order_number, sequence, standing, type }) => [sequence, type, order_number, standing]),
    ).toEqual([
      [1, "link_created", null, null],
      [2, "payment_started", first, null],
      [3, "payment_reported", first, "open"],
      [4, "payment_started", second, null],
      [5, "payment_reported", second, "open"],
      [6, "payment_reported", first, "confirmed"],
      [7, "payment_reported", second, "confirmed"],
    ])
    expect(events.map(({ confirmed_at }) => confirmed_at)).toEqual([
      ...Array.from({ length: 5 }, () => null),
      events[5]?.at,
      events[6]?.at,
    ])
  })

  it("is also in the second order's history: it was paid, reported, and then refunded", async () => {
    const { company, first, second } = await withTwoPix()
    await report(first, "paid")
    await report(second, "paid")
    await pass(600)
    const path = `/admin/v1/companies/${company.id}/orders/${second}/history`
    const { events, explanation, refunds } = shown(OrderHistory, await service.administer("GET", path)).data
    expect(events.slice(3).map(({ duplicate_of, fact, status, type }) => [type, fact, duplicate_of, status])).toEqual([
      ["attempt_reported", "confirmed", null, "paid"],
      ["duplicate_found", null, first, "paid"],
      ["refund_reported", "requested", null, "paid"],
      ["refund_reported", "settled", null, "refund"],
    ])
    expect(explanation.flatMap(({ webhooks }) => webhooks.map(({ event, is_due }) => [event, is_due]))).toEqual([
      ["waiting_payment", true],
      ["paid", true],
      ["refund", true],
    ])
    expect(refunds).toHaveLength(1)
  })

  it("sends the webhooks of both orders: the later one is paid, and then refunded", async () => {
    const { company, first, second } = await withTwoPix()
    const admin = `/admin/v1/companies/${company.id}`
    await service.administer("PUT", `${admin}/webhook`, { url: "http://127.0.0.1:9/avisos" })
    await report(first, "paid")
    await report(second, "paid")
    await pass(600)
    const sentOf = async (number: string) => {
      const answer = await service.administer("GET", `${admin}/webhook-deliveries?order_number=${number}`)
      return shown(WebhookDeliveryPage, answer)
        .data.map(({ event }) => event)
        .toReversed()
    }
    expect(await sentOf(first)).toEqual(["paid"])
    expect(await sentOf(second)).toEqual(["paid", "refund"])
  })

  it("says that the company refunded the first payment", async () => {
    const { company, first, slug } = await withTwoPix()
    await report(first, "paid")
    await service.administer("POST", `/admin/v1/companies/${company.id}/orders/${first}/refund`)
    await pass(60)
    const [sentence] = (await historyOf(company, slug)).explanation.sentences
    expect(sentence).toMatch(/ It is the first payment\. The payer was refunded R\$ 100\.00\.$/u)
  })

  it("says that late money is kept, until its company refunds it", async () => {
    const { now } = shown(ClockView, await service.administer("GET", "/sandbox/v1/clock")).data
    // By the date of São Paulo it is this day or the one before.
    const { company, first, slug } = await withTwoPix({ expired_at: now.slice(0, 10) })
    await pass(3 * 86_400)
    await report(first, "paid")
    const about = async () => (await historyOf(company, slug)).explanation.sentences.find((one) => one.includes(first))
    expect(await about()).toMatch(/ The link's last day had passed\. The money is kept: refund the order if /u)
    await service.administer("POST", `/admin/v1/companies/${company.id}/orders/${first}/refund`)
    await pass(60)
    expect(await about()).toMatch(/ The link's last day had passed\. The payer was refunded R\$ 100\.00\.$/u)
  })

  it("keeps one payment, and refunds every other once, even if many are reported at one time and repeatedly", async () => {
    const company = await service.newCompany()
    const slug = await makeLink(company, { expire_after_payment: true })
    const numbers: Array<string> = []
    for (let n = 0; n < 6; n += 1) numbers.push(await openPix(slug))
    await Promise.all([...numbers, ...numbers].map((number) => report(number, "paid")))
    await pass(600)
    const { payments } = await historyOf(company, slug)
    expect(payments.filter(({ is_first }) => is_first)).toHaveLength(1)
    for (const { flag, is_first, order_number, owed, refunded, reserved, status } of payments) {
      const expected = is_first ? ["paid", null, 0] : ["refund", "duplicate", 100]
      expect([status, flag, refunded, owed, reserved]).toEqual([...expected, 0, 0])
      const path = `/admin/v1/companies/${company.id}/orders/${order_number}/history`
      const { events, refunds } = shown(OrderHistory, await service.administer("GET", path)).data
      expect(refunds).toHaveLength(is_first ? 0 : 1)
      expect(events.filter(({ type }) => type === "duplicate_found")).toHaveLength(is_first ? 0 : 1)
    }
  })

  it("is a warning in the log, without a name or the link's address", async () => {
    const { first, second, slug } = await withTwoPix()
    const before = service.log.length
    await report(first, "paid")
    await report(second, "paid")
    await pass(600)
    const lines = service.log.slice(before).filter((line) => line.includes("was paid again"))
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain(second)
    for (const secret of [slug, payer.fullname, payer.email, payer.taxvat]) expect(lines[0]).not.toContain(secret)
  })

  it("keeps the first payment if the second comes late, by a withdrawn Pix, or by card after a slip", async () => {
    const company = await service.newCompany()
    const slug = await makeLink(company, { expire_after_payment: true })
    const first = paid(await payLink(slug, paying(slip))).data.order_number
    const second = await openPix(slug)
    const third = paid(await payLink(slug, paying(credit()))).data.order_number
    await pass(600)
    await report(second, "paid")
    await report(first, "paid")
    await pass(600)
    const { payments } = await historyOf(company, slug)
    expect(payments.map(({ flag, order_number, refunded }) => [order_number, flag, refunded])).toEqual([
      [first, "duplicate", 100],
      [second, "duplicate", 100],
      [third, null, 0],
    ])
  })
})

describe("the history of any other payment link", () => {
  it("owes nothing if the link may be paid any number of times", async () => {
    const { company, first, second, slug } = await withTwoPix({ expire_after_payment: false })
    await report(first, "paid")
    await report(second, "paid")
    await pass(600)
    const { explanation, payments } = await historyOf(company, slug)
    expect(payments.map(({ flag, order_number, owed, status }) => [order_number, status, flag, owed])).toEqual([
      [first, "paid", null, 0],
      [second, "paid", null, 0],
    ])
    expect(explanation).toMatchObject({ status: "open" })
    expect(explanation.sentences[1]).toBe(`Order ${second} paid R$ 100.00 on ${payments[1]?.confirmed_at}.`)
  })

  it("shows which orders may still bring money, and nothing of orders that failed", async () => {
    const company = await service.newCompany()
    const slug = await makeLink(company)
    const refused = paid(await payLink(slug, paying(credit("4000000000000002")))).data.order_number
    const open = await openPix(slug)
    const { explanation, payments } = await historyOf(company, slug)
    expect(payments.map(({ order_number, standing }) => [order_number, standing])).toEqual([
      [refused, "ended"],
      [open, "open"],
    ])
    expect(explanation.sentences).toEqual([`Order ${open} has an open Pix or slip.`])
  })

  it("exists also once the link is removed", async () => {
    const company = await service.newCompany()
    const slug = await makeLink(company)
    await service.call("DELETE", `/api/v1/payment-link/${slug}`, { token: company.key })
    const { events, explanation, payments } = await historyOf(company, slug)
    expect(events.map(({ type }) => type)).toEqual(["link_created", "link_removed"])
    expect([explanation.status, payments]).toEqual(["removed", []])
  })

  it("shows no name and no token", async () => {
    const company = await service.newCompany()
    const slug = await makeLink(company, { customer_name: "Maria da Silva", customer_email: payer.email })
    await payLink(slug, paying(credit()))
    const { text } = await service.administer("GET", pathOf(company, slug))
    expect(text).not.toMatch(/maria|token|4242|529/iu)
  })

  it("is 404 for a name that is no link of the company, and 401 without the administration's token", async () => {
    const company = await service.newCompany()
    const other = await service.newCompany()
    const slug = await makeLink(company)
    for (const path of [pathOf(other, slug), pathOf(company, "nowhere"), pathOf({ id: 999_999 }, slug)]) {
      expect((await service.administer("GET", path)).status).toBe(404)
    }
    for (const token of [null, company.key, `${adminToken}x`]) {
      expect((await service.call("GET", pathOf(company, slug), { token })).status).toBe(401)
    }
    expect((await service.administer("POST", pathOf(company, slug), {})).status).toBe(405)
  })
})
