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
  `insert into customer (company_id, token, document, fullname, email, telephone, created_at, email_key)
   values ($1, $2, $3, $4, $5, $6, $7, lower($5))
   on conflict (company_id, document) do update
   set fullname = excluded.fullname, email = excluded.email, email_key = excluded.email_key, telephone = excluded.telephone
   returning id`,
)
const insertOrder = prepared(
  `insert into orders
   (number, company_id, public_key, status, version, src, ref, customer_id, document, placed_at, details, progress, figures)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, '[]') returning id`,
)
const insertAttempt = prepared(
  "insert into order_attempt (key, order_number, in_flight, unanswered_since) values ($1, $2, 1, $3)",
)
const insertEvent = prepared(
  "insert into order_event (order_number, sequence, at, type, body) values ($1, $2, $3, $4, $5)",
)
const updateOrder = prepared(
  "update orders set status = $1, version = $2, progress = $3, figures = $6 where number = $4 and version = $5",
)
const updateAttempt = prepared("update order_attempt set in_flight = 0, unanswered_since = null where key = $1")
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
    const { key, number, placedAt, shown } = intent

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
      const { progress, publicKey, started } = intent
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
      await insertAttempt(client, [key, number, placedAt])
      await insertEvent(client, [number, 1, placedAt, "OrderPlaced", placedEvent(details, placedAt)])
      await insertEvent(client, [number, 2, placedAt, "AttemptStarted", started])
      return id
    })

    const report = await inTime(chargeCard(pool, intent, order))
    const { answer, at, progress, reported } = outcomeOf(intent, report)

    await committed(pool, async (client) => {
      const { changes } = await updateOrder(client, ["paid", 3, progress, number, 2, intent.figures])
      if (changes === 0) throw new Error("Order changed.")
      await updateAttempt(client, [key])
      await insertEvent(client, [number, 3, at, "AttemptReported", reported])
      const { brand, firstDigits, lastDigits, token } = shown
      await insertCard(client, [token, company.id, customerId, report.cardToken, brand, firstDigits, lastDigits, at])
    })

    return answer
  }

const insertKeptCard = prepared(
  "insert into simulated_card (token, body) values ($1, $2) on conflict (token) do nothing",
)
const insertCharge = prepared(
  "insert into simulated_charge (key, version, body, made_at) values ($1, $2, $3, $4) on conflict (key) do nothing",
)

/** An acquirer that approves every card and keeps its own books: a charge is kept unless its key is known, and its card with it. */
const chargeCard = async (pool: Pool, intent: Intent, order: SingleOrder) => {
  const { charge, keptCard, madeAt, report } = chargeOf(intent, order)
  await committed(pool, async (client) => {
    const { changes } = await insertCharge(client, [intent.key, 1, charge, madeAt])
    if (changes === 0) throw new Error("A new key has no charge.")
    await insertKeptCard(client, [report.cardToken, keptCard])
  })
  return report
}
