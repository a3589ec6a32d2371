/**
 * What an order writes and how it is answered, without the database it is written to: the rows are those of the service, JSON
 * included.
 */
import { hash, randomBytes, randomUUID } from "node:crypto"
import type { Company } from "./company.ts"
import type { SingleOrder } from "./request.ts"

/** What the acquirer gets before its outcome counts as unknown, milliseconds. */
const acquirerTimeoutMillis = 3_000

/** What the first commit writes. */
export type Intent = ReturnType<typeof intentOf>

export const intentOf = (company: Company, order: SingleOrder) => {
  const { customer, address, items, amount, discount, installments, card } = order
  const placedAt = Date.now()
  const number = orderNumber(placedAt)
  const publicKey = `${inDigits(placedAt, 8, alphabetInOrder)}${randomBytes(16).toString("base64url")}`
  const key = uuidInTime(placedAt).replaceAll("-", "")
  const token = randomUUID()
  const shown = {
    token: uuidInTime(placedAt),
    brand: card.brand,
    firstDigits: card.number.slice(0, 6),
    lastDigits: card.number.slice(-4),
  }
  const quote = quoteOf(company, amount, installments)
  const attempt = {
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
  return {
    number,
    publicKey,
    key,
    customerToken: randomUUID(),
    shown,
    placedAt,
    attempt,
    progress: progressOf(attempt, placedAt),
    /** What the order counts for, once it is paid. */
    figures: JSON.stringify([["confirmed", "credit", "", 1, quote.charged]]),
    started: JSON.stringify({ _tag: "AttemptStarted", attempt: 1, key, quote, card: shown, at: placedAt }),
    /** @param customerId - known when the customer is written */
    detailsOf: (customerId: number) =>
      JSON.stringify({
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
        customerId,
        placedAt,
      }),
  }
}

/** The body of the event that an order begins with. */
export const placedEvent = (details: string, placedAt: number): string =>
  `{"_tag":"OrderPlaced","details":${details},"at":${placedAt}}`

/** What the acquirer writes into books of its own, and reports. */
export const chargeOf = ({ key, number }: Intent, { amount, card }: SingleOrder) => {
  const cardToken = `card_${uuidInTime(Date.now())}`
  const tid = digest("tid", key).slice(0, 20).toUpperCase()
  const nsu = String(BigInt(`0x${digest("nsu", key)}`) % 1_000_000_000n).padStart(9, "0")
  const keptCard = { token: cardToken, brand: card.brand, lastDigits: card.number.slice(-4), behavior: "approve" }
  const madeAt = Date.now()
  const charge = {
    _tag: "Charge",
    key,
    version: 1,
    order: number,
    amount,
    method: "credit",
    standing: "confirmed",
    isRiskApproved: false,
    reason: null,
    instrument: null,
    cardToken,
    tid,
    nsu,
    madeAt,
    confirmedAt: madeAt,
    refunds: [],
    failedRefunds: [],
    dispute: null,
  }
  return {
    keptCard: JSON.stringify(keptCard),
    charge: JSON.stringify(charge),
    madeAt,
    report: { tid, nsu, captured: amount, cardToken },
  }
}

export type Report = ReturnType<typeof chargeOf>["report"]

/** What the last commit writes, and the body of the answer. */
export const outcomeOf = ({ attempt, number, publicKey, shown }: Intent, report: Report) => {
  const at = Date.now()
  const { captured, cardToken, nsu, tid } = report
  const paid = { ...attempt, facts: ["sent", "confirmed"], captured, confirmedAt: at, tid, nsu, cardToken }
  return {
    at,
    progress: progressOf(paid, at),
    reported: JSON.stringify({ _tag: "AttemptReported", attempt: 1, fact: "confirmed", report, at }),
    answer: JSON.stringify({
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
    }),
  }
}

/** Gives an acquirer that does not answer up. */
export const inTime = <A>(answer: Promise<A>): Promise<A> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("The acquirer did not answer.")), acquirerTimeoutMillis)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })

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

const digest = (purpose: string, key: string): string => hash("sha256", `${purpose} ${key}`)

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

/** Nine characters of time, so that new numbers lie side by side in an index, and six random ones. */
const orderNumber = (now: number): string => {
  let random = ""
  for (const byte of randomBytes(6)) random += alphabet[byte % 32]
  return inDigits(now, 9, alphabet) + random
}

/** The characters of base64url as bytes are compared. */
const alphabetInOrder = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"

const inDigits = (value: number, count: number, digitsInOrder: string): string => {
  let rest = value
  let digits = ""
  for (let digit = 0; digit < count; digit += 1) {
    digits = `${digitsInOrder[rest % digitsInOrder.length]}${digits}`
    rest = Math.floor(rest / digitsInOrder.length)
  }
  return digits
}

/** A uuid that begins with the time. */
const uuidInTime = (now: number): string => {
  const time = now.toString(16).padStart(12, "0")
  const random = randomUUID().slice(15)
  return `${time.slice(0, 8)}-${time.slice(8)}-4${random}`
}
