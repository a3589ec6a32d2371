/** How long browsers keep the service's own files: its pages, their parts and its descriptions. */

/** The address contains a hash of the bytes, so its content never changes. */
export const staysForever = "public, max-age=31536000, immutable"

/** Browsers ask again each time and get the text only if it changed: a new version of the service shows at once. */
export const asksAgain = "no-cache"
