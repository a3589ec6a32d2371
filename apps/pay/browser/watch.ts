/**
 * Looks again while a payment is on its way, and shows what has changed: also after the connection was lost, and at once when the payer
 * comes back from the app of the bank.
 */
import { redraw } from "./redraw.ts"

/** Often at first, when the payer looks on; then seldom: one address may ask only so often. Milliseconds. */
const soon = 3_000
const later = 15_000
const soonFor = 10 * 60_000

export const startWatching = (signal: AbortSignal): void => {
  const shown = document.querySelector<HTMLElement>("[data-watched]")
  if (shown === null) return
  const { key, slug } = shown.dataset
  const address = key === undefined ? `/public/v1/payment-links/${slug}` : `/public/v1/orders/${key}`
  const began = Date.now()
  let before: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const look = async (): Promise<void> => {
    if (signal.aborted) return
    if (!document.hidden && !isBeingFilledIn()) {
      try {
        const now = await (await fetch(address, { cache: "no-store", signal })).text()
        before ??= now
        if (now !== before) return await redraw()
      } catch {
        // Without a connection there is nothing to show; the next time there may be one.
      }
    }
    next()
  }
  const next = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => void look(), Date.now() - began < soonFor ? soon : later)
  }
  const atOnce = (): void => {
    clearTimeout(timer)
    void look()
  }
  document.addEventListener("visibilitychange", atOnce, { signal })
  addEventListener("online", atOnce, { signal })
  signal.addEventListener("abort", () => clearTimeout(timer))
  atOnce()
}

/** Whoever chooses another way to pay must not lose what they have typed. */
const isBeingFilledIn = (): boolean =>
  [...document.querySelectorAll<HTMLInputElement>("form.pay input:not([type=hidden], [type=radio])")].some(
    ({ value }) => value !== "",
  )
