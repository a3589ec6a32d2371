/**
 * The audit log: every interface that changes something records it, in the commit of the change, without any secret.
 */
import { CurrentActor } from "@vintem/application"
import {
  AdminApi,
  AuditEntryView,
  AuditPage,
  CheckoutOrderResponse,
  CompanyPage,
  CustomerPage,
  PublicApi,
  SingleOrderResponse,
  SubscriberPage,
  WebhookDeliveryPage,
} from "@vintem/contract"
import { ApiKeyScope, inCompany, platform, UserId } from "@vintem/domain/access"
import { instant } from "@vintem/domain/calendar"
import { CompanyId } from "@vintem/domain/identifiers"
import { Trail } from "@vintem/domain/ports"
import { TrailFieldName, trailActions } from "@vintem/domain/trail"
import { Effect, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { changingOperations } from "./changing-operations.ts"
import { commandLine } from "./command-line.ts"
import { newDatabase } from "./database-under-test.ts"
import { address, byCard, byNumber, byPix, changed, payer, visa } from "./example-orders.ts"
import { giveUpIn } from "./given-up-work.ts"
import { type CompanyUnderTest, faultsIn, serviceUnderTest, shown, silence } from "./service-under-test.ts"

const database = await newDatabase()
/** A charge without an outcome can be settled by hand: the acquirer is asked once more, and is silent. */
const service = serviceUnderTest({
  database,
  acquirer: (simulated) => ({ ...simulated, find: () => silence }),
  isListening: true,
  environment: { VINTEM_TRUSTED_PROXIES: "127.0.0.1" },
})
const { atTerminal, printed, vintem } = commandLine(database)

const pathOf = ({ id }: Pick<CompanyUnderTest, "id">) => `/admin/v1/companies/${id}`

const auditOf = async (company: Pick<CompanyUnderTest, "id">, query = "") =>
  shown(AuditPage, await service.administer("GET", `${pathOf(company)}/audit${query}`))

const Made = Schema.Struct({ data: Schema.Struct({ id: Schema.Int }) })
const MadeKey = Schema.Struct({ data: Schema.Struct({ id: Schema.Int, key: Schema.String }) })
const FeesIn = Schema.Struct({ data: Schema.Struct({ fees: Schema.Record(Schema.String, Schema.Json) }) })
const Slug = Schema.Struct({ data: Schema.Struct({ slug: Schema.String }) })
const Token = Schema.Struct({ data: Schema.Struct({ token: Schema.String }) })
const AuditList = Schema.Struct({ data: Schema.Array(AuditEntryView), total: Schema.Int })

const place = async (company: CompanyUnderTest, body: unknown): Promise<string> =>
  shown(SingleOrderResponse, await company.post("/api/v1/order/single", body)).data.order_number

/** A company with everything that a change needs, and a key that may do everything. */
const openShop = async () => {
  const company = await service.newCompany()
  const admin = pathOf(company)
  const made = await service.administer("POST", `${admin}/api-keys`, { name: "tudo", scopes: ApiKeyScope.literals })
  const { id, key } = shown(MadeKey, made).data
  const own = (method: string, path: string, body?: unknown) =>
    service.call(method, `/api/v1${path}`, {
      token: key,
      body: body ?? (method === "GET" || method === "DELETE" ? undefined : {}),
    })
  return { company, admin, id, key, own }
}

/**
 * The entry of each changing operation. The order allows calling them one after the other. Null: the operation writes
 * none, because its effect has a log of its own.
 */
const writes: Readonly<Record<string, string | null>> = {
  "companies.create": "company.create",
  "companies.update": "company.change",
  "apiKeys.create": "api_key.create",
  "apiKeys.revoke": "api_key.revoke",
  "admin.orders.refund": "order.refund",
  "admin.orders.cancel": "order.cancel",
  "admin.orders.complete": "order.complete",
  "admin.orders.contest": "order.contest",
  "admin.orders.resolve": "order.resolve",
  "products.create": "product.create",
  "products.update": "product.change",
  "products.remove": "product.remove",
  "checkouts.create": "checkout.create",
  "checkouts.update": "checkout.change",
  "checkouts.remove": "checkout.remove",
  "coupons.create": "coupon.create",
  "coupons.update": "coupon.change",
  "coupons.remove": "coupon.remove",
  "paymentLinkRules.create": "rule.create",
  "paymentLinkRules.update": "rule.change",
  "paymentLinkRules.remove": "rule.remove",
  "admin.subscribers.replaceCard": "subscription.replace_card",
  "webhook.configure": "webhook.configure",
  "webhook.rotate": "webhook.rotate_secret",
  "webhook.enable": "webhook.enable",
  "webhook.test": "webhook.test",
  "webhook.remove": "webhook.remove",
  "webhookDeliveries.redeliver": "webhook.redeliver",
  "webhookDeliveries.replay": "webhook.replay",
  "deadJobs.retry": "job.retry",
  // Only brings questions forward: the acquirer's answers are in the orders' own logs.
  "serviceStatus.ask": null,
  "public.orders.create": null,
  "public.orders.createSingle": null,
  "public.orders.refund": "order.refund",
  "public.orders.cancel": "order.cancel",
  "public.orders.complete": "order.complete",
  "paymentLinks.create": "link.create",
  "paymentLinks.update": "link.change",
  "paymentLinks.remove": "link.remove",
  "paymentLinkBulk.create": "batch.create",
  "paymentLinkBulk.addCustomers": "batch.extend",
  "paymentLinkBulk.cancel": "batch.cancel",
  "admin.subscribers.cancel": "subscription.cancel",
  "customerData.erase": "customer.erase",
  "public.subscribers.remove": "subscription.cancel",
  "public.subscribers.cancel": "subscription.cancel",
}

const changing = (side: string, operations: ReadonlyArray<string>): ReadonlyArray<string> =>
  operations.map((name) => (/^(?:orders|subscribers)\./u.test(name) ? `${side}.${name}` : name))

describe("the table of entries", () => {
  it("names every operation that changes something", () => {
    const all = [
      ...changing("admin", changingOperations(AdminApi)),
      ...changing("public", changingOperations(PublicApi)),
    ]
    expect(Object.keys(writes).toSorted()).toEqual([...new Set(all)].toSorted())
  })

  it("names actions that there are", () => {
    for (const action of Object.values(writes)) if (action !== null) expect(Object.keys(trailActions)).toContain(action)
  })
})

/** Makes every possible change over HTTP once. @returns the shop, and its log */
const doEverything = async () => {
  const { admin, company, own } = await openShop()
  const said = async (method: string, path: string, body?: unknown) => {
    const answer = await service.administer(method, `${admin}${path}`, body)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return answer
  }
  const saidByKey = async (method: string, path: string, body?: unknown) => {
    const answer = await own(method, path, body)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return answer
  }
  await said("PATCH", "", { name: "Novo nome" })
  await said("PATCH", "", { under_moderation: true })
  await said("PATCH", "", { under_moderation: false })
  const { id: spare } = shown(MadeKey, await said("POST", "/api-keys", { name: "outra" })).data
  await said("DELETE", `/api-keys/${spare}`)

  const { id: product } = shown(
    Made,
    await said("POST", "/products", { sku: "a", title: "Aula", unit_price: 99.9 }),
  ).data
  await said("PUT", `/products/${product}`, { title: "Aula de violão" })
  const recurrence = { every: "month", count: 1 }
  await said("POST", "/checkouts", { slug: "violao", title: "Violão", product_id: product, recurrence })
  await said("PUT", "/checkouts/violao", { title: "Violão para todos" })
  await said("POST", "/coupons", { code: "NATAL10", percent: 10 })
  await said("PUT", "/coupons/NATAL10", { percent: 20 })
  await said("DELETE", "/coupons/NATAL10")
  const rule = { name: "Régua", reminders: [{ days: -3, channel: "email" }] }
  const { token: ruleToken } = shown(Token, await said("POST", "/payment-link-rules", rule)).data
  await said("PUT", `/payment-link-rules/${ruleToken}`, { name: "Outra régua" })
  await said("DELETE", `/payment-link-rules/${ruleToken}`)

  await said("PUT", "/webhook", { url: "http://127.0.0.1:9/avisos?key=abcdef" })
  await said("POST", "/webhook/rotate")
  await said("POST", "/webhook/enable")
  await said("POST", "/webhook/test")

  const paid = await place(company, byCard())
  await said("POST", `/orders/${paid}/refund`, { amount: 10 })
  await said("POST", `/orders/${paid}/complete`)
  await service.administer("POST", `/sandbox/v1/orders/${paid}/events`, { kind: "chargeback" })
  await said("POST", `/orders/${paid}/contest`)
  await said("POST", `/orders/${await place(company, byPix())}/cancel`)
  const silent = await place(company, byNumber("4000000000000101"))
  await said("POST", `/orders/${silent}/resolve`, { outcome: "unpaid" })

  const deliveries = shown(WebhookDeliveryPage, await service.administer("GET", `${admin}/webhook-deliveries`)).data
  await said("POST", `/webhook-deliveries/${deliveries[0]?.id}/redeliver`)
  await said("POST", "/webhook-deliveries/replay", { from: "2026-11-01", to: "2026-11-30" })
  await said("DELETE", "/webhook")
  const job = await giveUpIn(service)(company.id, `expire:audit ${company.id}`)
  await service.administer("POST", `/admin/v1/dead-jobs/${job}/retry`)

  const subscribe = async (email: string) => {
    const customer = { ...payer, email }
    const order = {
      checkout_id: "violao",
      customer,
      address,
      payment: { method: "credit", installments: 1, card: visa },
    }
    const made = shown(CheckoutOrderResponse, await company.post("/api/v1/order", order))
    const list = shown(SubscriberPage, await company.get(`/api/v1/subscriber?email=${encodeURIComponent(email)}`))
    return { token: String(list.data[0]?.token), card: made.payment.card?.token }
  }
  const first = await subscribe("maria@example.com")
  await said("PUT", `/subscribers/${first.token}/card`, { card_token: (await subscribe("maria@example.com")).card })
  const second = await subscribe("joana@example.com")
  await saidByKey("DELETE", `/subscriber/${first.token}/cancel`)
  await saidByKey("POST", `/subscriber/${second.token}/cancel`)
  await said("DELETE", "/checkouts/violao")
  await said("DELETE", `/products/${product}`)

  const ownPaid = await place(company, byCard())
  await saidByKey("POST", `/order/${ownPaid}/refund`, { amount: 10 })
  await saidByKey("POST", `/order/${ownPaid}/complete`)
  await saidByKey("POST", `/order/${await place(company, byPix())}/cancel`)
  const { slug } = shown(Slug, await saidByKey("POST", "/payment-link", { title: "Aula", amount: 10 })).data
  await saidByKey("PUT", `/payment-link/${slug}`, { title: "Aula de violão", amount: 20 })
  await saidByKey("DELETE", `/payment-link/${slug}`)
  const { token } = shown(Token, await saidByKey("POST", "/payment-link-bulk", { customers: [{ amount: 10 }] })).data
  await saidByKey("POST", `/payment-link-bulk/${token}/customers`, { customers: [{ amount: 20 }] })
  await saidByKey("POST", `/payment-link-bulk/${token}/cancel`)
  const other = "39053344705"
  await place(company, changed(byCard(), "customer.taxvat", other))
  const [customer] = shown(CustomerPage, await said("GET", `/customers?taxvat=${other}`)).data
  await said("POST", `/customers/${customer?.id}/erase`)
  return company
}

describe("everything that changes something", () => {
  it("is recorded once, in order, without a gap, and with its actor", async () => {
    const company = await doEverything()
    const entries = await service.run(
      Effect.flatMap(Trail, (log) => log.after(inCompany(CompanyId.make(company.id)), 0, 1_000)),
    )
    expect(entries.map(({ sequence }) => sequence)).toEqual(entries.map((_, at) => at + 1))
    const done = entries.map(({ action, actor }) => `${action} ${actor._tag}`)
    expect(done).toEqual([
      "company.create Administration",
      "api_key.create Administration",
      "api_key.create Administration",
      "company.change Administration",
      "company.moderate Administration",
      "company.moderate Administration",
      "api_key.create Administration",
      "api_key.revoke Administration",
      "product.create Administration",
      "product.change Administration",
      "checkout.create Administration",
      "checkout.change Administration",
      "coupon.create Administration",
      "coupon.change Administration",
      "coupon.remove Administration",
      "rule.create Administration",
      "rule.change Administration",
      "rule.remove Administration",
      "webhook.configure Administration",
      "webhook.rotate_secret Administration",
      "webhook.enable Administration",
      "webhook.test Administration",
      "order.refund Administration",
      "order.complete Administration",
      "sandbox.report Administration",
      "order.contest Administration",
      "order.cancel Administration",
      "order.resolve Administration",
      "webhook.redeliver Administration",
      "webhook.replay Administration",
      "webhook.remove Administration",
      "job.retry Administration",
      "subscription.replace_card Administration",
      "subscription.cancel ApiKey",
      "subscription.cancel ApiKey",
      "checkout.remove Administration",
      "product.remove Administration",
      "order.refund ApiKey",
      "order.complete ApiKey",
      "order.cancel ApiKey",
      "link.create ApiKey",
      "link.change ApiKey",
      "link.remove ApiKey",
      "batch.create ApiKey",
      "batch.extend ApiKey",
      "batch.cancel ApiKey",
      "customer.erase Administration",
    ])
    // Every action in the table above was tried.
    const tried = new Set(entries.map(({ action }) => action))
    for (const action of Object.values(writes)) if (action !== null) expect(tried).toContain(action)
    const kept = JSON.stringify(entries)
    for (const secret of [company.key, "whsec_", "vintem_", "abcdef", visa.number, "4242424242424242"]) {
      expect(kept).not.toContain(secret)
    }
    expect(await vintem("check")).toMatchObject({ outcome: "done" })
  })
})

describe("an entry", () => {
  it("says who did what from where, and shows the earlier values", async () => {
    const { company, id, key } = await openShop()
    const number = await place(company, byCard())
    const answer = await service.call("POST", `/api/v1/order/${number}/refund`, {
      token: key,
      body: { amount: 59.9 },
      headers: { "x-forwarded-for": "203.0.113.7", "x-request-id": "estorno-1" },
    })
    expect(answer.status).toBe(200)
    const { data } = await auditOf(company)
    expect(data[0]).toEqual({
      sequence: 4,
      at: "2026-11-19 12:00:00",
      actor: { kind: "api_key", id, name: null },
      address: "203.0.113.7",
      request_id: "estorno-1",
      action: "order.refund",
      subject: number,
      before: { amount: null },
      after: { amount: "59.90" },
    })
  })

  it("shows amounts in reais, as decimal strings, and shares in percent", async () => {
    const { admin, company } = await openShop()
    const said = (method: string, path: string, body: unknown) => service.administer(method, `${admin}${path}`, body)
    await said("POST", "/products", { sku: "a", title: "Aula", unit_price: 50, price_cost: 7.5 })
    await said("POST", "/coupons", { code: "NATAL", amount: 10.5, expires_at: "2026-12-31" })
    await said("PUT", "/coupons/NATAL", { percent: 12.5 })
    const { fees } = shown(FeesIn, await service.administer("GET", admin)).data
    await said("PATCH", "", { fees: { ...fees, pix: { percent: 1.25, fixed: 0.1 } } })
    const { data } = await auditOf(company)
    expect(data.slice(0, 4).map(({ after, before }) => [before, after])).toEqual([
      [
        { fees: expect.objectContaining({ pix: { percent: 0.99, fixed: "0.00" } }) },
        {
          fees: {
            pix: { percent: 1.25, fixed: "0.10" },
            bank_slip: { percent: 0, fixed: "3.49" },
            credit: expect.arrayContaining([{ upTo: 1, percent: 3.99, fixed: "0.39" }]),
            interest: 2.99,
          },
        },
      ],
      [
        { percent: null, amount: "10.50" },
        { percent: 12.5, amount: null },
      ],
      [null, { percent: null, amount: "10.50", expiresAt: "2026-12-31 23:59:59", maxUses: null }],
      [null, { sku: "a", title: "Aula", unitPrice: "50.00", priceCost: "7.50" }],
    ])
  })

  it("exists only if something changed", async () => {
    const { admin, company, key } = await openShop()
    const number = await place(company, byPix())
    const unchanged = async (method: string, path: string, body?: unknown) => {
      const before = (await auditOf(company)).meta.total
      await service.administer(method, `${admin}${path}`, body)
      expect([path, (await auditOf(company)).meta.total]).toEqual([path, before])
    }
    await unchanged("PATCH", "", {})
    await unchanged("PATCH", "", { name: "Loja Exemplo", under_moderation: false })
    await unchanged("POST", `/orders/${number}/refund`, {})
    await unchanged("POST", `/orders/${number}/complete`)
    await unchanged("DELETE", "/api-keys/999999")
    await unchanged("DELETE", "/webhook")
    await unchanged("DELETE", "/coupons/NATAL10")
    await unchanged("POST", "/products", { title: "" })
    await service.administer("POST", `${admin}/orders/${number}/cancel`)
    await unchanged("POST", `/orders/${number}/cancel`)
    const keyed = { token: key, body: { title: "Aula", amount: 10 }, headers: { "Idempotency-Key": "um link" } }
    await service.call("POST", "/api/v1/payment-link", keyed)
    const { total } = (await auditOf(company)).meta
    const again = await service.call("POST", "/api/v1/payment-link", keyed)
    expect([again.headers.get("idempotent-replayed"), (await auditOf(company)).meta.total]).toEqual(["true", total])
  })

  it("does not exist if the change was not committed", async () => {
    const company = await service.newCompany()
    await database.forbidUpdates("company")
    const failed = await service.administer("PATCH", pathOf(company), { name: "Outro nome" })
    await database.allowUpdates("company")
    expect(failed.status).toBe(500)
    expect((await auditOf(company)).meta.total).toBe(2)
    await service.administer("PATCH", pathOf(company), { name: "Outro nome" })
    expect((await auditOf(company)).data[0]).toMatchObject({ sequence: 3, after: { name: "Outro nome" } })
  })

  it("does not exist for an order, which has its own log", async () => {
    const company = await service.newCompany()
    await place(company, byCard())
    await place(company, byPix())
    expect((await auditOf(company)).meta.total).toBe(2)
  })

  it("cannot be changed or removed, not even with plain SQL", async () => {
    const company = await service.newCompany()
    for (const statement of ["update trail_entry set subject = 'x'", "delete from trail_entry"]) {
      await expect(database.execute(`${statement} where company_id = ${company.id}`)).rejects.toThrow(
        /only ever added/u,
      )
    }
    expect((await auditOf(company)).meta.total).toBe(2)
  })
})

describe("the log of a company", () => {
  it("is filtered by actor, action, subject and day, and paged", async () => {
    const { company, id, own } = await openShop()
    for (let n = 0; n < 17; n += 1) await own("POST", "/payment-link", { title: `Aula ${n}`, amount: 10 })
    const whole = await auditOf(company)
    expect(whole.meta).toMatchObject({ total: 20, per_page: 15 })
    expect((await auditOf(company, "?page=2")).data.map(({ sequence }) => sequence)).toEqual([5, 4, 3, 2, 1])
    expect((await auditOf(company, `?actor=api_key:${id}`)).meta.total).toBe(17)
    expect((await auditOf(company, "?actor=administration&action=api_key.create")).meta.total).toBe(2)
    const subject = String(whole.data[0]?.subject)
    expect((await auditOf(company, `?subject=${subject}`)).data).toEqual(whole.data.slice(0, 1))
    expect((await auditOf(company, "?from=2026-11-19&to=2026-11-19")).meta.total).toBe(20)
    expect((await auditOf(company, "?from=2026-11-20")).meta.total).toBe(0)
    expect((await auditOf(company, "?from=2026-11-20&to=2026-11-19")).data).toEqual([])
  })

  it("reports all faults of a query at once", async () => {
    const company = await service.newCompany()
    const query = "?page=0&actor=somebody&action=explode&from=yesterday&to=2026-02-30"
    const answer = await service.administer("GET", `${pathOf(company)}/audit${query}`)
    expect([answer.status, Object.keys(faultsIn(answer))]).toEqual([422, ["page", "actor", "action", "from", "to"]])
  })

  it("belongs to its company alone, and no absent company has one", async () => {
    const [one, other] = [await openShop(), await service.newCompany()]
    await one.own("POST", "/payment-link", { title: "Aula", amount: 10 })
    expect(JSON.stringify(await auditOf(other))).not.toContain("link.create")
    expect((await service.administer("GET", "/admin/v1/companies/999999/audit")).status).toBe(404)
    expect((await service.call("GET", `${pathOf(one.company)}/audit`, { token: one.key })).status).toBe(401)
  })

  it("has one number for each of many concurrent changes", async () => {
    const { company, own } = await openShop()
    await Promise.all(
      Array.from({ length: 12 }, (_, n) => own("POST", "/payment-link", { title: `A ${n}`, amount: 1 })),
    )
    const { data } = await auditOf(company)
    expect(data.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 15 }, (_, n) => 15 - n))
  })
})

