/**
 * The baseline of record: the single order as one would write it by hand for nothing else, `node:http` and better-sqlite3, tables of its
 * own, every promise kept.
 *
 * The key by its hash, a window a minute, every field judged and every fault told, an intent on the disk (WAL, `synchronous=FULL`)
 * before the acquirer is asked, the answer after the commit of the outcome; all that is written in one tick shares a transaction. Left
 * out: every other route and payment method, idempotency keys, revocation while it runs, logs, documentation.
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
