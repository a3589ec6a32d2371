/**
 * Remembers, for all tabs of this browser, which order a payer has begun at a link: the next tab pays the same order, and so never twice.
 * Nothing is kept of who pays, and nothing of a card.
 */

export interface Begun {
  readonly publicKey: string
  /** A hash of who pays and of the prices that were shown: another payer, or another price, begins an order of its own. */
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

/** Where nothing may be kept, this page goes on without. */
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

/** Does one thing at a time for a link, in all tabs together, in browsers that can. */
export const aloneAt = <A>(slug: string, work: () => Promise<A>): Promise<A> =>
  "locks" in navigator ? navigator.locks.request(nameOf(slug), work) : work()

/** Tells texts apart; it hides nothing. */
export const hashOf = (text: string): string => {
  let hash = 0
  for (const unit of text) hash = (Math.imul(hash, 31) + (unit.codePointAt(0) ?? 0)) | 0
  return hash.toString(36)
}
