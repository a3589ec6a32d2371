// Dates from outside at either end of the calendar: each gets an answer, and the service restarts with the stored ones.
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { newDatabase } from "./database-under-test.ts"
import { describedSides } from "./described-sides.ts"
import { credit, payersOf, paying } from "./payers.ts"
import { serviceUnderTest } from "./service-under-test.ts"

const database = await newDatabase()
const service = serviceUnderTest({ database })

const Description = Schema.Struct({
  paths: Schema.Record(
    Schema.String,
    Schema.Record(
      Schema.String,
      Schema.Struct({
        parameters: Schema.optionalKey(Schema.Array(Schema.Struct({ name: Schema.String, in: Schema.String }))),
      }),
    ),
  ),
})

/** The paths with a time range as query. */
const spans = (description: object): ReadonlyArray<string> => {
  const { paths } = Schema.decodeUnknownSync(Description)(description)
  return Object.entries(paths).flatMap(([path, { get }]) =>
    get?.parameters?.some(({ name }) => name === "from") ? [path] : [],
  )
}

const ends = ["0000-01-01", "0001-01-01", "1900-01-01", "1969-12-31", "9999-12-31", "10000-01-01", "+275760-09-13"]

describe("from and to", () => {
  const company = service.newCompany()

  it.each(spans(describedSides.public.description))("of %s may be any days", async (path) => {
    for (const from of ends) {
      for (const to of ends) {
        const { status } = await (await company).get(
          `${path}?from=${encodeURIComponent(from)}&to=${encodeURIComponent(to)}`,
        )
        expect([from, to, status < 500]).toEqual([from, to, true])
      }
    }
  })

  it.each(spans(describedSides.administration.description))("of %s may be any days", async (path) => {
    const { id } = await company
    for (const from of ends) {
      for (const to of ends) {
        const place = `${path.replace("{company}", String(id))}?from=${encodeURIComponent(from)}&to=${encodeURIComponent(to)}`
        const { status } = await service.administer("GET", place)
        expect([from, to, status < 500]).toEqual([from, to, true])
      }
    }
  })
})

describe("the last day of the calendar", () => {
  it("may end links, batches and coupons, which are then sold, reminded of and loaded at a start", async () => {
    const { makeLink, payLink, paid } = payersOf(service)
    const company = await service.newCompany()
    const admin = (path: string, body: object) =>
      service.administer("POST", `/admin/v1/companies/${company.id}/${path}`, body)
    const reminders = [-365, 0, 365].map((days) => ({ days, channel: "email" }))
    const rule = await admin("payment-link-rules", { name: "Cobrança", reminders })
    const { token } = Schema.decodeUnknownSync(Schema.Struct({ data: Schema.Struct({ token: Schema.String }) }))(
      rule.body,
    ).data
    const last = "9999-12-31"
    const terms = { expired_at: last, payment_link_rule_token: token, customer_email: "maria@example.com" }
    expect((await admin("coupons", { code: "FIM", percent: 10, expires_at: last })).status).toBe(201)
    for (const payment of [{ method: "pix" }, { method: "bank_slip" }, credit()]) {
      const slug = await makeLink(company, terms)
      const answer = await payLink(slug, paying(payment))
      expect(paid(answer).data.status).not.toBe("unpaid")
    }
    const batch = { name: "Lote", amount: 10, expired_at: last, payment_link_rule_token: token, customers: [{}] }
    expect((await company.post("/api/v1/payment-link-bulk", batch)).status).toBeLessThan(300)
    const far = { name: "Lote", amount: 10, expired_at: "10000-01-01", customers: [{}] }
    expect((await company.post("/api/v1/payment-link-bulk", far)).status).toBe(422)
    expect((await service.administer("POST", "/sandbox/v1/clock/advance", { seconds: 40 * 86_400 })).status).toBe(200)
    await service.stop()
    const again = serviceUnderTest({ database })
    expect((await again.administer("POST", "/sandbox/v1/clock/advance", { seconds: 400 * 86_400 })).status).toBe(200)
  })
})
