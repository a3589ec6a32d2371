/**
 * The idempotency key of a submission, kept in this tab until there is an answer: a page that is loaded again meanwhile, and sends once
 * more, sends under the same key, and so nothing is done twice.
 */

/** @param path - where the submission goes: each has a key of its own */
export const keyOf = (path: string): string => {
  const made = newKey()
  try {
    const kept = sessionStorage.getItem(nameOf(path))
    if (kept !== null) return kept
    sessionStorage.setItem(nameOf(path), made)
  } catch {
    // Where nothing may be kept, this page goes on without.
  }
  return made
}

/** The submission has its answer: the next one to the same place is another. */
export const dropKey = (path: string): void => {
  try {
    sessionStorage.removeItem(nameOf(path))
  } catch {}
}

const nameOf = (path: string): string => `vintem:key:${path}`

/** A new unique key. */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("")
