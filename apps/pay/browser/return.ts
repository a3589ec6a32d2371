/**
 * Takes a payer back to the shop after a payment on this page. A button keeps them here, and so does any action on the
 * receipt.
 */
import { noticeSaid, say } from "./say.ts"
import { words } from "./words.ts"

/** Seconds. Long enough to read the receipt, and to decide (WCAG 2.2.1). */
const patience = 20

export const startReturning = (signal: AbortSignal): void => {
  const target = document.querySelector<HTMLAnchorElement>("a.return")
  const line = document.querySelector<HTMLElement>(".returning")
  const shown = line?.querySelector("span")
  if (target === null || !line || !shown) return
  let left = patience
  const stay = (): void => {
    clearInterval(timer)
    line.hidden = true
  }
  const tick = (): void => {
    // The payer has not read what a hidden window showed.
    if (document.hidden) return
    left -= 1
    shown.textContent = words.returning(left)
    if (left > 0) return
    clearInterval(timer)
    location.assign(target.href)
  }
  const timer = setInterval(tick, 1_000)
  shown.textContent = words.returning(left)
  line.hidden = false
  say(noticeSaid(), words.returning(left))
  line.querySelector("button")?.addEventListener("click", stay)
  for (const doing of ["pointerdown", "keydown", "wheel", "touchmove"]) {
    const stayUnlessLeaving = ({ target: touched }: Event): void => {
      if (touched !== target) stay()
    }
    addEventListener(doing, stayUnlessLeaving, { passive: true, signal })
  }
  signal.addEventListener("abort", stay)
}
