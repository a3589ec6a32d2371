/** Options for requests that change something. */

/**
 * A disconnected client does not stop the request: whatever it began at the acquirer is completed and its outcome
 * stored. The same request under the same key then gets that outcome.
 */
export const uninterruptible = { uninterruptible: true }
