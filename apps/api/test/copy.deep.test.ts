/** `vintem copy`: a service's answers from a copy of a copy, the state after a kill, and the refusals. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { BulkResponse, PaymentLinkResponse, SingleOrderResponse, WebhookView } from "@vintem/contract"
import { CompanyId } from "@vintem/domain/identifiers"
import { WebhookEndpointRepository } from "@vintem/domain/ports"
import { Effect, Option, Redacted, Schema } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { commandLine } from "./command-line.ts"
import { newDatabase } from "./database-under-test.ts"
import { byCard, byNumber, byPix, bySlip, payer } from "./example-orders.ts"
import { type CompanyUnderTest, type ServiceUnderTest, serviceUnderTest, shown } from "./service-under-test.ts"
import { runProgram, startProgram } from "./spawned-program.ts"

const folder = mkdtempSync(join(tmpdir(), "vintem-copy-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let files = 0
const newFile = () => {
  files += 1
  return `sqlite:${join(folder, `${files}.db`)}`
}

/** This command ignores `DATABASE_URL`. */
const { vintem } = commandLine({ url: "sqlite::memory:" })
const copy = (from: string, to: string, ...args: ReadonlyArray<string>) =>
  vintem("copy", "--from", from, "--to", to, ...args)

const source = await newDatabase()
const last = await newDatabase()
const between = newFile()

const single = "/api/v1/order/single"
const key = { "Idempotency-Key": "copied" }

/** A company with something of everything. */
interface Used {
  readonly company: CompanyUnderTest
  /** Every path that shows something of it. */
  readonly paths: ReadonlyArray<string>
  readonly answer: string
  readonly secret: string
}

const Made = Schema.Struct({ data: Schema.Struct({ id: Schema.Int }) })

const use = async (service: ServiceUnderTest): Promise<Used> => {
  const company = await service.newCompany()
  const admin = `/admin/v1/companies/${company.id}`
  const { data: webhook } = shown(
    Schema.Struct({ data: WebhookView }),
    await service.administer("PUT", `${admin}/webhook`, { url: "https://loja.example.com/avisos" }),
  )
  const product = await service.administer("POST", `${admin}/products`, {
    sku: "aula",
    title: "Aula",
    unit_price: 99.9,
  })
  const checkout = { slug: "violao", title: "Violão", product_id: shown(Made, product).data.id }
  await service.administer("POST", `${admin}/checkouts`, checkout)
  await service.administer("POST", `${admin}/coupons`, { code: "DEZ", percent: 10 })
  const first = await company.post(single, byCard(), key)
  const others = [byPix(), bySlip(), byNumber("4000000000000002"), byNumber("4000000000009235")]
  const orders = [first]
  for (const body of others) orders.push(await company.post(single, body))
  const numbers = orders.map((order) => shown(SingleOrderResponse, order).data.order_number)
  const link = await company.post("/api/v1/payment-link", { title: "Mensalidade", amount: 199.9 })
  const { slug } = shown(PaymentLinkResponse, link).data
  const bulk = await company.post("/api/v1/payment-link-bulk", {
    title: "Novembro",
    amount: 10,
    customers: [{ name: payer.fullname, email: payer.email, document: payer.taxvat }],
  })
  const batch = bulk.status < 300 ? [`/api/v1/payment-link-bulk/${shown(BulkResponse, bulk).data.token}`] : []
  return {
    company,
    paths: [
      "/api/v1/order",
      "/api/v1/order?status=paid",
      ...numbers.flatMap((number) => [`/api/v1/order/${number}`, `${admin}/orders/${number}/history`]),
      "/api/v1/payment-link",
      `/api/v1/payment-link/${slug}`,
      `/public/v1/payment-links/${slug}`,
      ...batch,
      admin,
      `${admin}/api-keys`,
      `${admin}/products`,
      `${admin}/checkouts`,
      `${admin}/coupons`,
      `${admin}/webhook-deliveries`,
    ],
    answer: first.text,
    secret: webhook.secret,
  }
}

