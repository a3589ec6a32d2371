/**
 * How a request is handled that changes something.
 */

/**
 * A client that disconnects does not stop it: what began at the acquirer is completed, its outcome is stored, and a request that is sent again
 * under the same key gets it.
 */
export const uninterruptible = { uninterruptible: true }
