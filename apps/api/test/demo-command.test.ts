// `vintem demo`, in a service that listens.
import { existsSync } from "node:fs"
import { setTimeout } from "node:timers/promises"
import { Schema } from "effect"
import { expect, it } from "vitest"
import { commandLine } from "./command-line.ts"
import { newDatabase } from "./database-under-test.ts"
import { adminToken, publicUrl, serviceUnderTest } from "./service-under-test.ts"

const database = await newDatabase()
const service = serviceUnderTest({ database, isListening: true })
const { printed, vintem } = commandLine(database, { VINTEM_ADMIN_TOKEN: adminToken })

const Shown = Schema.Struct({ what: Schema.String, url: Schema.String })
const Shop = Schema.Struct({
  links: Schema.Array(Shown),
  orders: Schema.Array(Shown),
  subscription: Shown,
  batch: Schema.Array(Shown),
})

/** Batches are made in the background, which in a service of the tests is whenever its clock is turned. */
const meanwhileWorking = async <A>(work: Promise<A>): Promise<A> => {
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  while (!isDone) {
    await service.administer("POST", "/sandbox/v1/clock/advance", { seconds: 1 })
    await Promise.race([done, setTimeout(50)])
  }
  return done
}

it("makes a page of each kind, and tells where it is", async () => {
  const shop = await meanwhileWorking(printed(Shop, "demo", "--url", await service.base()))
  const pages = [...shop.links, ...shop.orders, shop.subscription, ...shop.batch]
  expect([shop.links.length, shop.orders.length, shop.batch.length]).toEqual([6, 5, 2])
  for (const { url, what } of pages) {
    const page = await service.call("GET", url.replace(publicUrl, "").replace(await service.base(), ""))
    expect([what, page.status]).toEqual([what, 200])
  }
})

it("says the same to people", async () => {
  const { outcome, printed: text } = await meanwhileWorking(vintem("demo", "--url", `${await service.base()}/`))
  expect(outcome).toBe("done")
  expect(text).toMatch(/^Company \d+, with the API key \S+\n\nPayment links\n {2}https:\/\/\S+ {2}any method/u)
  expect(text).toContain("a card under review")
})

it("says what to do where no service answers", async () => {
  const { outcome } = await vintem("demo", "--url", "http://127.0.0.1:9")
  expect(outcome).toMatch(/^refused: Nobody answers at http:\/\/127\.0\.0\.1:9 .* Start it there with npm start/u)
})

it("says what to do where no service has ever started, and makes nothing", async () => {
  const { outcome } = await commandLine({ url: "sqlite:./nowhere/vintem.db" }).vintem("demo")
  expect(outcome).toMatch(/^refused: There is no administration's token yet. Start the sandbox with npm start/u)
  expect(existsSync("nowhere")).toBe(false)
})

it("is for a sandbox alone", async () => {
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
