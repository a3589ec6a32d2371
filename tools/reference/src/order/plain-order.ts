/**
 * An order about which nothing is special, and what can be asked of it or told of it: what the reference tries the machine on.
 *
 * R$ 100,00, by people who do not exist. Attempts, refunds and cases go by number, and everything happens at one instant.
 */
import { type Instant, instant } from "@vintem/domain/calendar"
import { demoFeeSchedule, type Quote, quote } from "@vintem/domain/fees"
import { AttemptId, AttemptKey, CaseKey, firstAttempt, RefundKey, SavedCardToken } from "@vintem/domain/identifiers"
import { singlePayment } from "@vintem/domain/installments"
import type { PaymentMethod } from "@vintem/domain/method"
import { centavos } from "@vintem/domain/money"
import {
  type AttemptFact,
  abandonAfterMillis,
  type CaseFact,
  type ChargedCard,
  chargeFrom,
  type Order,
  type OrderChange,
  type OrderCommand,
  OrderDetails,
  type OrderReport,
  type OrderTypes,
  placed,
  type RefundFact,
  type Verdict,
} from "@vintem/domain/order"
import { Option, Result, Schema } from "effect"
import type { Place } from "../machine/trial.ts"

const placedAt = instant(Date.UTC(2026, 2, 2, 12))

/** When everything happens: late enough for the timer of abandoned orders. */
export const plainNow: Instant = instant(placedAt + abandonAfterMillis)

/** Centavos. */
export const plainAmount = 10_000

const details = Schema.decodeSync(OrderDetails)({
  company: 1,
  number: "EXEMPLO1",
  token: "01890a5d-ac96-774b-bcce-b302099a8057",
  publicKey: "exemplo_publicKey_0001",
  origin: "checkout",
  src: null,
  ref: null,
  checkout: null,
  customerId: 1,
  customer: {
    fullname: "Maria Exemplo",
    email: "maria@example.com",
    document: "52998224725",
    telephone: "11987654321",
  },
  address: {
    postcode: "01310100",
    street: "Avenida Exemplo",
    number: "1000",
    complement: "",
    district: "Centro",
    city: "São Paulo",
    region: "SP",
  },
  items: [{ productId: null, sku: "curso", title: "Curso", unitPrice: plainAmount, priceCost: null, quantity: 1 }],
  amount: plainAmount,
  discount: 0,
  placedAt,
})

/** The moment it was placed. */
export const plainOrder: Order = placed({ _tag: "OrderPlaced", details, at: placedAt })

/** The same, looked at when everything happens. */
export const plainPlace: Place<OrderTypes> = { state: plainOrder, now: plainNow }

const card: ChargedCard = {
  token: SavedCardToken.make("01890a5d-ac96-774b-bcce-b302099a8058"),
  brand: "visa",
  firstDigits: "411111",
  lastDigits: "1111",
}

const quoteFor = (method: PaymentMethod): Quote =>
  Result.getOrThrow(
    quote({
      amount: centavos(plainAmount),
      method: method === "credit" ? { _tag: method, installments: singlePayment } : { _tag: method },
      feeMode: "none",
      fees: demoFeeSchedule,
    }),
  )

const attemptOf = (attempt: number, method: PaymentMethod) => ({
  key: AttemptKey.make(`attempt${String(attempt).padStart(19, "0")}`),
  ...Option.getOrThrow(chargeFrom(quoteFor(method), method === "credit" ? card : null)),
  at: plainNow,
})

export const startAttempt = (attempt: number, method: PaymentMethod): OrderCommand => ({
  _tag: "StartAttempt",
  ...attemptOf(attempt, method),
})

export const attemptStarted = (attempt: number, method: PaymentMethod): OrderChange => ({
  _tag: "AttemptStarted",
  attempt: AttemptId.make(attempt),
  ...attemptOf(attempt, method),
})

export const cancel: OrderCommand = { _tag: "Cancel", at: plainNow }
export const complete: OrderCommand = { _tag: "Complete", at: plainNow }
export const contest: OrderCommand = { _tag: "Contest", at: plainNow }

export const resolveByHand = (attempt: number, verdict: Verdict): OrderCommand => ({
  _tag: "Resolve",
  attempt: AttemptId.make(attempt),
  verdict,
  at: plainNow,
})

interface RefundTerms {
  readonly attempt?: number
  /** Centavos. */
  readonly amount?: number
  readonly at?: Instant
}

export const requestRefund = (
  refund: number,
  { attempt = 1, amount = plainAmount, at = plainNow }: RefundTerms = {},
): OrderCommand => ({
  _tag: "RequestRefund",
  refund: RefundKey.make(`refund${refund}`),
  attempt: AttemptId.make(attempt),
  amount: centavos(amount),
  at,
})

export const attemptUpdate = (attempt: number, fact: AttemptFact): OrderReport => ({
  _tag: "AttemptUpdate",
  attempt: AttemptId.make(attempt),
  fact,
  report: {},
  at: plainNow,
})

/** A report on a refund of the first attempt. @param amount - centavos */
export const refundUpdate = (refund: number, fact: RefundFact, amount = plainAmount): OrderReport => ({
  _tag: "RefundUpdate",
  refund: RefundKey.make(`refund${refund}`),
  attempt: firstAttempt,
  amount: centavos(amount),
  fact,
  at: plainNow,
})

/** A report on the one case, about the whole first attempt. */
export const caseUpdate = (fact: CaseFact): OrderReport => ({
  _tag: "CaseUpdate",
  case: CaseKey.make("case1"),
  attempt: firstAttempt,
  amount: centavos(plainAmount),
  fact,
  at: plainNow,
})

export const abandonTimer: OrderReport = { _tag: "AbandonTimer", at: plainNow }
