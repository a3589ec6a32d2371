/**
 * The idempotency key of a submission. This tab keeps it until there is an answer: a page that is reloaded meanwhile
 * sends again under this key, so nothing is done twice.
 */

/** @param path - the target of the submission: each has a key of its own */
export const keyOf = (path: string): string => {
  const made = newKey()
  try {
    const kept = sessionStorage.getItem(nameOf(path))
    if (kept !== null) return kept
    sessionStorage.setItem(nameOf(path), made)
  } catch {
    // If the browser allows no storage, the page works without.
  }
  return made
}

/** Call this when the submission has its answer: the next one to this path is a new one. */
export const dropKey = (path: string): void => {
  try {
    sessionStorage.removeItem(nameOf(path))
  } catch {}
}

const nameOf = (path: string): string => `vintem:key:${path}`

/** A new unique key. */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("")
