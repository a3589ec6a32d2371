/**
 * Places an order and charges its card in three steps, by hand: the intent, the simulated acquirer's own rows, the outcome.
 *
 * The rows are those the service writes, JSON included; `same-work.ts` compares them before anything is measured.
 */
import { hash, randomBytes, randomUUID } from "node:crypto"
import type BetterSqlite from "better-sqlite3"
import type { Company } from "./company.ts"
import type { Commit } from "./database.ts"
import type { SingleOrder } from "./request.ts"

/** What the acquirer gets before its outcome counts as unknown, milliseconds. */
const acquirerTimeoutMillis = 3_000
/** How long after that the reconciler would first ask, had no answer come. */
const firstAskingMillis = 10_000

/** @returns the body of the answer */
export type PlaceOrder = (company: Company, order: SingleOrder) => Promise<string>

export const placeOrders = (database: BetterSqlite.Database, commit: Commit): PlaceOrder => {
  const upsertCustomer = database
    .prepare<unknown[], number>(
      `insert into customer (company_id, token, document, fullname, email, telephone, created_at) values (?, ?, ?, ?, ?, ?, ?)
       on conflict (company_id, document) do update
       set fullname = excluded.fullname, email = excluded.email, telephone = excluded.telephone returning id`,
    )
    .pluck()
  const insertOrder = database
    .prepare<unknown[], number>(
      `insert into orders
       (number, company_id, public_key, status, version, src, ref, customer_id, document, placed_at, details, progress)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning id`,
    )
    .pluck()
  const insertAttempt = database.prepare("insert into order_attempt (key, order_number, in_flight) values (?, ?, ?)")
  const insertEvent = database.prepare(
    "insert into order_event (order_number, sequence, at, type, body) values (?, ?, ?, ?, ?)",
  )
  const updateOrder = database.prepare(
    "update orders set status = ?, version = ?, progress = ? where number = ? and version = ?",
  )
  const insertJob = database.prepare(
    `insert into job (kind, name, company_id, line, payload, claims, lease, due_at, ready_at, stands_behind, died_at, reason)
     values ('ResolveAttempt', ?, ?, null, ?, 0, null, ?, ?, 0, null, null)
     on conflict (name) where died_at is null do nothing`,
  )
  const deleteJob = database.prepare("delete from job where died_at is null and name = ? returning line")
  const updateAttempt = database.prepare("update order_attempt set in_flight = ? where key = ?")
  const insertCard = database.prepare(
    `insert into saved_card
     (token, company_id, customer_id, acquirer_token, brand, first_digits, last_digits, created_at)
     values (?, ?, ?, ?, ?, ?, ?, ?) on conflict (token) do nothing`,
  )
  const charge = simulatedAcquirer(database, commit)

  return async (company, order) => {
    const { customer, address, items, amount, discount, installments, card } = order
    const placedAt = Date.now()
    const number = orderNumber(placedAt)
    const publicKey = randomBytes(16).toString("base64url")
    const key = randomUUID().replaceAll("-", "")
    const token = randomUUID()
    const customerToken = randomUUID()
    const shown = {
      token: randomUUID(),
      brand: card.brand,
      firstDigits: card.number.slice(0, 6),
      lastDigits: card.number.slice(-4),
    }
    const quote = quoteOf(company, amount, installments)
    const unpaid = {
      id: 1,
      key,
      quote,
      card: shown,
      startedAt: placedAt,
      facts: ["sent"],
      captured: 0,
      confirmedAt: null,
      instrument: null,
      tid: null,
      nsu: null,
      reason: null,
      cardToken: null,
    }

    const customerId = await commit(() => {
      const id = upsertCustomer.get(
        company.id,
        customerToken,
        customer.document,
        customer.fullname,
        customer.email,
        customer.telephone,
        placedAt,
      )
      const details = JSON.stringify({
        company: company.id,
        number,
        token,
        publicKey,
        origin: "single",
        src: null,
        ref: null,
        checkout: null,
        customer,
        address,
        items,
        amount,
        discount,
        customerId: id,
        placedAt,
      })
      insertOrder.get(
        number,
        company.id,
        publicKey,
        "pending",
        2,
        null,
        null,
        id,
        customer.document,
        placedAt,
        details,
        progressOf(unpaid, placedAt),
      )
      insertAttempt.run(key, number, 1)
      insertEvent.run(
        number,
        1,
        placedAt,
        "OrderPlaced",
        `{"_tag":"OrderPlaced","details":${details},"at":${placedAt}}`,
      )
      const started = { _tag: "AttemptStarted", attempt: 1, key, quote, card: shown, at: placedAt }
      insertEvent.run(number, 2, placedAt, started._tag, JSON.stringify(started))
      const work = { _tag: "ResolveAttempt", company: company.id, order: number, attempt: 1, key }
      const askAt = placedAt + acquirerTimeoutMillis + firstAskingMillis
      insertJob.run(`resolve:${key}`, company.id, JSON.stringify(work), askAt, askAt)
      return id
    })

    const report = await inTime(charge(key, number, amount, card))
    const at = Date.now()
    const { tid, nsu, cardToken } = report
    const paid = { ...unpaid, facts: ["sent", "confirmed"], captured: amount, confirmedAt: at, tid, nsu, cardToken }

    await commit(() => {
      if (updateOrder.run("paid", 3, progressOf(paid, at), number, 2).changes === 0) throw new Error("Order changed.")
      updateAttempt.run(0, key)
      deleteJob.all(`resolve:${key}`)
      const reported = { _tag: "AttemptReported", attempt: 1, fact: "confirmed", report, at }
      insertEvent.run(number, 3, at, reported._tag, JSON.stringify(reported))
      const { brand, firstDigits, lastDigits } = shown
      insertCard.run(shown.token, company.id, customerId, cardToken, brand, firstDigits, lastDigits, at)
    })

    return JSON.stringify({
      success: true,
      hasError: false,
      response: "Payment approved.",
      data: { order_number: number, public_key: publicKey, status: "paid" },
      payment: {
        tid,
        nsu,
        link_to_pay: null,
        digitable_number: null,
        due_date: null,
        card: { token: shown.token, brand: shown.brand, last_digits: shown.lastDigits },
      },
    })
  }
}

