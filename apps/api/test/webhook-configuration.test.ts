import { CompanyPage, CompanyView, WebhookView } from "@vintem/contract"
import { CompanyId } from "@vintem/domain/identifiers"
import { defaultWebhookKinds } from "@vintem/domain/order"
import { WebhookEndpointRepository } from "@vintem/domain/ports"
import { Effect, Option, Redacted, Schema } from "effect"
import { describe, expect, it } from "vitest"
import {
  type Answer,
  adminToken,
  type CompanyUnderTest,
  faultsIn,
  serviceUnderTest,
  shown,
} from "./service-under-test.ts"

const service = serviceUnderTest()
const { administer } = service

const notFound = [404, { hasError: true, response: "Not found" }]
const url = "https://loja.example.com/avisos"

/** A webhook as its company shows it. */
const plain = {
  url,
  enabled: true,
  disabled: null,
  failures_in_row: 0,
  long_tail: false,
  events: [...defaultWebhookKinds],
}

const companyPath = ({ id }: Pick<CompanyUnderTest, "id">) => `/admin/v1/companies/${id}`
const pathOf = (company: Pick<CompanyUnderTest, "id">) => `${companyPath(company)}/webhook`

const webhookIn = (answer: Answer) => shown(Schema.Struct({ data: WebhookView }), answer).data

const configure = async (company: CompanyUnderTest, setting: object = { url }) =>
  webhookIn(await administer("PUT", pathOf(company), setting))

const shownBy = async (company: CompanyUnderTest) =>
  shown(Schema.Struct({ data: CompanyView }), await administer("GET", companyPath(company))).data.webhook

/** The stored data of a company's webhook. */
const keptOf = ({ id }: CompanyUnderTest) =>
  service.run(
    Effect.flatMap(WebhookEndpointRepository, ({ find }) => Effect.map(find(CompanyId.make(id)), Option.getOrThrow)),
  )

const disable = async (company: CompanyUnderTest) => {
  const kept = await keptOf(company)
  await service.run(Effect.flatMap(WebhookEndpointRepository, ({ put }) => put({ ...kept, isEnabled: false })))
}

