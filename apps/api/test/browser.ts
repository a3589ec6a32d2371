/** A real browser for the pages: Chromium from the npm registry, which needs nothing else on the machine. */
import { mkdtempSync } from "node:fs"
import { rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core"
import { afterAll, onTestFinished } from "vitest"
// @boundaries-ignore what all packages' tests share is at the root, once
import { patience } from "../../../vitest.shared.ts"

/** A phone of the cheapest kind that is still sold. */
const phone: BrowserContextOptions = { viewport: { width: 360, height: 740 }, locale: "pt-BR", hasTouch: true }

/** One browser per test file. Each page is a separate visitor, unless its context is shared. */
export const browserUnderTest = () => {
  let launched: Promise<Browser> | undefined
  // The library unpacks its program into the temporary folder, and uses any that is already there.
  const folder = mkdtempSync(join(tmpdir(), "vintem-browser-"))
  const browser = () => {
    launched ??= launch(folder)
    return launched
  }
  afterAll(async () => {
    await (await launched)?.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** A new visitor, whose tabs share the browser's storage. */
  const visitor = async (options: BrowserContextOptions = phone) => {
    const context = await (await browser()).newContext(options)
    context.setDefaultTimeout(patience.testTimeout) // a slow machine is no fault
    onTestFinished(() => context.close())
    return context
  }

  return {
    visitor,
    visit: async (url: string, options?: BrowserContextOptions): Promise<Page> => {
      const page = await (await visitor(options)).newPage()
      await page.goto(url)
      return page
    },
  }
}

const launch = async (folder: string): Promise<Browser> => {
  const before = process.env["TMPDIR"]
  process.env["TMPDIR"] = folder
  try {
    const { default: packed } = await import("@sparticuz/chromium")
    // The library's own arguments are left out: with one process for everything, a second visitor ends the browser.
    return await chromium.launch({
      args: ["--no-sandbox", "--disable-gpu"],
      executablePath: await packed.executablePath(),
    })
  } finally {
    if (before === undefined) delete process.env["TMPDIR"]
    else process.env["TMPDIR"] = before
  }
}
