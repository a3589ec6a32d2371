/**
 * A user who is signed in to the panel of a service under test, with a real browser.
 */
import { sessionCookie } from "@vintem/contract"
import type { Role } from "@vintem/domain/access"
import { companyPaths, platformPaths } from "@vintem/panel"
import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core"
import { at } from "./at-the-panel.ts"
import type { ServiceUnderTest } from "./service-under-test.ts"

const wide: BrowserContextOptions = {
  viewport: { width: 1280, height: 800 },
  locale: "pt-BR",
  permissions: ["clipboard-read", "clipboard-write"],
}

const paths = { ...companyPaths, ...platformPaths }

/** @param service - one that is asked over http: to a browser the name of the cookie is another one there */
export const panelVisitors = (
  service: ServiceUnderTest,
  visitor: (options: BrowserContextOptions) => Promise<BrowserContext>,
) => ({
  /** A page of the panel, of a signed-in user with one role. */
  opened: async (
    role: Role,
    company: number,
    page: keyof typeof paths,
    named: Readonly<Record<string, string>> = {},
  ): Promise<Page> => {
    const { token } = await at(service, role, company)
    const base = await service.base()
    const context = await visitor(wide)
    await context.addCookies([{ name: sessionCookie.http, value: token ?? "", url: base, sameSite: "Strict" }])
    const shown = await context.newPage()
    const values: Readonly<Record<string, string>> = { ...named, company: String(company) }
    await shown.goto(`${base}${paths[page].replaceAll(/:(\w+)/gu, (_, name: string) => values[name] ?? "")}`)
    await shown.getByRole("heading", { level: 1 }).waitFor()
    return shown
  },
})
