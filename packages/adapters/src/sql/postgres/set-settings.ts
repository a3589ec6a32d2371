/**
 * The settings of a transaction of several write sets.
 */
import type { Unsent } from "./transaction.ts"

/**
 * How long a statement of such a transaction waits for a lock, milliseconds. Two of them may wait for each other, or for a transaction that
 * waits for them. After this time it is rolled back, and its sets are run alone.
 */
const lockWaitMillis = 100

const text = `set local lock_timeout = ${lockWaitMillis}`

export const setSettings: ReadonlyArray<Unsent> = [{ operation: "begin", statement: { name: text, text, values: [] } }]