const answersOf = (service: ServiceUnderTest, { company, paths }: Used) =>
  Promise.all(
    paths.map(async (path) => {
      const { status, text } = await (path.startsWith("/admin")
        ? service.administer("GET", path)
        : get(service, company, path))
      return [path, status, text] as const
    }),
  )

const get = (service: ServiceUnderTest, { key: token }: CompanyUnderTest, path: string) =>
  service.call("GET", path, { token })

const first = serviceUnderTest({ database: source })
const used = await use(first)
const answers = await answersOf(first, used)
await first.stop()
const outcomes = [await copy(source.url, between), await copy(between, last.url)]

describe("a service on a copy of a copy", () => {
  const service = serviceUnderTest({ database: last })

  it("has all that was copied and verified", () => {
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(["done", "done"])
    expect(outcomes[1]?.printed).toMatch(
      /^Copied \d+ rows of \d+ tables, each compared\. No breach in 5 orders, \d+ links?, 1 batch, 0 subscriptions and \d+ deliveries\.$/u,
    )
  })

  it("answers every question with the first service's bytes", async () => {
    expect(answers.map(([path, status]) => `${status} ${path}`)).toEqual(used.paths.map((path) => `200 ${path}`))
    expect(await answersOf(service, used)).toEqual(answers)
  })

  it("recognizes a request by its key, and refuses another under it", async () => {
    const post = (body: unknown) => service.call("POST", single, { token: used.company.key, body, headers: key })
    expect((await post(byCard())).text).toBe(used.answer)
    expect((await post(byPix())).status).toBe(422)
  })

  it("signs webhooks with the same secret", async () => {
    const company = CompanyId.make(used.company.id)
    const kept = await service.run(Effect.flatMap(WebhookEndpointRepository, ({ find }) => find(company)))
    expect(Redacted.value(Option.getOrThrow(kept).secret)).toBe(used.secret)
  })

  it("continues with new orders", async () => {
    const placed = await service.call("POST", single, { token: used.company.key, body: byCard() })
    expect(placed.status, placed.text).toBe(200)
  })
})

