/**
 * Wrong input on every form of the panel, in a real browser with the real service. Each mistake shows at its field and
 * is read aloud, in the page's language; the focus goes to the first; typed values stay; axe finds nothing wrong; a
 * corrected field is no longer marked, and the form is sent.
 */
import { sessionCookie } from "@vintem/contract"
import { companyPaths, ownPaths, platformPaths } from "@vintem/panel"
import { Schema, Struct } from "effect"
import type { Locator, Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { axeViolations } from "./axe-violations.ts"
import { browserUnderTest } from "./browser.ts"
import { eventually } from "./eventually.ts"
import { type PanelForm, panelForms, type Typed } from "./panel-forms.ts"
import { doors, otherStates, type PanelAddress, type PanelPlace, panelPlace } from "./panel-place.ts"
import { serviceUnderTest } from "./service-under-test.ts"

const service = serviceUnderTest({ isListening: true, handsOut: "http://127.0.0.1" })
const { visitor } = browserUnderTest()

let made: Promise<PanelPlace> | undefined
const place = (): Promise<PanelPlace> => {
  made ??= panelPlace(service)
  return made
}

/** A page of the panel, opened by its user. */
const opened = async (at: PanelAddress, who: PanelForm["role"]): Promise<Page> => {
  const { browserOf, somewhere } = await place()
  const { company, path } = await somewhere(at)
  const base = await service.base()
  const context = await visitor({ viewport: { width: 1280, height: 800 }, locale: "pt-BR" })
  if (who !== undefined) {
    const { token } = await browserOf(who, company)
    await context.addCookies([{ name: sessionCookie.http, value: token ?? "", url: base, sameSite: "Strict" }])
  }
  const page = await context.newPage()
  await page.goto(`${base}${path}`)
  return page
}

/** A number in a verb stands for any number or none; and one for several. */
const withNumber = (verb: string): RegExp =>
  new RegExp(
    `^${verb.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`).replaceAll(/\d+ /gu, String.raw`(?:\d+ )?`)}s?$`,
    "u",
  )

/**
 * A form is known by its submit button. Another button may have that name: one that opens a dialog, next to a form
 * behind it. Before the dialog exists, the form around that button must not be taken for the right one.
 */
const senderIn = (within: Page | Locator, verb: string): Locator =>
  within.locator("[type=submit]").and(within.getByRole("button", { name: withNumber(verb) }))

const formOf = (page: Page, verb: string): Locator =>
  page
    .locator("form")
    .filter({ has: senderIn(page, verb) })
    .last()

/** Reads from a form, which is remembered: in another language its button has another verb. */
const looking = async (page: Page, verb: string) => {
  await formOf(page, verb).waitFor()
  const isIt = `(form) => [...form.querySelectorAll("[type=submit]")].some(({ textContent }) => ${withNumber(verb)}.test(textContent))`
  await page.evaluate(`globalThis.form = [...document.querySelectorAll("form")].findLast(${isIt})`)
  return (look: string): Promise<unknown> => page.evaluate(`(${look})(globalThis.form)`)
}

const put = async (form: Locator, field: string, typed: Typed): Promise<void> => {
  const labeled = form.getByLabel(field, { exact: true })
  if (typeof typed === "string") await labeled.fill(typed)
  else if ("chosen" in typed) await labeled.selectOption(typed.chosen)
  else if ("begun" in typed) {
    await labeled.fill("")
    await labeled.pressSequentially(typed.begun)
  } else if ("emptied" in typed) {
    await labeled.focus()
    for (const key of ["Backspace", "ArrowRight", "Backspace", "ArrowRight", "Backspace"]) await labeled.press(key)
  } else {
    for (const box of await form.getByRole("group", { name: field }).getByRole("checkbox").all()) {
      await box.setChecked(typed.ticked)
    }
  }
}

/** All values of a form, also those that a browser cannot read. */
const contents = `(form) => [...form.elements].map((field) =>
  field.type === "checkbox" ? field.checked : field.validity.badInput ? "unreadable" : field.value)`

/**
 * A form's complaints: for each wrong field its label, or its boxes' legend, and the sentence tied to it; and the part
 * that is read aloud.
 */
const complaints = `(form) => {
  const plain = ({ textContent }) => textContent.replaceAll("\\u00a0", " ")
  const faults = new Map()
  for (const field of form.querySelectorAll("[aria-invalid=true]")) {
    const named = field.closest("fieldset[aria-describedby]") ?? field
    if (faults.has(named)) continue
    const ids = (named.getAttribute("aria-describedby") ?? "").split(" ")
    const fault = ids.map((id) => document.getElementById(id)).find((one) => one?.classList.contains("fault"))
    faults.set(named, {
      field: plain(named === field ? field.labels[0] : named.querySelector("legend")),
      says: fault === undefined ? null : plain(fault),
      isBeside: fault?.parentElement.contains(field) ?? false,
      hasFocus: field === document.activeElement,
    })
  }
  return {
    faults: [...faults.values()],
    aloud: [...form.querySelectorAll("[role=alert]")].map(plain).filter((text) => text !== ""),
    hasFocus: form.contains(document.activeElement),
  }
}`

const languages = ["pt-BR", "en"] as const

/** The table has labels in Portuguese alone. */
const complaintsOf = ({ refused, wrong }: PanelForm, language: 0 | 1) => ({
  faults: wrong.map(({ field, says }, index) => ({
    field: language === 0 ? field : expect.any(String),
    says: says[language],
    isBeside: true,
    hasFocus: index === 0,
  })),
  aloud: [...wrong.map(({ says }) => says[language]), ...(refused === undefined ? [] : [refused.says[language]])],
  hasFocus: true,
})

/** Works even if a dialog covers it. */
const speak = (page: Page, language: (typeof languages)[number]): Promise<unknown> =>
  page.evaluate(`document.querySelector(".languages button[lang='${language}']").click()`)

/** Applies to any request of the form. */
const refusing = (page: Page): Promise<unknown> =>
  page.route(/\/panel\/v1\//u, (route) =>
    route.request().method() === "GET" && !route.request().url().endsWith("/export")
      ? route.continue()
      : route.fulfill({ status: 403, json: { hasError: true, response: "No." } }),
  )

/** True if a form is gone, or has nothing to say and waits for nothing. */
const isSettled = `(form) => !form.isConnected || (
  form.querySelector("[aria-invalid], [aria-disabled=true]") === null &&
  [...form.querySelectorAll("[role=alert]")].every(({ textContent }) => textContent === ""))`

const nameOf = ({ at, verb }: Pick<PanelForm, "at" | "verb">): string => `${at}: ${verb}`

const Strings = Schema.decodeUnknownSync(Schema.Array(Schema.String))

const twoFrames = "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"

/** The verbs of the forms that are there now. */
const verbs = `[...document.querySelectorAll("form [type=submit]")].map(({ textContent }) => textContent)`

const nothingWaits = (page: Page): Promise<void> =>
  eventually(async () => expect(await page.locator(".waiting").count()).toBe(0))

const settled = async (page: Page): Promise<void> => {
  await page.getByRole("heading", { level: 1 }).waitFor()
  await nothingWaits(page)
}

/**
 * The forms of a page, and those that its buttons open, each button of a name once. The sandbox bar is equal on all
 * pages, and looked at once.
 */
const formsOf = async (page: Page, hasSandbox: boolean): Promise<ReadonlyArray<string>> => {
  await settled(page)
  const seen = [...Strings(await page.evaluate(verbs))]
  const buttons = `[...document.querySelectorAll("main button[type=button]")].filter((button) =>
    button.closest(".languages${hasSandbox ? "" : ", aside"}") === null)`
  const names = Strings(await page.evaluate(`${buttons}.map(({ textContent }) => textContent)`))
  for (const name of new Set(names)) {
    // It may have gone with a button that was pressed before.
    await page.evaluate(`${buttons}.find(({ textContent }) => textContent === ${JSON.stringify(name)})?.click()`)
    await page.evaluate(twoFrames)
    await settled(page)
    seen.push(...Strings(await page.evaluate(verbs)))
    await page.keyboard.press("Escape")
    await page.getByRole("dialog").waitFor({ state: "detached" })
  }
  return [...new Set(seen)]
}

const shownAs: Readonly<Partial<Record<PanelAddress, string>>> = otherStates

const pageOf = (at: PanelAddress): string => shownAs[at] ?? at

const tour: ReadonlyArray<readonly [PanelForm["role"], ReadonlyArray<PanelAddress>]> = [
  [undefined, Struct.keys(doors)],
  ["owner", [...Struct.keys(companyPaths), ...Struct.keys(ownPaths), ...Struct.keys(otherStates)]],
  ["guarded", ["account"]],
  ["operator", ["settings", ...Struct.keys(platformPaths)]],
]

describe("the table of forms", () => {
  it("names every form of every page, and of the dialogs that its buttons open", async () => {
    const found: Array<{ readonly page: string; readonly verb: string }> = []
    for (const [role, addresses] of tour) {
      for (const at of addresses) {
        const page = await opened(at, role)
        for (const verb of await formsOf(page, at === "orders")) found.push({ page: pageOf(at), verb })
        await page.context().close()
      }
    }
    const isNamed = ({ page, verb }: (typeof found)[number]) =>
      panelForms.some((form) => pageOf(form.at) === page && withNumber(form.verb).test(verb))
    expect(found.filter((form) => !isNamed(form))).toEqual([])
    const isFound = ({ at, verb }: PanelForm) =>
      found.some((form) => form.page === pageOf(at) && withNumber(verb).test(form.verb))
    expect(panelForms.filter((form) => form.isOverAny !== true && !isFound(form)).map(nameOf)).toEqual([])
  })
})

describe.each(panelForms.map((form) => [nameOf(form), form] as const))("%s", (_, shown) => {
  const { at, before, refused, right, verb, wrong } = shown

  it("shows its faults at its fields and aloud, and is sent once it is right", async () => {
    const page = await opened(at, shown.role)
    await before?.(page, await place())
    const form = formOf(page, verb)
    const button = senderIn(form, verb)
    for (const { field, typed } of wrong) await put(form, field, typed)
    const look = await looking(page, verb)
    const typed = await look(contents)
    if (refused?.isMadeUp === true) await refusing(page)
    await button.click()
    for (const [index, language] of languages.entries()) {
      if (index === 1) await speak(page, language)
      await eventually(async () => expect(await look(complaints)).toEqual(complaintsOf(shown, index === 0 ? 0 : 1)))
      expect(await look(contents)).toEqual(typed)
    }
    // The page behind an ended session waits until it is over.
    if (shown.isOverAny !== true) {
      await nothingWaits(page)
      expect(await axeViolations(page)).toEqual([])
    }
    if (right === undefined) return
    await speak(page, "pt-BR")
    for (const [field, rightly] of Object.entries(right(await place()))) await put(form, field, rightly)
    // Every mistake was corrected, so no field may be marked any more.
    expect(await look(complaints)).toMatchObject({ faults: [] })
    const url = page.url()
    const statuses: Array<number> = []
    page.on("response", (response) => {
      if (response.request().method() !== "GET") statuses.push(response.status())
    })
    await button.click()
    await eventually(async () => {
      expect(await look(isSettled)).toBe(true)
      expect(page.url() !== url || statuses.some((status) => status < 300)).toBe(true)
    })
    expect(statuses.filter((status) => status >= 300)).toEqual([])
  })
})
