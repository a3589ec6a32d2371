/**
 * How long browsers keep what the service itself has written: its pages, their parts and its descriptions.
 */

/** The address names the bytes, so what is under it never changes. */
export const staysForever = "public, max-age=31536000, immutable"

/** Asked for again each time, and sent again only if it changed: a new version of the service is seen at once. */
export const asksAgain = "no-cache"
