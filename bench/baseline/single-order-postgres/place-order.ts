/**
 * Places an order and charges its card in three transactions, by hand: the intent, the simulated acquirer's own rows, the outcome.
 *
 * The rows are those the service writes, JSON included; `same-work.ts` compares them before anything is measured.
 */
import type { Pool } from "pg"
import type { Company } from "../single-order/company.ts"
import { chargeOf, type Intent, inTime, intentOf, outcomeOf, placedEvent } from "../single-order/order-rows.ts"
import type { SingleOrder } from "../single-order/request.ts"
import { committed, prepared } from "./database.ts"

const upsertCustomer = prepared<{ id: number }>(
  `insert into customer (company_id, token, document, fullname, email, telephone, created_at) values ($1, $2, $3, $4, $5, $6, $7)
   on conflict (company_id, document) do update
   set fullname = excluded.fullname, email = excluded.email, telephone = excluded.telephone returning id`,
)
const insertOrder = prepared(
  `insert into orders
   (number, company_id, public_key, status, version, src, ref, customer_id, document, placed_at, details, progress)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning id`,
)
const insertAttempt = prepared("insert into order_attempt (key, order_number, in_flight) values ($1, $2, $3)")
const insertEvent = prepared(
  "insert into order_event (order_number, sequence, at, type, body) values ($1, $2, $3, $4, $5)",
)
const updateOrder = prepared(
  "update orders set status = $1, version = $2, progress = $3 where number = $4 and version = $5",
)
const insertJob = prepared(
  `insert into job (lane, kind, name, company_id, line, payload, claims, lease, due_at, ready_at, stands_behind, died_at, reason)
   values ('work', 'ResolveAttempt', $1, $2, null, $3, 0, null, $4, $4, 0, null, null)
   on conflict (name) where died_at is null do update set name = excluded.name`,
)
const deleteJob = prepared("delete from job where died_at is null and name = $1 returning line")
const updateAttempt = prepared("update order_attempt set in_flight = $1 where key = $2")
const insertCard = prepared(
  `insert into saved_card
   (token, company_id, customer_id, acquirer_token, brand, first_digits, last_digits, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (token) do nothing`,
)

/** @returns what gives the body of the answer */
export const placeOrders =
  (pool: Pool) =>
  async (company: Company, order: SingleOrder): Promise<string> => {
    const intent = intentOf(company, order)
    const { askAt, key, number, placedAt, shown, workName } = intent

    const customerId = await committed(pool, async (client) => {
      const { document, email, fullname, telephone } = order.customer
      const {
        rows: [customer],
      } = await upsertCustomer(client, [
        company.id,
        intent.customerToken,
        document,
        fullname,
        email,
        telephone,
        placedAt,
      ])
      if (customer === undefined) throw new Error("insert … returning gave no row")
      const { id } = customer
      const details = intent.detailsOf(id)
      const { progress, publicKey, started, work } = intent
      await insertOrder(client, [
        number,
        company.id,
        publicKey,
        "pending",
        2,
        null,
        null,
        id,
        document,
        placedAt,
        details,
        progress,
      ])
      await insertAttempt(client, [key, number, 1])
      await insertEvent(client, [number, 1, placedAt, "OrderPlaced", placedEvent(details, placedAt)])
      await insertEvent(client, [number, 2, placedAt, "AttemptStarted", started])
      await insertJob(client, [workName, company.id, work, askAt])
      return id
    })

    const report = await inTime(chargeCard(pool, intent, order))
    const { answer, at, progress, reported } = outcomeOf(intent, report)

    await committed(pool, async (client) => {
      const { changes } = await updateOrder(client, ["paid", 3, progress, number, 2])
      if (changes === 0) throw new Error("Order changed.")
      await updateAttempt(client, [0, key])
      await deleteJob(client, [workName])
      await insertEvent(client, [number, 3, at, "AttemptReported", reported])
      const { brand, firstDigits, lastDigits, token } = shown
      await insertCard(client, [token, company.id, customerId, report.cardToken, brand, firstDigits, lastDigits, at])
    })

    return answer
  }

const selectCharge = prepared<{ body: string }>("select body from simulated_charge where key = $1")
const insertKeptCard = prepared(
  "insert into simulated_card (token, body) values ($1, $2) on conflict (token) do nothing",
)
const insertCharge = prepared(
  "insert into simulated_charge (key, version, body, made_at) values ($1, $2, $3, $4) on conflict (key) do nothing",
)

/** An acquirer that approves every card and keeps its own books: what is under a key is looked up, then card and charge are kept. */
const chargeCard = async (pool: Pool, intent: Intent, order: SingleOrder) => {
  const { rows } = await selectCharge(pool, [intent.key])
  if (rows.length > 0) throw new Error("A new key has no charge.")
  const { charge, keptCard, madeAt, report } = chargeOf(intent, order)
  await committed(pool, async (client) => {
    await insertKeptCard(client, [report.cardToken, keptCard])
    await insertCharge(client, [intent.key, 1, charge, madeAt])
  })
  return report
}
