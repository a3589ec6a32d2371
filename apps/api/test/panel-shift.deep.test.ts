/**
 * Nothing on a page of the panel moves while the page loads: late parts have their space before they arrive.
 *
 * Each answer waits until everything before it is on the screen, so that a fast machine sees every step that a slow one
 * sees.
 */
import { ownPaths, panelPath, platformPaths } from "@vintem/panel"
import { Schema } from "effect"
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { grantOf, inviteTo } from "./at-the-panel.ts"
import { browserUnderTest } from "./browser.ts"
import { eventually } from "./eventually.ts"
import { fullCompany } from "./full-company.ts"
import { panelVisitors } from "./panel-visitor.ts"
import { serviceUnderTest } from "./service-under-test.ts"

const service = serviceUnderTest({ isListening: true, handsOut: "http://127.0.0.1" })
const { visit, visitor } = browserUnderTest()
const { opened } = panelVisitors(service, visitor)

/** How much of the screen may move, and how far: the sum that browsers call layout shift, good below 0.1. */
const shiftMax = 0.05

const twoFrames = "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"

/** Each shift of the page so far: how much, and what moved. */
const shifts = `new Promise((said) => {
  const seen = []
  const add = (entries) => {
    for (const { sources, value } of entries) seen.push([value, sources.map(({ node }) => (node?.textContent ?? "").slice(0, 40))])
  }
  const observer = new PerformanceObserver((list) => add(list.getEntries()))
  observer.observe({ type: "layout-shift", buffered: true })
  ${twoFrames}.then(() => setTimeout(() => {
    add(observer.takeRecords())
    said(seen)
  }))
})`

const Shifts = Schema.Array(Schema.Tuple([Schema.Finite, Schema.Array(Schema.String)]))

const screens = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
] as const

/** An answer, the sandbox's time, or the stream of changes is still on its way. */
const unsettled = ".waiting, .unknown, .live > .on:not(.now)"

const slowly = async (page: Page): Promise<void> => {
  await page.route("**/panel/v1/**", async (route) => {
    await page.evaluate(twoFrames).catch(() => {}) // the page was left meanwhile
    await route.continue()
  })
}

const stays = async (page: Page, addresses: ReadonlyArray<string>): Promise<void> => {
  await slowly(page)
  const base = await service.base()
  const moved: Array<unknown> = []
  for (const screen of screens) {
    await page.setViewportSize(screen)
    for (const address of addresses) {
      await page.goto(`${base}${address}`)
      await page.getByRole("heading", { level: 1 }).waitFor()
      await eventually(async () => expect([address, await page.locator(unsettled).count()]).toEqual([address, 0]))
      const seen = Schema.decodeUnknownSync(Shifts)(await page.evaluate(shifts))
      const sum = seen.reduce((before, [value]) => before + value, 0)
      if (sum > shiftMax) moved.push([screen.width, address, seen])
    }
  }
  expect(moved).toEqual([])
}

describe("a page of the panel", () => {
  it("of a company stays in place", async () => {
    const { addresses, company, openOrder } = await fullCompany(service)
    const page = await opened("owner", company.id, "orders")
    await stays(page, [...Object.values(addresses), openOrder, ownPaths.account])
  })

  it("of the platform stays in place", async () => {
    const { id } = await service.newCompany()
    await inviteTo(service, "rui@vintem.example", grantOf("auditor", id))
    await stays(await opened("operator", id, "companies"), Object.values(platformPaths))
  })

  it("for signing in stays in place", async () => {
    await stays(await visit(`${await service.base()}${panelPath}`), [panelPath])
  })
})
