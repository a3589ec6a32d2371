/**
 * Checks a pending payment repeatedly, and shows changes: also after a lost connection, and at once when the payer
 * returns from the bank's app.
 */
import { isOver, LinkState, linkState, OrderState, orderState } from "../src/page/page-state.ts"
import { isBeingFilledIn } from "./being-filled-in.ts"
import { read } from "./read.ts"
import { redraw } from "./redraw.ts"

/** Milliseconds. Often at first, while the payer watches; then seldom, because each address is rate limited. */
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
    if (!document.hidden) {
      const now = await (key === undefined ? linkNow(slug, signal) : orderNow(key, signal))
      // Without a connection there is nothing to show; the next check may have one.
      if (now !== undefined && now.state !== state && (now.isOver || !isBeingFilledIn()) && (await redraw())) return
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

interface Now {
  readonly state: string
  readonly isOver: boolean
}

const linkNow = async (slug: string, signal: AbortSignal): Promise<Now | undefined> => {
  const link = await read(`/public/v1/payment-links/${slug}`, LinkState, signal)
  return link === undefined ? undefined : { state: linkState(link), isOver: isOver(link) }
}

const orderNow = async (key: string, signal: AbortSignal): Promise<Now | undefined> => {
  const order = await read(`/public/v1/orders/${key}`, OrderState, signal)
  return order === undefined ? undefined : { state: orderState(order), isOver: isOver(order) }
}
