/**
 * The baseline of the benchmark `single-order`: the operation as one would write it by hand, `node:http` and better-sqlite3 with
 * nothing between them.
 *
 * Meant to be as good as such a program gets without giving up what the service promises: one lookup of the key and one count of
 * its minute a request, every field validated and every fault told, an intent on the disk before the acquirer is asked, an answer
 * only after its commit. Left out, since the workload has no use for it: idempotency keys, the other payment methods, saved cards,
 * the resolving of unknown outcomes, every other route, request logs, documentation.
 *
 * Started with the path of a migrated database; prints the address it listens on.
 */
import { authenticator, type Company } from "./company.ts"
import { groupCommit, openDatabase } from "./database.ts"
import { rateLimit, rateWindowMillis, serveSingleOrders, type Window } from "./http.ts"
import { placeOrders } from "./place-order.ts"

const database = openDatabase(process.argv[2] ?? "")

const windows = new Map<number, { readonly resetAt: number; taken: number }>()

/** One process has the file to itself, and counts in its memory. */
const take = ({ keyId }: Company): Window => {
  const now = Date.now()
  let window = windows.get(keyId)
  if (window === undefined || now >= window.resetAt) {
    window = { resetAt: now + rateWindowMillis, taken: 0 }
    windows.set(keyId, window)
  }
  const isAllowed = window.taken < rateLimit
  if (isAllowed) window.taken += 1
  return { isAllowed, taken: window.taken, resetAt: window.resetAt }
}

serveSingleOrders({
  companyOf: authenticator(database),
  take,
  placeOrder: placeOrders(database, groupCommit(database)),
  close: () => database.close(),
})
