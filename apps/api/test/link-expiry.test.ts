// The last payable day of a link, `expired_at`. A request may set it to today, by the date of São Paulo, and to no past
// day.
import { BulkResponse } from "@vintem/contract"
import { Schema } from "effect"
import { beforeEach, describe, expect, it } from "vitest"
import { type CompanyUnderTest, faultsIn, serviceUnderTest, shown } from "./service-under-test.ts"

const service = serviceUnderTest()

const links = "/api/v1/payment-link"
const batches = "/api/v1/payment-link-bulk"
const expected = { expired_at: ["The expired_at must be today or later, by the date of São Paulo."] }

const Link = Schema.Struct({
  data: Schema.Struct({ slug: Schema.String, title: Schema.String, expired_at: Schema.NullOr(Schema.String) }),
})

const today = () =>
  new Intl.DateTimeFormat("en-CA", { timeZone: "America/Sao_Paulo" }).format(new Date(service.clock.now()))
const daysFrom = (date: string, days: number) =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)
const yesterday = () => daysFrom(today(), -1)

/** Moves to half an hour before midnight in São Paulo, when it is the next day in UTC already. */
const toLateEvening = () => {
  service.clock.advance({ seconds: (Date.parse(`${today()}T23:30:00-03:00`) - service.clock.now()) / 1_000 })
}

const create = (company: CompanyUnderTest, body: object = {}, headers = {}) =>
  company.post(links, { title: "Aula", amount: 10, ...body }, headers)
const change = (company: CompanyUnderTest, slug: string, body: object) =>
  service.call("PUT", `${links}/${slug}`, { token: company.key, body: { title: "Aula", amount: 10, ...body } })
const batch = (company: CompanyUnderTest, body: object) =>
  company.post(batches, { amount: 10, customers: [{ name: "Ana Souza" }], ...body })

let company: CompanyUnderTest
beforeEach(async () => {
  service.clock.advance({ days: 1 })
  toLateEvening()
  company = await service.newCompany()
})

describe("a new link", () => {
  it("may end today, and not have ended yesterday", async () => {
    expect(shown(Link, await create(company, { expired_at: today() })).data.expired_at).toBe(today())
    for (const expired_at of [yesterday(), "2020-01-01", "1900-01-01"]) {
      const answer = await create(company, { expired_at })
      expect([answer.status, faultsIn(answer)]).toEqual([422, expected])
    }
  })

  it("reports faults of its day and of its reminder rule at once", async () => {
    const payment_link_rule_token = "5f0c1c52-7b6e-4c7e-9a55-0d3c1f5d2b11"
    const answer = await create(company, { expired_at: yesterday(), payment_link_rule_token })
    expect(faultsIn(answer)).toEqual({ ...expected, payment_link_rule_token: [expect.any(String)] })
  })

  it("is answered with the first answer under its key on the next day", async () => {
    const body = { expired_at: today() }
    const first = await create(company, body, { "Idempotency-Key": "aula" })
    expect(first.status).toBe(201)
    service.clock.advance({ hours: 2 })
    const second = await create(company, body, { "Idempotency-Key": "aula" })
    expect([second.status, second.text]).toEqual([201, first.text])
  })
})

describe("a change to a link", () => {
  const made = async () => {
    const { slug, expired_at } = shown(Link, await create(company, { expired_at: today() })).data
    return { slug, expired_at }
  }

  it("may not let it have ended yesterday", async () => {
    const { slug } = await made()
    const answer = await change(company, slug, { expired_at: yesterday() })
    expect([answer.status, faultsIn(answer)]).toEqual([422, expected])
    expect(shown(Link, await change(company, slug, { expired_at: daysFrom(today(), 1) })).data.expired_at).toBe(
      daysFrom(today(), 1),
    )
  })

  it("keeps a day that is over, whether it omits or repeats it", async () => {
    const { slug, expired_at } = await made()
    service.clock.advance({ days: 2 })
    const kept = [
      await change(company, slug, { title: "Outra aula" }),
      await change(company, slug, { title: "Mais uma aula", expired_at }),
    ]
    expect(kept.map((answer) => shown(Link, answer).data)).toMatchObject([
      { title: "Outra aula", expired_at },
      { title: "Mais uma aula", expired_at },
    ])
  })

  it("may give an expired link another day or none, but no other past day", async () => {
    const { slug, expired_at } = await made()
    service.clock.advance({ days: 3 })
    const other = daysFrom(String(expired_at), 1)
    expect(faultsIn(await change(company, slug, { expired_at: other }))).toEqual(expected)
    expect(shown(Link, await change(company, slug, { expired_at: today() })).data.expired_at).toBe(today())
    expect(shown(Link, await change(company, slug, { expired_at: null })).data.expired_at).toBeNull()
  })
})

describe("a batch", () => {
  it("may end today, and not have ended yesterday", async () => {
    expect((await batch(company, { expired_at: today() })).status).toBe(202)
    const answer = await batch(company, { expired_at: yesterday() })
    expect([answer.status, faultsIn(answer)]).toEqual([422, expected])
  })

  it("takes no more customers once its day is over", async () => {
    const day = today()
    const { token } = shown(BulkResponse, await batch(company, { expired_at: day })).data
    const more = () => company.post(`${batches}/${token}/customers`, { customers: [{ name: "José Souza" }] })
    expect((await more()).status).toBe(202)
    service.clock.advance({ days: 1 })
    const answer = await more()
    expect([answer.status, faultsIn(answer)]).toEqual([
      422,
      {
        customers: [`The customers may not be added: the batch expired on ${day}. Create another batch.`],
      },
    ])
  })

  it("reports first that it was canceled", async () => {
    const { token } = shown(BulkResponse, await batch(company, { expired_at: today() })).data
    await company.post(`${batches}/${token}/cancel`, {})
    service.clock.advance({ days: 1 })
    const answer = await company.post(`${batches}/${token}/customers`, { customers: [{ name: "José Souza" }] })
    expect([answer.status, Object.keys(faultsIn(answer))]).toEqual([422, ["status"]])
  })
})
