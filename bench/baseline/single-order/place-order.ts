/**
 * Places an order and charges its card in three commits, by hand: the intent, the simulated acquirer's own rows, the outcome.
 *
 * The rows are those the service writes, JSON included; `same-work.ts` compares them before anything is measured.
 */
import type BetterSqlite from "better-sqlite3"
import type { Company } from "./company.ts"
import type { Commit } from "./database.ts"
import { chargeOf, type Intent, inTime, intentOf, outcomeOf, placedEvent } from "./order-rows.ts"
import type { SingleOrder } from "./request.ts"

/** @returns the body of the answer */
export type PlaceOrder = (company: Company, order: SingleOrder) => Promise<string>

export const placeOrders = (database: BetterSqlite.Database, commit: Commit): PlaceOrder => {
  const upsertCustomer = database
    .prepare<unknown[], number>(
      `insert into customer (company_id, token, document, fullname, email, email_key, telephone, created_at)
       values (?, ?, ?, ?, ?, ?, ?, ?)
       on conflict (company_id, document) do update
       set fullname = excluded.fullname, email = excluded.email, email_key = excluded.email_key, telephone = excluded.telephone
       returning id`,
    )
    .pluck()
  const insertOrder = database
    .prepare<unknown[], number>(
      `insert into orders
       (number, company_id, public_key, status, version, src, ref, customer_id, document, placed_at, details, progress, figures)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '[]') returning id`,
    )
    .pluck()
  const insertAttempt = database.prepare(
    "insert into order_attempt (key, order_number, in_flight, unanswered_since) values (?, ?, 1, ?)",
  )
  const insertEvent = database.prepare(
    "insert into order_event (order_number, sequence, at, type, body) values (?, ?, ?, ?, ?)",
  )
  const updateOrder = database.prepare(
    "update orders set status = ?, version = ?, progress = ?, figures = ? where number = ? and version = ?",
  )
  const updateAttempt = database.prepare(
    "update order_attempt set in_flight = 0, unanswered_since = null where key = ?",
  )
  const insertCard = database.prepare(
    `insert into saved_card
     (token, company_id, customer_id, acquirer_token, brand, first_digits, last_digits, created_at)
     values (?, ?, ?, ?, ?, ?, ?, ?) on conflict (token) do nothing`,
  )
  const charge = simulatedAcquirer(database, commit)

  return async (company, order) => {
    const intent = intentOf(company, order)
    const { key, number, placedAt, shown } = intent

    const customerId = await commit(() => {
      const { document, email, fullname, telephone } = order.customer
      const id = upsertCustomer.get(
        company.id,
        intent.customerToken,
        document,
        fullname,
        email,
        email.toLowerCase(),
        telephone,
        placedAt,
      )
      if (id === undefined) throw new Error("insert … returning gave no row")
      const details = intent.detailsOf(id)
      insertOrder.get(
        number,
        company.id,
        intent.publicKey,
        "pending",
        2,
        null,
        null,
        id,
        document,
        placedAt,
        details,
        intent.progress,
      )
      insertAttempt.run(key, number, placedAt)
      insertEvent.run(number, 1, placedAt, "OrderPlaced", placedEvent(details, placedAt))
      insertEvent.run(number, 2, placedAt, "AttemptStarted", intent.started)
      return id
    })

    const report = await inTime(charge(intent, order))
    const { answer, at, progress, reported } = outcomeOf(intent, report)

    await commit(() => {
      if (updateOrder.run("paid", 3, progress, intent.figures, number, 2).changes === 0)
        throw new Error("Order changed.")
      updateAttempt.run(key)
      insertEvent.run(number, 3, at, "AttemptReported", reported)
      const { brand, firstDigits, lastDigits, token } = shown
      insertCard.run(token, company.id, customerId, report.cardToken, brand, firstDigits, lastDigits, at)
    })

    return answer
  }
}

/** An acquirer that approves every card and keeps its own books: a charge is kept unless its key is known, and its card with it. */
const simulatedAcquirer = (database: BetterSqlite.Database, commit: Commit) => {
  const insertCard = database.prepare(
    "insert into simulated_card (token, body) values (?, ?) on conflict (token) do nothing",
  )
  const insertCharge = database.prepare(
    "insert into simulated_charge (key, version, body, made_at) values (?, ?, ?, ?) on conflict (key) do nothing",
  )
  return async (intent: Intent, order: SingleOrder) => {
    const { charge, keptCard, madeAt, report } = chargeOf(intent, order)
    await commit(() => {
      if (insertCharge.run(intent.key, 1, charge, madeAt).changes === 0) throw new Error("A new key has no charge.")
      insertCard.run(report.cardToken, keptCard)
    })
    return report
  }
}
