// `vintem demo` with a listening service.
import { existsSync } from "node:fs"
import { setTimeout } from "node:timers/promises"
import { createUser } from "@vintem/application"
import { CompanyPage, PaymentLinkPage, ProductPage } from "@vintem/contract"
import { instant } from "@vintem/domain/calendar"
import { FullName } from "@vintem/domain/customer"
import { CompanyId } from "@vintem/domain/identifiers"
import { MembershipRepository } from "@vintem/domain/ports"
import { Effect, Schema } from "effect"
import { expect, it } from "vitest"
import { ownerEmail as demoOwner } from "../src/demo/demo-company.ts"
import { commandLine } from "./command-line.ts"
import { newDatabase } from "./database-under-test.ts"
import { adminToken, publicUrl, serviceUnderTest, shown } from "./service-under-test.ts"

const database = await newDatabase()
const service = serviceUnderTest({ database, isListening: true })
const { printed, vintem } = commandLine(database, { VINTEM_ADMIN_TOKEN: adminToken })

const Shown = Schema.Struct({ what: Schema.String, url: Schema.String })
const Shop = Schema.Struct({
  company: Schema.Int,
  isNew: Schema.Boolean,
  links: Schema.Array(Shown),
  orders: Schema.Array(Shown),
  subscription: Shown,
  batch: Schema.Array(Shown),
})

/** Batches are made in the background. A test service does that when its clock is moved. */
const meanwhileWorking = async <A>(work: Promise<A>, at = service): Promise<A> => {
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  while (!isDone) {
    await at.administer("POST", "/sandbox/v1/clock/advance", { seconds: 1 })
    await Promise.race([done, setTimeout(50)])
  }
  return done
}

it("makes a page of each kind, and prints their addresses", async () => {
  const shop = await meanwhileWorking(printed(Shop, "demo", "--url", await service.base()))
  const pages = [...shop.links, ...shop.orders, shop.subscription, ...shop.batch]
  expect([shop.links.length, shop.orders.length, shop.batch.length]).toEqual([6, 5, 2])
  for (const { url, what } of pages) {
    const page = await service.call("GET", url.replace(publicUrl, "").replace(await service.base(), ""))
    expect([what, page.status]).toEqual([what, 200])
  }
})

it("fills the demo company of the sandbox's first start, however often it runs", async () => {
  const first = await newDatabase()
  const sandbox = serviceUnderTest({ database: first, isListening: true })
  const [demo, theirs] = [await sandbox.newCompany("Loja Demonstração"), await sandbox.newCompany("Outra Loja")]
  await sandbox.run(
    Effect.gen(function* () {
      const name = FullName.make("Dona da Loja")
      const grant = { _tag: "company", company: CompanyId.make(demo.id), role: "owner" } as const
      const owner = yield* createUser({ email: demoOwner, name, language: "pt-BR" }, grant)
      const { put } = yield* MembershipRepository
      // The owner was invited to another company since.
      yield* put(owner.id, { ...grant, company: CompanyId.make(theirs.id) }, instant(sandbox.clock.now() + 1))
    }),
  )
  const { printed: asked } = commandLine(first, { VINTEM_ADMIN_TOKEN: adminToken })
  for (const times of [1, 2]) {
    const shop = await meanwhileWorking(asked(Shop, "demo", "--url", await sandbox.base()), sandbox)
    expect(shop).toMatchObject({ company: demo.id, isNew: false })
    const { data } = shown(ProductPage, await sandbox.administer("GET", `/admin/v1/companies/${demo.id}/products`))
    const links = shown(PaymentLinkPage, await demo.get("/api/v1/payment-link"))
    expect([data.length, links.meta.total]).toEqual([1, times * 8])
  }
  const companies = shown(CompanyPage, await sandbox.administer("GET", "/admin/v1/companies"))
  expect(companies.meta.total).toBe(2)
  const others = shown(PaymentLinkPage, await theirs.get("/api/v1/payment-link"))
  expect(others.meta.total).toBe(0)
})

it("prints the result for people, with the sign-in of a new company", async () => {
  const { outcome, printed: text } = await meanwhileWorking(vintem("demo", "--url", `${await service.base()}/`))
  expect(outcome).toBe("done")
  const [, company, hint, shown] =
    /^Company (\d+), with the API key \S+\n(.*\n.*)\n\n(Payment links)\n/u.exec(text) ?? []
  expect(hint).toContain(`vintem user create --company ${company} --role owner`)
  expect(shown).toBe("Payment links")
  expect(text).toMatch(/\nPayment links\n {2}https:\/\/\S+ {2}any method/u)
  expect(text).toContain("a card under review")
})

it("says what to do if no service answers", async () => {
  const { outcome } = await vintem("demo", "--url", "http://127.0.0.1:9")
  expect(outcome).toMatch(
    /^refused: No sandbox of this folder answers at http:\/\/127\.0\.0\.1:9\. Start it with npm start/u,
  )
})

it("says what to do if no service has ever started, and makes nothing", async () => {
  const { outcome } = await commandLine({ url: "sqlite:./nowhere/vintem.db" }).vintem("demo")
  expect(outcome).toMatch(/^refused: There is no admin token yet. Start the sandbox with npm start/u)
  expect(existsSync("nowhere")).toBe(false)
})

it("works only in a sandbox", async () => {
  const production = commandLine(database, {
    VINTEM_ENV: "production",
    VINTEM_ADMIN_TOKEN: adminToken,
    VINTEM_GATEWAY_URL: "https://acquirer.example",
    VINTEM_GATEWAY_SECRET: "s".repeat(32),
    VINTEM_PUBLIC_URL: publicUrl,
  })
  expect((await production.vintem("demo")).outcome).toBe(
    "refused: A demonstration is for a sandbox: VINTEM_ENV is production.",
  )
})
