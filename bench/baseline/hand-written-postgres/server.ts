/**
 * The single order on PostgreSQL as one would write it by hand for nothing else: `node:http` and `pg`, tables and statements of its own.
 *
 * It promises what `baseline/hand-written` does: an intent on the disk (`synchronous_commit`) before the acquirer is asked, the answer after
 * the commit of the outcome. What waits together is written together. Any number of processes may write beside it; a key that is revoked while
 * it runs stays known to it, and it counts the minute of a key by itself.
 *
 * Started with the URL of a database that `makeTables` filled; prints the address it listens on.
 */
import { type KeyRow, serveOrders } from "../hand-written/http.ts"
import { openPool } from "./group-writes.ts"
import { placeOrders } from "./place-order.ts"

const connections = 4

const pool = openPool(process.argv[2] ?? "", connections)
const { rows: keys } = await pool.query<KeyRow>("select hash, company_id from api_keys")
serveOrders(
  keys,
  placeOrders(
    pool,
    Array.from({ length: connections }, (_, slot) => slot),
  ),
)

process.once("SIGTERM", () => {
  pool.end().finally(() => process.exit(0))
})
