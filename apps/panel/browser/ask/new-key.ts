/**
 * A new idempotency key.
 */

/**
 * Of 128 random bits. `randomUUID` is there on https and on this machine alone. Hyphens between the bytes: a key may not hold a card's number, and
 * some random ones would.
 */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("-")
