/**
 * Looks again while a payment is on its way, and shows what has changed: also after the connection was lost, and at once when the payer
 * comes back from the app of the bank.
 */
import { LinkState, linkState, OrderState, orderState } from "../src/page/page-state.ts"
import { read } from "./read.ts"
import { redraw } from "./redraw.ts"

/** Often at first, when the payer looks on; then seldom: one address may ask only so often. Milliseconds. */
const soon = 3_000
const later = 15_000
const soonFor = 10 * 60_000

export const startWatching = (signal: AbortSignal): void => {
  const shown = document.querySelector<HTMLElement>("[data-watched]")
  if (shown === null) return
  const { key, slug = "", state } = shown.dataset
  const began = Date.now()
  let timer: ReturnType<typeof setTimeout> | undefined

  const look = async (): Promise<void> => {
    if (signal.aborted) return
    if (!document.hidden && !isBeingFilledIn()) {
      const now = await (key === undefined ? stateOfLink(slug, signal) : stateOfOrder(key, signal))
      // Without a connection there is nothing to show; the next time there may be one.
      if (now !== undefined && now !== state && (await redraw())) return
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

const stateOfLink = async (slug: string, signal: AbortSignal): Promise<string | undefined> => {
  const link = await read(`/public/v1/payment-links/${slug}`, LinkState, signal)
  return link === undefined ? undefined : linkState(link)
}

const stateOfOrder = async (key: string, signal: AbortSignal): Promise<string | undefined> => {
  const order = await read(`/public/v1/orders/${key}`, OrderState, signal)
  return order === undefined ? undefined : orderState(order)
}

/** A payer who chooses another way to pay must not lose what they have typed. */
const isBeingFilledIn = (): boolean =>
  [...document.querySelectorAll<HTMLInputElement>("form.pay input:not([type=hidden], [type=radio])")].some(
    ({ defaultValue, value }) => value !== defaultValue,
  )
