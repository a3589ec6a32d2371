/**
 * Remembers a link's begun order for all tabs of this browser: the next tab pays that order, so nothing is paid twice.
 * It stores nothing about the payer or the card.
 */

export interface Begun {
  readonly publicKey: string
  /** A hash of the payer and the shown prices: another payer, or another price, begins another order. */
  readonly wish: string
}

export const begunAt = (slug: string): Begun | undefined => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(nameOf(slug)) ?? "null")
    return isBegun(kept) ? kept : undefined
  } catch {
    return undefined
  }
}

/** If the browser allows no storage, the page works without. */
export const storeBegun = (slug: string, begun: Begun): void => {
  try {
    localStorage.setItem(nameOf(slug), JSON.stringify(begun))
  } catch {}
}

export const forgetBegun = (slug: string): void => {
  try {
    localStorage.removeItem(nameOf(slug))
  } catch {}
}

const nameOf = (slug: string): string => `vintem:link:${slug}`

const isBegun = (value: unknown): value is Begun =>
  typeof value === "object" &&
  value !== null &&
  "publicKey" in value &&
  typeof value.publicKey === "string" &&
  "wish" in value &&
  typeof value.wish === "string"

/** Runs one function at a time per link, across all tabs, if the browser can. */
export const aloneAt = <A>(slug: string, work: () => Promise<A>): Promise<A> =>
  "locks" in navigator ? navigator.locks.request(nameOf(slug), work) : work()

/** Tells texts apart; it hides nothing. */
export const hashOf = (text: string): string => {
  let hash = 0
  for (const unit of text) hash = (Math.imul(hash, 31) + (unit.codePointAt(0) ?? 0)) | 0
  return hash.toString(36)
}
