/**
 * The single order on PostgreSQL, written by hand for nothing else: `node:http` and `pg`, with its own tables and
 * statements.
 *
 * It promises what `baseline/hand-written` does: an intent on the disk (`synchronous_commit`) before the acquirer is
 * asked, the answer after the commit of the outcome. Waiting items are written together. Any number of processes may
 * write at the same time. A key that is revoked while it runs stays valid, and each process counts a key's minute by
 * itself.
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
