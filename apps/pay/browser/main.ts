/**
 * The pages' script. The pages work without it; it checks fields while the payer types, sends a card, and refreshes the page.
 */
import { enhance } from "./enhance.ts"
import { redrawn } from "./redraw.ts"
import { startReturning } from "./return.ts"

enhance()
// Only a page that was open during the payment returns to the shop by itself: a receipt that is opened later stays.
addEventListener(redrawn, () => startReturning(enhance()))

// A browser that goes back shows the old page: a link that was paid meanwhile must not look unpaid.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) location.reload()
})
