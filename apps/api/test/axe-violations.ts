/**
 * What axe finds wrong with a page for those who do not see it well, or use it without a mouse.
 */
import axe from "axe-core"
import type { Page } from "playwright-core"

/** A list, empty where nothing is wrong. */
export const axeViolations = async (page: Page): Promise<unknown> => {
  await page.evaluate(axe.source)
  return Object(await page.evaluate("axe.run()")).violations
}
