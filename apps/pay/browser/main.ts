/**
 * What the pages do in a browser. Everything is there without it; this checks while somebody types, sends a card, and looks again.
 */
import { enhance } from "./enhance.ts"
import { redrawn } from "./redraw.ts"

enhance()
addEventListener(redrawn, enhance)

// A browser that goes back shows the page as it was left: what was paid meanwhile must not look unpaid.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) location.reload()
})