const progressOf = (attempt: object, updatedAt: number): string =>
  JSON.stringify({
    attempts: [attempt],
    refunds: [],
    cases: [],
    canceledAt: null,
    completedAt: null,
    abandonedAt: null,
    wasRefunded: false,
    updatedAt,
  })

/** The fee is rounded half up; the first installment carries the odd centavos. */
const quoteOf = ({ fees }: Company, amount: number, installments: number) => {
  const terms = fees.credit.find(({ upTo }) => upTo >= installments)
  if (terms === undefined) throw new RangeError("A fee schedule reaches every installment count.")
  const odd = amount % installments
  const each = (amount - odd) / installments
  const fee = Number((BigInt(amount) * BigInt(terms.percent) + 5_000n) / 10_000n) + terms.fixed
  return {
    method: { _tag: "credit", installments },
    amount,
    charged: amount,
    installments: Array.from({ length: installments }, (_, index) => (index === 0 ? each + odd : each)),
    fee,
    net: amount - fee,
    interest: 0,
    monthlyRate: 0,
    effectiveAnnualRate: 0,
  }
}

/** An acquirer that approves every card and keeps its own books: what is under a key is looked up, then card and charge are kept. */
const simulatedAcquirer = (database: BetterSqlite.Database, commit: Commit) => {
  const selectCharge = database.prepare<unknown[], string>("select body from simulated_charge where key = ?").pluck()
  const insertCard = database.prepare(
    "insert into simulated_card (token, body) values (?, ?) on conflict (token) do nothing",
  )
  const insertCharge = database.prepare(
    "insert into simulated_charge (key, version, body) values (?, ?, ?) on conflict (key) do nothing",
  )
  return async (key: string, order: string, amount: number, card: SingleOrder["card"]) => {
    if (selectCharge.get(key) !== undefined) throw new Error("A new key has no charge.")
    const cardToken = `card_${randomUUID()}`
    const kept = { token: cardToken, brand: card.brand, lastDigits: card.number.slice(-4), behavior: "approve" }
    const tid = digest("tid", key).slice(0, 20).toUpperCase()
    const nsu = String(BigInt(`0x${digest("nsu", key)}`) % 1_000_000_000n).padStart(9, "0")
    const charge = {
      _tag: "Charge",
      key,
      version: 1,
      order,
      amount,
      method: "credit",
      standing: "confirmed",
      reason: null,
      instrument: null,
      cardToken,
      tid,
      nsu,
      confirmedAt: Date.now(),
      refunds: [],
      failedRefunds: [],
      dispute: null,
    }
    await commit(() => {
      insertCard.run(cardToken, JSON.stringify(kept))
      insertCharge.run(key, 1, JSON.stringify(charge))
    })
    return { tid, nsu, captured: amount, cardToken }
  }
}

const digest = (purpose: string, key: string): string => hash("sha256", `${purpose} ${key}`)

const inTime = <A>(answer: Promise<A>): Promise<A> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("The acquirer did not answer.")), acquirerTimeoutMillis)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

/** Nine characters of time, so that new numbers lie side by side in an index, and six random ones. */
const orderNumber = (now: number): string => {
  let rest = now
  let time = ""
  for (let digit = 0; digit < 9; digit += 1) {
    time = `${alphabet[rest % 32]}${time}`
    rest = Math.floor(rest / 32)
  }
  let random = ""
  for (const byte of randomBytes(6)) random += alphabet[byte % 32]
  return time + random
}
