/**
 * The page as the server shows it now, in place of what stands here: one and the same code makes every page.
 */
import { say } from "./say.ts"

/** Told to the window: what the page shows now has to be brought to life. */
export const redrawn = "redrawn"

/** Fails where the server cannot be reached; the page stays as it is then. */
export const redraw = async (): Promise<void> => {
  const response = await fetch(location.pathname, { headers: { accept: "text/html" }, cache: "no-store" })
  const next = new DOMParser().parseFromString(await response.text(), "text/html")
  const main = next.querySelector("main")
  const old = document.querySelector("main")
  if (main === null || old === null || response.status >= 500) throw new Error("The page could not be shown.")
  old.replaceWith(document.adoptNode(main))
  document.title = next.title
  dispatchEvent(new Event(redrawn))
  const headline = document.querySelector<HTMLElement>("main h1")
  headline?.focus()
  scrollTo(0, 0)
  say(document.querySelector(".notice")?.textContent ?? headline?.textContent ?? "")
}
