/**
 * Commands, reports and events of the example order.
 *
 * Things have numbers, payments are R$ 100,00, and everything happens at `exampleNow`, unless a story says otherwise.
 */
import type { Instant } from "@vintem/domain/calendar"
import { AttemptId, OrderNumber } from "@vintem/domain/identifiers"
import type { PaymentMethod, RefundWay } from "@vintem/domain/method"
import { centavos } from "@vintem/domain/money"
import type {
  AttemptFact,
  AttemptReport,
  CaseFact,
  OrderChange,
  OrderCommand,
  OrderReport,
  RefundFact,
  RefundReport,
  Verdict,
} from "@vintem/domain/order"
import { exampleAttemptKey, exampleCaseKey, exampleCharge, exampleNow, exampleRefundKey } from "./example-order.ts"

interface When {
  readonly at?: Instant
}

/** `attempt` counts from 1, and is 1 if missing. `amount` is centavos, and 10 000 if missing. */
interface Money extends When {
  readonly attempt?: number
  readonly amount?: number
}

/** Without details if `report` is missing. */
interface RefundTold extends Money {
  readonly report?: RefundReport
}

/** Without details if `report` is missing. */
interface Told extends When {
  readonly report?: AttemptReport
}

const attemptOf = (attempt: number, method: PaymentMethod, { amount, at = exampleNow }: Money) => ({
  key: exampleAttemptKey(attempt),
  ...exampleCharge(method, amount),
  at,
})

const toldOf = (attempt: number, fact: AttemptFact, { report = {}, at = exampleNow }: Told) => ({
  attempt: AttemptId.make(attempt),
  fact,
  report,
  at,
})

const moneyOf = ({ attempt = 1, amount = 10_000, at = exampleNow }: Money) => ({
  attempt: AttemptId.make(attempt),
  amount: centavos(amount),
  at,
})

const refundToldOf = (refund: number, fact: RefundFact, { report, ...money }: RefundTold) => ({
  refund: exampleRefundKey(refund),
  fact,
  ...(report === undefined ? {} : { report }),
  ...moneyOf(money),
})

// Commands

/** @param attempt - counted from 1 */
export const startAttempt = (attempt: number, method: PaymentMethod, money: Money = {}): OrderCommand => ({
  _tag: "StartAttempt",
  ...attemptOf(attempt, method, money),
})

/** Cancels the order. */
export const cancel: OrderCommand = { _tag: "Cancel", at: exampleNow }

/** Completes the order. */
export const complete: OrderCommand = { _tag: "Complete", at: exampleNow }

/** Contests a dispute. */
export const contest: OrderCommand = { _tag: "Contest", at: exampleNow }

/** An operator decides how an attempt ended. */
export const resolveByHand = (attempt: number, verdict: Verdict, { at = exampleNow }: When = {}): OrderCommand => ({
  _tag: "Resolve",
  attempt: AttemptId.make(attempt),
  verdict,
  at,
})

/** @param refund - counted from 1; of R$ 100,00, unless `money` has another amount */
export const requestRefund = (refund: number, money: Money = {}): OrderCommand => ({
  _tag: "RequestRefund",
  refund: exampleRefundKey(refund),
  ...moneyOf(money),
})

// Reports

/** @param attempt - counted from 1 */
export const attemptUpdate = (attempt: number, fact: AttemptFact, told: Told = {}): OrderReport => ({
  _tag: "AttemptUpdate",
  ...toldOf(attempt, fact, told),
})

/** @param refund - counted from 1 */
export const refundUpdate = (refund: number, fact: RefundFact, told: RefundTold = {}): OrderReport => ({
  _tag: "RefundUpdate",
  ...refundToldOf(refund, fact, told),
})

/** @param dispute - counted from 1 */
export const caseUpdate = (dispute: number, fact: CaseFact, money: Money = {}): OrderReport => ({
  _tag: "CaseUpdate",
  case: exampleCaseKey(dispute),
  fact,
  ...moneyOf(money),
})

/** Checks if the order is abandoned: it was not charged for half an hour. */
export const abandonTimer: OrderReport = { _tag: "AbandonTimer", at: exampleNow }

/** Another order had paid the single-payment link earlier. */
export const duplicatePayment: OrderReport = {
  _tag: "DuplicatePayment",
  of: OrderNumber.make("OUTRA1"),
  at: exampleNow,
}

// Events

/** The event of `startAttempt`. */
export const attemptStarted = (attempt: number, method: PaymentMethod, money: Money = {}): OrderChange => ({
  _tag: "AttemptStarted",
  attempt: AttemptId.make(attempt),
  ...attemptOf(attempt, method, money),
})

/** The event of `attemptUpdate`. */
export const attemptReported = (attempt: number, fact: AttemptFact, told: Told = {}): OrderChange => ({
  _tag: "AttemptReported",
  ...toldOf(attempt, fact, told),
})

/** An operator decided how an attempt ended. */
export const attemptResolved = (attempt: number, verdict: Verdict, { at = exampleNow }: When = {}): OrderChange => ({
  _tag: "AttemptResolved",
  attempt: AttemptId.make(attempt),
  verdict,
  at,
})

/** A requested refund, to be sent back by `way`. */
export const refundRequested = (refund: number, way: RefundWay, money: Money = {}): OrderChange => ({
  _tag: "RefundReported",
  way,
  ...refundToldOf(refund, "requested", money),
})

/** The event of `refundUpdate`. */
export const refundReported = (refund: number, fact: RefundFact, told: RefundTold = {}): OrderChange => ({
  _tag: "RefundReported",
  ...refundToldOf(refund, fact, told),
})

/** The event of `caseUpdate`. */
export const caseReported = (dispute: number, fact: CaseFact, money: Money = {}): OrderChange => ({
  _tag: "CaseReported",
  case: exampleCaseKey(dispute),
  fact,
  ...moneyOf(money),
})

/** The event of `cancel`. */
export const orderCanceled: OrderChange = { _tag: "OrderCanceled", at: exampleNow }

/** The event of `complete`. */
export const orderCompleted: OrderChange = { _tag: "OrderCompleted", at: exampleNow }

/** The event of `abandonTimer`. */
export const orderAbandoned: OrderChange = { _tag: "OrderAbandoned", at: exampleNow }

/** The event of `duplicatePayment`. */
export const duplicateFound: OrderChange = { _tag: "DuplicateFound", of: OrderNumber.make("OUTRA1"), at: exampleNow }
