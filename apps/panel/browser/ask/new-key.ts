/**
 * A new idempotency key.
 */

/**
 * Makes a key from 128 random bits. `randomUUID` exists only on https and on localhost. Hyphens separate the bytes,
 * because a key may not contain a card number, and some random ones would.
 */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("-")
