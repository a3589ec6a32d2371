/** Axe's findings on a page, for users with poor sight or without a mouse. */
import axe from "axe-core"
import type { Page } from "playwright-core"

/** Empty if nothing is wrong. The page is judged without motion: text that is still fading in has no contrast. */
export const axeViolations = async (page: Page): Promise<unknown> => {
  await page.emulateMedia({ reducedMotion: "reduce" })
  await page.evaluate(axe.source)
  const { violations } = Object(await page.evaluate("axe.run()"))
  await page.emulateMedia({ reducedMotion: null })
  return violations
}
