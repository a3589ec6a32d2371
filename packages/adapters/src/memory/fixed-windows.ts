/** Requests counted in fixed windows, as plain data: the caller passes the time. */
import { type RateVerdict, rateWindowMillis } from "@vintem/domain/ports"

interface Window {
  /** Epoch milliseconds. */
  readonly resetAt: number
  /** Requests allowed so far. */
  readonly taken: number
}

export class FixedWindows {
  /** In the order of opening, and so of closing. */
  readonly #windows = new Map<string, Window>()

  /** The windows in memory: open ones, and those that closed since the last `take`. */
  get size(): number {
    return this.#windows.size
  }

  /** @param now - epoch milliseconds */
  take(key: string, limit: number, now: number): RateVerdict {
    this.#forgetClosed(now)
    const window = this.#windowOf(key, now)
    const verdict = verdictOn(window, limit)
    if (verdict.isAllowed) this.#windows.set(key, { ...window, taken: window.taken + 1 })
    return verdict
  }

  /** @param now - epoch milliseconds */
  peek(key: string, limit: number, now: number): RateVerdict {
    return verdictOn(this.#windowOf(key, now), limit)
  }

  /** The window that counts a request: the open one, or a new one. */
  #windowOf(key: string, now: number): Window {
    const window = this.#windows.get(key)
    return window !== undefined && now < window.resetAt ? window : { resetAt: now + rateWindowMillis, taken: 0 }
  }

  #forgetClosed(now: number): void {
    for (const [key, { resetAt }] of this.#windows) {
      if (now < resetAt) return
      this.#windows.delete(key)
    }
  }
}

const verdictOn = ({ resetAt, taken }: Window, limit: number): RateVerdict => ({
  isAllowed: taken < limit,
  limit,
  remaining: Math.max(0, limit - taken - 1),
  resetAt,
})