describe("a company's webhook", () => {
  it("is configured with a secret of 32 bytes, and enabled", async () => {
    const company = await service.newCompany()
    const answer = await administer("PUT", pathOf(company), { url: ` ${url} ` })
    expect(answer.status).toBe(200)
    const { secret } = webhookIn(answer)
    expect(answer.body).toEqual({
      data: { ...plain, secret },
    })
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/u)
    expect(Buffer.from(secret.slice("whsec_".length), "base64")).toHaveLength(32)
  })

  it("keeps its secret and its retry schedule when its URL changes, and is enabled", async () => {
    const company = await service.newCompany()
    const first = await configure(company, { url, long_tail: "1" })
    await disable(company)
    const second = await configure(company, { url: "http://outra.example.com" })
    expect(second).toEqual({ ...first, url: "http://outra.example.com", long_tail: true })
    expect(await configure(company, { url, long_tail: false })).toEqual({ ...first, long_tail: false })
  })

  it("gets the chosen kinds, each once, and a change of its URL keeps them", async () => {
    const company = await service.newCompany()
    const events = [...defaultWebhookKinds, "partial_refund"]
    const first = await configure(company, { url, events: ["partial_refund", ...events] })
    expect(first.events.toSorted()).toEqual(events.toSorted())
    expect(await configure(company, { url: "http://outra.example.com" })).toMatchObject({ events: first.events })
    expect(await configure(company, { url, events: ["paid"] })).toMatchObject({ events: ["paid"] })
  })

  it("is shown by its company, without its secret, and null if it has none", async () => {
    const [company, other] = [await service.newCompany(), await service.newCompany()]
    expect(await shownBy(company)).toBeNull()
    const { secret } = await configure(company)
    expect(await shownBy(company)).toEqual(plain)
    const listed = await administer("GET", "/admin/v1/companies")
    const [newest, before] = shown(CompanyPage, listed).data
    expect([newest?.webhook, before?.webhook]).toEqual([null, plain])
    expect(newest?.id).toBe(other.id)
    expect(listed.text).not.toContain(secret)
    const patched = await administer("PATCH", companyPath(company), { name: "Outra" })
    expect(patched.body).toMatchObject({ data: { webhook: { url } } })
    expect(service.log.join("\n")).not.toContain(secret)
  })

  it("is removed once, and gets another secret when it is configured again", async () => {
    const company = await service.newCompany()
    const { secret } = await configure(company)
    const removed = await administer("DELETE", pathOf(company))
    expect([removed.status, removed.body]).toEqual([200, { hasError: false, response: "The webhook was removed." }])
    expect(await shownBy(company)).toBeNull()
    const again = await administer("DELETE", pathOf(company))
    expect([again.status, again.body]).toEqual(notFound)
    expect((await configure(company)).secret).not.toBe(secret)
  })

  it("is rotated to another secret, and the first one also signs for 24 hours", async () => {
    const company = await service.newCompany()
    const first = await configure(company)
    const answer = await administer("POST", `${pathOf(company)}/rotate`)
    expect([answer.status, { ...webhookIn(answer), secret: null }]).toEqual([200, { ...first, secret: null }])
    expect(webhookIn(answer).secret).not.toBe(first.secret)
    const kept = await keptOf(company)
    expect(Redacted.value(kept.secret)).toBe(webhookIn(answer).secret)
    expect(kept.retired.map(({ secret, until }) => [Redacted.value(secret), until])).toEqual([
      [first.secret, kept.configuredAt + 86_400_000],
    ])
  })

  it("is rotated once under one idempotency key", async () => {
    const company = await service.newCompany()
    await configure(company)
    const rotate = (key: string) =>
      service.call("POST", `${pathOf(company)}/rotate`, { token: adminToken, headers: { "Idempotency-Key": key } })
    const [first, again] = [await rotate("one"), await rotate("one")]
    expect([again.text, again.headers.get("idempotent-replayed")]).toEqual([first.text, "true"])
    expect(webhookIn(await rotate("two")).secret).not.toBe(webhookIn(first).secret)
    expect((await keptOf(company)).retired).toHaveLength(2)
    expect((await rotate("")).status).toBe(422)
  })

  it("is enabled again, and keeps what it was", async () => {
    const company = await service.newCompany()
    const first = await configure(company)
    await disable(company)
    expect(await shownBy(company)).toEqual({ ...plain, enabled: false })
    const enabled = await administer("POST", `${pathOf(company)}/enable`, {})
    expect([enabled.status, webhookIn(enabled)]).toEqual([200, first])
    expect(await shownBy(company)).toEqual(plain)
  })

  it("is not configured by a wrong body, and stays unchanged", async () => {
    const company = await service.newCompany()
    await configure(company)
    const refused = await administer("PUT", pathOf(company), { url, long_tail: "yes" })
    expect([refused.status, faultsIn(refused)]).toEqual([422, { long_tail: ["The long_tail must be true or false."] }])
    expect(await shownBy(company)).toEqual(plain)
  })

  it("is neither rotated, enabled nor removed if there is none, nor for a company that does not exist", async () => {
    const company = await service.newCompany()
    for (const path of [pathOf(company), pathOf({ id: 999_999_999 }), "/admin/v1/companies/one/webhook"]) {
      for (const answer of [
        await administer("POST", `${path}/rotate`),
        await administer("POST", `${path}/enable`),
        await administer("DELETE", path),
      ]) {
        expect([answer.status, answer.body]).toEqual(notFound)
      }
    }
    const stray = await administer("PUT", pathOf({ id: 999_999_999 }), { url })
    expect([stray.status, stray.body]).toEqual(notFound)
  })

  it("cannot be seen or changed without the administration's token", async () => {
    const company = await service.newCompany()
    await configure(company)
    for (const token of [null, company.key]) {
      expect((await service.call("PUT", pathOf(company), { token, body: { url } })).status).toBe(401)
      expect((await service.call("POST", `${pathOf(company)}/rotate`, { token })).status).toBe(401)
    }
  })

  it("lists its methods", async () => {
    const company = await service.newCompany()
    const answer = await administer("POST", pathOf(company))
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD, PUT, DELETE"])
  })

  it("is shown without its secret, if there is one", async () => {
    const company = await service.newCompany()
    expect((await administer("GET", pathOf(company))).status).toBe(404)
    await administer("PUT", pathOf(company), { url: "http://127.0.0.1:9/avisos" })
    const { data } = shown(Shown, await administer("GET", pathOf(company)))
    expect([data["url"], data["secret"]]).toEqual(["http://127.0.0.1:9/avisos", undefined])
  })
})

const Shown = Schema.Struct({ data: Schema.Record(Schema.String, Schema.Unknown) })

describe("a webhook of a service that keeps to public addresses", () => {
  const guarded = serviceUnderTest({ environment: { VINTEM_WEBHOOK_ALLOW_PRIVATE: "false" } })
  const publicPlace = "https://1.1.1.1/avisos"

  it.each([
    ["http://1.1.1.1/", "The url must begin with https://."],
    ["https://300.1.1.1/", "The url must be an http or https URL."],
    ["https://1.1.1.1:8080/", "The url must use the port 443 or 8443."],
    ["https://2130706433/", "The url may not lead to a loopback address."],
    ["https://[::ffff:169.254.169.254]/", "The url may not lead to a link local address."],
    // RFC 7686: such a name is never resolved.
    ["https://loja.onion/", "The url names a host that was not found."],
  ])("is not configured by %s, and stays unchanged", async (refusedUrl, message) => {
    const company = await guarded.newCompany()
    const first = await guarded.administer("PUT", pathOf(company), { url: publicPlace })
    expect(first.status).toBe(200)
    const refused = await guarded.administer("PUT", pathOf(company), { url: refusedUrl })
    expect([refused.status, faultsIn(refused)]).toEqual([422, { url: [message] }])
    const shownCompany = await guarded.administer("GET", companyPath(company))
    expect(shownCompany.body).toMatchObject({ data: { webhook: { url: publicPlace } } })
  })
})

describe("a webhook of a sandbox", () => {
  it("may point to this machine, but not to a cloud's metadata address", async () => {
    const company = await service.newCompany()
    expect(await configure(company, { url: "http://127.0.0.1:3001/" })).toMatchObject({ url: "http://127.0.0.1:3001/" })
    const refused = await administer("PUT", pathOf(company), { url: "http://169.254.169.254/latest/meta-data" })
    expect(faultsIn(refused)).toEqual({ url: ["The url may not lead to a link local address."] })
  })
})