describe("an actor", () => {
  it("is passed on with the request to everything it does", async () => {
    const company = await service.newCompany()
    const log = Effect.gen(function* () {
      const { append } = yield* Trail
      const actor = yield* CurrentActor
      const entry = {
        origin: { address: null, requestId: null },
        at: instant(0),
        subject: "1",
        before: null,
        after: {},
      }
      return yield* append({ ...entry, realm: inCompany(CompanyId.make(company.id)), actor, action: "company.change" })
    })
    const maria = { _tag: "User", user: UserId.make(3) } as const
    expect((await service.run(Effect.provideService(log, CurrentActor, maria))).actor).toEqual(maria)
    expect((await service.run(log)).actor).toEqual({ _tag: "System", job: null })
  })
})

describe("vintem audit", () => {
  it("lists commands under their names, without their arguments", async () => {
    const made = await printed(Schema.Struct({ id: Schema.Int }), "company", "create", "--name", "Terminal")
    const id = String(made.id)
    await vintem("api-key", "create", "--company", id, "--name", "segredo do terminal")
    await vintem(
      "user",
      "create",
      "--email",
      `dona${id}@example.com`,
      "--name",
      "Dona da Loja",
      "--role",
      "owner",
      "--company",
      id,
    )
    const { data, total } = await printed(AuditList, "audit", "list", "--company", id)
    expect(total).toBe(3)
    expect(data.map(({ action, actor, address, request_id }) => [action, actor, address, request_id])).toEqual([
      ["member.add", { kind: "command", id: null, name: "vintem user create" }, null, null],
      ["api_key.create", { kind: "command", id: null, name: "vintem api-key create" }, null, null],
      ["company.create", { kind: "command", id: null, name: "vintem company create" }, null, null],
    ])
    const narrowed = await printed(
      AuditList,
      "audit",
      "list",
      "--company",
      id,
      "--action",
      "api_key.create",
      "--actor",
      "command",
    )
    expect(narrowed.total).toBe(1)
    expect((await vintem("audit", "list", "--company", id)).printed).toContain("vintem api-key create")
    const ofPlatform = await printed(AuditList, "audit", "list")
    expect(ofPlatform.data[0]).toMatchObject({ action: "user.password_link", actor: { name: "vintem user create" } })
    expect(await service.run(Effect.flatMap(Trail, (log) => log.after(platform, 0, 1)))).toHaveLength(1)
  })

  it("refuses unknown arguments and an absent company", async () => {
    expect((await vintem("audit", "list", "--company", "999999")).outcome).toMatch(
      /^refused: There is no company 999999/u,
    )
    expect((await vintem("audit", "list", "--actor", "somebody")).outcome).toMatch(
      /^refused: The actor must be user:ID/u,
    )
    expect((await vintem("audit", "export", "--from", "soon")).outcome).toMatch(/^refused: The from must be a date/u)
    for (const command of ["list", "export"]) {
      const { outcome } = await vintem("audit", command, "--from", "2026-11-20", "--to", "2026-11-19")
      expect(outcome).toBe("refused: --to may not be before --from.")
    }
  })

  it("writes the whole log, the first entry first, as CSV and as JSON", async () => {
    const { company, own } = await openShop()
    await own("POST", "/payment-link", { title: '=SOMA(A1), "aula"', amount: 10 })
    const asCsv = (await vintem("audit", "export", "--company", String(company.id))).printed
    const [head, ...rows] = asCsv.trimEnd().split("\r\n")
    expect(head).toBe("sequence,at,actor,address,request_id,action,subject,before,after")
    expect(rows.map((row) => row.split(",", 1)[0])).toEqual(["1", "2", "3", "4"])
    const asJson = (await vintem("audit", "export", "--company", String(company.id), "--json")).printed
    const lines = asJson
      .trimEnd()
      .split("\n")
      .map((line): unknown => JSON.parse(line))
    expect(lines).toEqual((await auditOf(company)).data.toReversed())
    const none = await vintem("audit", "export", "--company", String(company.id), "--from", "2026-11-20", "--json")
    expect(none).toMatchObject({ outcome: "done", printed: "" })
  })

  it("writes the log in each form, and at a terminal in the one that Brazil's spreadsheets open", async () => {
    const { company } = await openShop()
    const ours = ["audit", "export", "--company", String(company.id)]
    const brazilian = (await vintem(...ours, "--format", "csv-br")).printed
    const [head, first = ""] = brazilian.split("\r\n")
    expect(head).toBe("\uFEFFsequence;at;actor;address;request_id;action;subject;before;after")
    expect(first).toMatch(/^1;\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d;/u)
    expect((await atTerminal(...ours)).printed).toBe(brazilian)
    expect((await vintem(...ours)).printed).toMatch(/^sequence,at,/u)
    expect((await atTerminal(...ours, "--format", "jsonl")).printed).toBe((await vintem(...ours, "--json")).printed)
  })
})

