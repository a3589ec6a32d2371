/**
 * The baseline of the benchmark `single-order-postgres`: the operation as one would write it by hand, `node:http` and `pg` with
 * nothing between them.
 *
 * It promises and leaves out what the baseline on SQLite does, and shares its validation and its rows. The minute of a key is
 * counted in the database, for any number of processes may serve from it.
 *
 * Started with the URL of a migrated database; prints the address it listens on.
 */
import { type Company, type CompanyRow, companyByHash, companyFromRow, keyHashOf } from "../single-order/company.ts"
import { rateLimit, rateWindowMillis, serveSingleOrders, type Window } from "../single-order/http.ts"
import { openPool, prepared } from "./database.ts"
import { placeOrders } from "./place-order.ts"

const pool = openPool(process.argv[2] ?? "")

const selectCompany = prepared<CompanyRow>(companyByHash.replace("?", "$1"))

const companyOf = async (authorization: string | undefined): Promise<Company | undefined> => {
  const keyHash = keyHashOf(authorization)
  if (keyHash === undefined) return undefined
  const {
    rows: [row],
  } = await selectCompany(pool, [keyHash])
  return row === undefined ? undefined : companyFromRow(row)
}

const isClosed = "rate_window.reset_at <= $3"
const hasRoom = "rate_window.taken < $4"
const countRequest = prepared<{ reset_at: number; taken: number; is_allowed: number }>(
  `insert into rate_window (key, reset_at, taken, is_allowed) values ($1, $2, 1, 1)
   on conflict (key) do update set
     reset_at = case when ${isClosed} then excluded.reset_at else rate_window.reset_at end,
     taken = case when ${isClosed} then 1 when ${hasRoom} then rate_window.taken + 1 else rate_window.taken end,
     is_allowed = case when ${isClosed} or ${hasRoom} then 1 else 0 end
   returning reset_at, taken, is_allowed`,
)

const take = async ({ keyId }: Company): Promise<Window> => {
  const now = Date.now()
  const {
    rows: [row],
  } = await countRequest(pool, [`token:${keyId}`, now + rateWindowMillis, now, rateLimit])
  if (row === undefined) throw new Error("insert … returning gave no row")
  return { isAllowed: row.is_allowed === 1, taken: row.taken, resetAt: row.reset_at }
}

serveSingleOrders({
  companyOf,
  take,
  placeOrder: placeOrders(pool),
  close: () => pool.end(),
})
