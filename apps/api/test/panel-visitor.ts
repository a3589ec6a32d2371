/** A signed-in user of a panel under test, with a real browser. */
import { sessionCookie } from "@vintem/contract"
import type { Role } from "@vintem/domain/access"
import { companyPaths, pathTo, platformPaths } from "@vintem/panel"
import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core"
import { at, type Browser } from "./at-the-panel.ts"
import type { ServiceUnderTest } from "./service-under-test.ts"

const wide: BrowserContextOptions = {
  viewport: { width: 1280, height: 800 },
  locale: "pt-BR",
  // Elsewhere too, all times are those of São Paulo.
  timezoneId: "Asia/Tokyo",
  permissions: ["clipboard-read", "clipboard-write"],
}

const paths = { ...companyPaths, ...platformPaths }

/** @param service - called over http: there the cookie has another name for a browser */
export const panelVisitors = (
  service: ServiceUnderTest,
  visitor: (options: BrowserContextOptions) => Promise<BrowserContext>,
) => {
  /** A page of the panel at an address, opened by a signed-in user. */
  const openedBy = async ({ token }: Browser, address: string): Promise<Page> => {
    const base = await service.base()
    const context = await visitor(wide)
    await context.addCookies([{ name: sessionCookie.http, value: token ?? "", url: base, sameSite: "Strict" }])
    const shown = await context.newPage()
    await shown.goto(`${base}${address}`)
    await shown.getByRole("heading", { level: 1 }).waitFor()
    return shown
  }
  return {
    openedBy,
    /** A page of the panel, opened by a user with one role. */
    opened: async (
      role: Role,
      company: number,
      page: keyof typeof paths,
      named: Readonly<Record<string, string>> = {},
    ): Promise<Page> => openedBy(await at(service, role, company), pathTo(paths[page], { ...named, company })),
  }
}