describe("a copy that is stopped half-way", async () => {
  const rows = 40_000
  const large = await newDatabase()
  await commandLine(large).vintem("migrate")
  await large.execute(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${rows})
     insert into guess (key, count, last_at, wait_until) select 'guess ' || i, 1, 1, 1 from n`,
  )
  const run = (to: string) => ["copy", "--from", large.url, "--to", to, "--json"]
  const isHalfWay = /"step":"copied","table":"guess","rows":\d{4},/u

  it.each([
    ["SIGKILL", null],
    ["SIGTERM", 1],
  ] as const)("by %s ends with status %s, and resumes", async (signal, status) => {
    const to = newFile()
    const begun = startProgram(run(to), { folder })
    await begun.printed(isHalfWay)
    begun.signal(signal)
    expect((await begun.ended).status).toBe(status)
    const served = await runProgram(["serve"], { folder, environment: { DATABASE_URL: to, PORT: "0" } })
    expect(served.status).toBe(1)
    expect(served.stderr).toContain("a copy that stopped at guess: resume the same vintem copy")
    const ended = await runProgram(run(to), { folder })
    expect([ended.status, ended.stderr]).toEqual([0, ""])
    const steps = stepsOf(ended.stdout)
    expect(steps[0]).toMatchObject({ step: "resumed", table: "guess", total: rows })
    expect(steps.at(-1)).toMatchObject({ step: "done", was_there: false })
    const again = await runProgram(run(to), { folder })
    expect(stepsOf(again.stdout).at(-1)).toMatchObject({ step: "done", was_there: true })
  })
})

const Step = Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown))
const decodeStep = Schema.decodeSync(Step)
const stepsOf = (stdout: string) =>
  stdout
    .trim()
    .split("\n")
    .map((line) => decodeStep(line))

describe("vintem copy", () => {
  it.each([
    ["is not told from where", ["--to", "sqlite:b.db"]],
    ["is not told to where", ["--from", "sqlite:a.db"]],
    ["is told a path without an engine", ["--from", "a.db", "--to", "sqlite:b.db"]],
    ["is told another engine", ["--from", "mysql://localhost/a", "--to", "sqlite:b.db"]],
    ["would copy what is gone when it ends", ["--from", "sqlite::memory:", "--to", "sqlite:b.db"]],
    ["would copy to what is gone when it ends", ["--from", "sqlite:a.db", "--to", "sqlite::memory:"]],
  ])("is not understood if it %s", async (_, args) => {
    expect((await vintem("copy", ...args)).outcome).toBe("not understood")
  })

  it("shows no password of an invalid URL", async () => {
    const parts = ["--from", "postgre://vintem:geheim@db/vintem", "--to", "sqlite:b.db"]
    const { status, stdout, stderr } = await runProgram(["copy", ...parts], { folder })
    expect(status).toBe(2)
    expect(stderr).toContain("--from")
    expect(stdout + stderr).not.toContain("geheim")
  })

  it("shows no password of a database that does not answer", async () => {
    const { outcome } = await copy(between, "postgres://vintem:geheim@127.0.0.1:1/vintem")
    expect(outcome).toMatch(/^refused: --to: the database failed \(postgres\.open\): /u)
    expect(outcome).not.toContain("geheim")
  })

  it("refuses to copy a database into itself", async () => {
    expect((await copy(between, between)).outcome).toBe("refused: --from and --to are the same database.")
  })

  it("refuses a database that does not exist, and one in use", async () => {
    expect((await copy(newFile(), newFile())).outcome).toMatch(
      /^refused: --from: the database failed \(sqlite\.open\): /u,
    )
    expect((await copy(between, source.url)).outcome).toBe(
      "refused: --to: the database is in use: company has rows. Name an empty one.",
    )
  })

  it("refuses an outdated source, and says what to run", async () => {
    const old = await newDatabase()
    await commandLine(old).vintem("migrate")
    await old.execute("delete from kysely_migration where name = '0001-schema'")
    expect((await copy(old.url, newFile())).outcome).toBe(
      "refused: --from: the database is not up to date (0001-schema). Run: DATABASE_URL=… vintem migrate",
    )
  })

  it("refuses a source with running jobs", async () => {
    const busy = await newDatabase()
    expect(await copy(between, busy.url)).toMatchObject({ outcome: "done" })
    await busy.execute("update job set lease = 'theirs', ready_at = 9000000000000")
    expect((await copy(busy.url, newFile())).outcome).toMatch(
      /^refused: --from: \d+ jobs are running\. Stop the service\. /u,
    )
  })

  it("reports the differences if somebody has written to the copy", async () => {
    const to = await newDatabase()
    expect(await copy(between, to.url)).toMatchObject({ outcome: "done" })
    await to.execute("update company set name = 'Outra'")
    expect((await copy(between, to.url)).outcome).toBe(
      "refused: The copy differs from its source. company: 1 row missing or different, 0 too many. " +
        "Empty the target, make sure that nothing writes to either database, and start again.",
    )
  })

  it("copies wrong data unchanged, and ends with the findings of vintem check", async () => {
    const wrong = await newDatabase()
    const to = newFile()
    expect(await copy(between, wrong.url)).toMatchObject({ outcome: "done" })
    await wrong.execute("update orders set src = 'x' where id = 1")
    const { status, stdout, stderr } = await runProgram(["copy", "--from", wrong.url, "--to", to], { folder })
    expect(status).toBe(1)
    expect(stdout).toMatch(/^\S+\torders\.src of id 1: stored \(text\), derived \(nothing\)\n$/u)
    expect(stderr).toMatch(/\nEverything was copied, but vintem check found 1 breach in 5 orders, .* in it\.\n$/u)
    expect(stderr).toMatch(/^orders: 5\/5 copied, \d+\/s$/mu)
  })
})
