import { isBeingFilledIn } from "./being-filled-in.ts"
import { redraw } from "./redraw.ts"

/**
 * Shows how long a Pix can still be paid. When the time is over, the page reloads its content, unless the payer is
 * filling in another method.
 */
export const startCountdowns = (signal: AbortSignal): void => {
  for (const line of document.querySelectorAll<HTMLElement>(".countdown")) {
    const left = Number(line.dataset["left"])
    const shown = line.querySelector("time")
    if (!(left > 0) || shown === null) continue
    const until = performance.now() + left * 1_000
    const tick = (): void => {
      const seconds = Math.max(0, Math.ceil((until - performance.now()) / 1_000))
      shown.textContent = leftOf(seconds)
      line.hidden = seconds > longestShown
      if (seconds > 0) return
      stop()
      if (!isBeingFilledIn()) void redraw()
    }
    const timer = setInterval(tick, 1_000)
    const stop = (): void => clearInterval(timer)
    signal.addEventListener("abort", stop)
    tick()
  }
}

/** Seconds. A longer time shows only its date. */
const longestShown = 24 * 3_600

const leftOf = (seconds: number): string => {
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  return (parts[0] === 0 ? parts.slice(1) : parts).map((part) => String(part).padStart(2, "0")).join(":")
}