describe("the log as a sheet", () => {
  it("is the whole log of one company, or a selection", async () => {
    const { company, own } = await openShop()
    const other = await service.newCompany("Outra Loja")
    await own("POST", "/payment-link", { title: "Aula", amount: 10 })
    const sheet = await service.administer("GET", `${pathOf(company)}/audit/export`)
    expect([sheet.status, sheet.headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"])
    expect(sheet.text).toBe((await vintem("audit", "export", "--company", String(company.id))).printed)
    expect(sheet.text).not.toContain(other.name)
    const brazilian = await service.administer("GET", `${pathOf(company)}/audit/export?format=csv-br`)
    expect(brazilian.text).toMatch(/^\uFEFF?sequence;at;actor;.*\r\n1;\d\d\/\d\d\/\d{4} /u)
    expect((await service.administer("GET", `${pathOf(company)}/audit/export?format=xlsx`)).status).toBe(422)
    const chosen = await service.administer("GET", `${pathOf(company)}/audit/export?action=link.create`)
    const [, first = "", ...rest] = chosen.text.trimEnd().split("\r\n")
    expect([first.split(",")[5], rest]).toEqual(["link.create", []])
    expect((await service.administer("GET", `${pathOf(company)}/audit/export?action=nada`)).status).toBe(422)
    expect((await service.administer("GET", "/admin/v1/companies/999999/audit/export")).status).toBe(404)
  })

  it("also exists for the platform, with entries that belong to no company", async () => {
    await service.run(
      Effect.flatMap(Trail, ({ append }) =>
        append({
          realm: platform,
          at: instant(service.clock.now()),
          actor: { _tag: "User", user: UserId.make(1) },
          origin: { address: null, requestId: null },
          action: "member.invite",
          subject: "=cmd()@vintem.example",
          before: null,
          after: { role: "auditor" },
        }),
      ),
    )
    const shownLog = shown(AuditPage, await service.administer("GET", "/admin/v1/audit?action=member.invite"))
    expect(shownLog.data[0]).toMatchObject({ subject: "=cmd()@vintem.example", after: { role: "auditor" } })
    const { text } = await service.administer("GET", "/admin/v1/audit/export")
    expect(text).toContain("member.invite,'=cmd()@vintem.example")
  })
})

describe("vintem check", () => {
  it("finds missing entries, and a truncated log", async () => {
    const company = await service.newCompany()
    const log = `audit log of company ${company.id}`
    await database.execute(`update trail_length set length = 5 where company_id = ${company.id}`)
    const cut = await vintem("check")
    expect(cut.printed).toContain(`${log}\ttrail_length.length of company ${company.id}: stored 5, derived 2`)
    await service.administer("PATCH", pathOf(company), { name: "Depois do buraco" })
    const gap = await vintem("check")
    expect(gap.printed).toContain(`${log}, entry 6\tentries before it are missing: 3 is expected, but 6 follows`)
  })
})

// Last: it looks at the effects of all tests in this file.
describe("the facts in entries", () => {
  const namesIn = (fact: Schema.Json | undefined): ReadonlyArray<string> => {
    if (fact === null || typeof fact !== "object") return []
    const parts = Object.values<Schema.Json>(fact).flatMap(namesIn)
    return Array.isArray(fact) ? parts : [...Object.keys(fact), ...parts]
  }

  it("have names that the panel has words for", async () => {
    const { data } = shown(CompanyPage, await service.administer("GET", "/admin/v1/companies"))
    const ids = Array.from({ length: data[0]?.id ?? 0 }, (_, index) => CompanyId.make(index + 1))
    const logs = await service.run(
      Effect.flatMap(Trail, (log) =>
        Effect.forEach([platform, ...ids.map(inCompany)], (realm) => log.after(realm, 0, 500)),
      ),
    )
    const entries = logs.flat()
    const names = new Set(entries.flatMap(({ after, before }) => [...namesIn(before), ...namesIn(after)]))
    expect(names.size).toBeGreaterThan(20)
    expect([...names].filter((name) => !Schema.is(TrailFieldName)(name))).toEqual([])
  })
})
