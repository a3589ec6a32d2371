/**
 * The actions on a page of the panel: each with the permission that marks it, unmarked ones, and the pages that it
 * leads to.
 */
import { Schema } from "effect"
import type { Page } from "playwright-core"
import { expect } from "vitest"
import { eventually } from "./eventually.ts"

/**
 * The content of a page: its actions, each as `orders:refund Reembolsar`; unmarked ones; and its links. The sandbox bar's
 * actions are apart, because the bar also stands above pages that do not exist.
 */
const onPage = `(() => {
  const said = (one) => one.textContent.replaceAll(/\\s+/g, " ").trim()
  const name = (one) => said(one.querySelector("[type=submit]") ?? one)
  const mark = (one) => one.closest("[data-permission]")?.dataset.permission
  const action = "button, form, [type=submit], [type=button], [role=button], a[href^='/panel/v1/'], [data-permission] a"
  const all = [...document.querySelectorAll(action)]
  const marked = all.filter(mark)
  const named = (some) => some.map((one) => mark(one) + " " + name(one))
  return {
    actions: named(marked.filter((one) => !one.closest("aside"))),
    bar: named(marked.filter((one) => one.closest("aside"))),
    unmarked: all.filter((one) => !mark(one)).map(name),
    links: [...document.querySelectorAll("main a[href]")].map((one) => new URL(one.href).pathname),
  }
})()`

const Texts = Schema.Array(Schema.String)
const OnPage = Schema.Struct({ actions: Texts, bar: Texts, unmarked: Texts, links: Texts })

/** Sorted. */
export const distinct = (texts: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(texts)].toSorted()

/** Goes to an address, and returns its actions, by distinct names. */
export const actionsAt = async (page: Page, url: string) => {
  await page.goto(url)
  await page.getByRole("heading", { level: 1 }).waitFor()
  await eventually(async () => expect([url, await page.locator(".waiting, .unknown").count()]).toEqual([url, 0]))
  const seen = Schema.decodeUnknownSync(OnPage)(await page.evaluate(onPage))
  return {
    isThere: (await page.getByRole("heading", { name: "Página não encontrada" }).count()) === 0,
    actions: distinct(seen.actions),
    bar: distinct(seen.bar),
    unmarked: distinct(seen.unmarked),
    pages: distinct(seen.links.filter((path) => path.startsWith("/panel/") && !path.startsWith("/panel/v1/"))),
  }
}
