/**
 * Replaces the page with the server's current one: the same code makes every page.
 */
import { noticeSaid, say } from "./say.ts"

/** Dispatched on the window: the new content needs its scripts. */
export const redrawn = "redrawn"

/** False if the server cannot be reached; the page then stays unchanged. */
export const redraw = async (): Promise<boolean> => {
  const next = await nextPage()
  const main = next?.querySelector("main")
  if (next === undefined || !main) return false
  document.querySelector("main")?.replaceWith(document.adoptNode(main))
  document.title = next.title
  const headline = document.querySelector<HTMLElement>("main h1")
  headline?.focus()
  scrollTo(0, 0)
  say(noticeSaid())
  dispatchEvent(new Event(redrawn))
  return true
}

const nextPage = async (): Promise<Document | undefined> => {
  try {
    const response = await fetch(location.pathname, { headers: { accept: "text/html" }, cache: "no-store" })
    if (response.status >= 500) return undefined
    return new DOMParser().parseFromString(await response.text(), "text/html")
  } catch {
    return undefined
  }
}
