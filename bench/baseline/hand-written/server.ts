/**
 * The baseline of record: the single order, written by hand for nothing else, with `node:http`, better-sqlite3, its own
 * tables, and every promise kept.
 *
 * It looks a key up by hash, limits it per minute, judges every field and reports every fault. An intent is on the disk
 * (WAL, `synchronous=FULL`) before the acquirer is asked, and the answer follows the commit of the outcome. All writes
 * of one tick share a transaction. Left out: every other route and payment method, idempotency keys, revocation while
 * it runs, logs, documentation.
 *
 * Started with the path of a file that `makeTables` made; prints the address it listens on.
 */
import { openDatabase } from "./group-commit.ts"
import { type KeyRow, serveOrders } from "./http.ts"
import { placeOrders } from "./place-order.ts"

const database = openDatabase(process.argv[2] ?? "")
const keys = database.prepare<unknown[], KeyRow>("select hash, company_id from api_keys").all()
serveOrders(keys, placeOrders(database))

process.once("SIGTERM", () => {
  database.close()
  process.exit(0)
})
