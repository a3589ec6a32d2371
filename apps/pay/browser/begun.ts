/**
 * Remembers, for all tabs of this browser, which order a payer has begun at a link: the next tab pays the same order, and so never twice.
 * Nothing is kept of who pays, and nothing of a card.
 */

export interface Begun {
  readonly publicKey: string
  /** A hash of who pays: somebody else at this browser begins an order of their own. */
  readonly payer: string
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
export const keepBegun = (slug: string, begun: Begun): void => {
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
  "payer" in value &&
  typeof value.payer === "string"

/** Does one thing at a time for a link, in all tabs together, in browsers that can. */
export const aloneAt = <A>(slug: string, work: () => Promise<A>): Promise<A> =>
  "locks" in navigator ? navigator.locks.request(nameOf(slug), work) : work()

/** Tells payers apart; it hides nothing. */
export const hashOf = (text: string): string => {
  let hash = 0
  for (const unit of text) hash = (Math.imul(hash, 31) + (unit.codePointAt(0) ?? 0)) | 0
  return hash.toString(36)
}
