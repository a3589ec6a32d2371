/**
 * Refused cards of payers over HTTP: who is blocked, from which address, what the payer reads and what the company
 * sees.
 */
import { cardCaps } from "@vintem/domain/order"
import { describe, expect, it } from "vitest"
import { byNumber } from "./example-orders.ts"
import { credit, linksPath, ordersPath, payersOf, paying, pix } from "./payers.ts"
import { type Answer, type CompanyUnderTest, codesIn, faultsIn, serviceUnderTest } from "./service-under-test.ts"

const service = serviceUnderTest({
  isListening: true,
  environment: { VINTEM_TRUSTED_PROXIES: "127.0.0.1" },
})
const { makeLink, paid, payLink, payOrder } = payersOf(service)

const refusedCard = credit("4000000000000002")
const { address, address_at_link: atLink, order: ofOrder } = cardCaps
const from = (forwarded: string) => ({ "x-forwarded-for": forwarded })

/** The service's clock is stopped on a whole second. */
const saysLater =
  /^The payment\.method may not be credit until \d{4}-\d\d-\d\d \d\d:\d\d:\d\d, because too many cards were refused: choose another method, or try a card again then\.$/u

const expectStopped = (answer: Answer) => {
  expect(answer.status, answer.text).toBe(422)
  const [sentence = ""] = faultsIn(answer)["payment.method"] ?? []
  expect(faultsIn(answer)).toEqual({ "payment.method": [expect.stringMatching(saysLater)] })
  const [until] = /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/u.exec(sentence) ?? []
  expect(codesIn(answer)).toEqual({ "payment.method": [{ code: "cards_stopped", until }] })
}

const stoppedCardsOf = async (company: CompanyUnderTest, number: string) => {
  const answer = await service.administer("GET", `/admin/v1/companies/${company.id}/orders/${number}/history`)
  return Object(answer.body).data.stopped_cards
}

describe("cards that are refused", () => {
  it("block an order, and the company sees it in the order's history and in the log", async () => {
    const company = await service.newCompany()
    const placed = paid(await company.post("/api/v1/order/single", byNumber("4000000000000002"))).data
    const { order_number, public_key } = placed
    expect(await stoppedCardsOf(company, order_number)).toEqual([])
    for (let n = 1; n < ofOrder.refusedMax; n++) {
      expect(paid(await payOrder(public_key, refusedCard, from(`198.51.100.${n}`))).success).toBe(false)
    }
    expectStopped(await payOrder(public_key, credit(), from("203.0.113.1")))
    expectStopped(await payOrder(public_key, credit(), from("203.0.113.2")))
    expect(await stoppedCardsOf(company, order_number)).toEqual([
      { cap: "order", times: 2, first_at: expect.any(String), last_at: expect.any(String) },
    ])
    const line = service.log.find((one) => one.includes("a card payment was stopped") && one.includes(order_number))
    expect(line).toContain('"cap":"order"')
    expect(line).not.toContain("203.0.113")
    expect(paid(await payOrder(public_key, pix, from("203.0.113.1"))).data.status).toBe("waiting_payment")
  })

  it("block an IPv6 network at a link, and no other network", async () => {
    const slug = await makeLink(await service.newCompany())
    for (let n = 0; n < atLink.refusedMax; n++) {
      const own = from(`2001:db8:0:1:${n.toString(16)}::${n}`)
      expect(paid(await payLink(slug, paying(refusedCard), own)).success).toBe(false)
    }
    expectStopped(await payLink(slug, paying(credit()), from("2001:db8:0:1:ffff::1")))
    expect((await payLink(slug, paying(pix), from("2001:db8:0:1:ffff::1"))).status).toBe(200)
    expect((await payLink(slug, paying(credit()), from("2001:db8:0:2::1"))).status).toBe(200)
  })

  it("block an address at the links of all companies, IPv4 or IPv4 inside IPv6", async () => {
    for (let n = 0; n < address.refusedMax / 10; n++) {
      const slug = await makeLink(await service.newCompany())
      for (let card = 0; card < 10; card++) {
        const own = from(card % 2 === 0 ? "192.0.2.1" : "::ffff:192.0.2.1")
        expect(paid(await payLink(slug, paying(refusedCard), own)).success).toBe(false)
      }
    }
    const slug = await makeLink(await service.newCompany())
    expectStopped(await payLink(slug, paying(credit()), from("192.0.2.1")))
    expect((await payLink(slug, paying(credit()), from("192.0.2.2"))).status).toBe(200)
  })

  it("are no more than the cap, however many come at once", async () => {
    const slug = await makeLink(await service.newCompany())
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => payLink(slug, paying(refusedCard), from("192.0.2.3"))),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(atLink.refusedMax)
    for (const answer of answers.filter(({ status }) => status !== 200)) expectStopped(answer)
  })

  it("get their first answer again under their key", async () => {
    const slug = await makeLink(await service.newCompany())
    for (let n = 0; n < atLink.refusedMax; n++) await payLink(slug, paying(refusedCard), from("192.0.2.4"))
    const headers = { ...from("192.0.2.4"), "idempotency-key": "um-clique" }
    const [first, again] = [
      await payLink(slug, paying(credit()), headers),
      await payLink(slug, paying(credit()), headers),
    ]
    expectStopped(first)
    expect([again.text, again.headers.get("idempotent-replayed")]).toEqual([first.text, "true"])
  })

  it("do not block the company's own requests", async () => {
    const company = await service.newCompany()
    for (let n = 0; n < address.refusedMax + 1; n++) {
      const placed = await company.post("/api/v1/order/single", byNumber("4000000000000002"), from("192.0.2.5"))
      expect(placed.status).toBe(200)
    }
  })

  it("leave no address and no slug in the log", async () => {
    const slug = await makeLink(await service.newCompany())
    for (let n = 0; n <= atLink.refusedMax; n++) await payLink(slug, paying(refusedCard), from("198.18.77.99"))
    expect(service.log.filter((line) => line.includes("198.18.77.99"))).toEqual([])
    expect(service.log.filter((line) => line.includes("was stopped") && line.includes(slug))).toEqual([])
  })
})

describe("the payer's operations", () => {
  it.each([`${linksPath}/{slug}/pay`, `${ordersPath}/{public_key}/pay`])(
    "mention it in their description: %s",
    async (path) => {
      const { body } = await service.call("GET", "/public/v1/openapi.json")
      expect(Object(body).paths[path].post.description).toContain(
        `${atLink.refusedMax} at one link and ${address.refusedMax} at all links and orders together`,
      )
    },
  )
})
