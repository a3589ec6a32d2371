/**
 * What can be asked of the example order, what can be told of it, and what becomes of either: commands, news, events.
 *
 * Things go by number, payments are of R$ 100,00, and everything happens at `exampleNow`, unless a story says otherwise.
 */
import type { Instant } from "../../src/calendar/instant.ts"
import { centavos } from "../../src/money/centavos.ts"
import type { OrderCommand, OrderNews } from "../../src/order/commands.ts"
import type { OrderChange } from "../../src/order/events.ts"
import type { AttemptFact, CaseFact, RefundFact } from "../../src/order/facts.ts"
import type { AttemptReport } from "../../src/order/order.ts"
import type { PaymentMethod } from "../../src/order/payment-method.ts"
import {
  exampleAttemptKey,
  exampleCard,
  exampleCaseKey,
  exampleNow,
  exampleQuote,
  exampleRefundKey,
} from "./example-order.ts"

interface When {
  readonly at?: Instant
}

/** `attempt` counts from 1 and is 1 where absent; `amount` is centavos and 10 000 where absent. */
interface Money extends When {
  readonly attempt?: number
  readonly amount?: number
}

/** `report` says nothing beside the fact where absent. */
interface Told extends When {
  readonly report?: AttemptReport
}

const attemptOf = (attempt: number, method: PaymentMethod, { amount, at = exampleNow }: Money) => ({
  key: exampleAttemptKey(attempt),
  quote: exampleQuote(method, amount),
  card: method === "credit" ? exampleCard : null,
  at,
})

const toldOf = (attempt: number, fact: AttemptFact, { report = {}, at = exampleNow }: Told) => ({
  attempt,
  fact,
  report,
  at,
})

const moneyOf = ({ attempt = 1, amount = 10_000, at = exampleNow }: Money) => ({
  attempt,
  amount: centavos(amount),
  at,
})

// Commands

export const startAttempt = (attempt: number, method: PaymentMethod, money: Money = {}): OrderCommand => ({
  _tag: "StartAttempt",
  ...attemptOf(attempt, method, money),
})

export const cancel: OrderCommand = { _tag: "Cancel", at: exampleNow }
export const complete: OrderCommand = { _tag: "Complete", at: exampleNow }
export const contest: OrderCommand = { _tag: "Contest", at: exampleNow }

export const requestRefund = (refund: number, money: Money = {}): OrderCommand => ({
  _tag: "RequestRefund",
  refund: exampleRefundKey(refund),
  ...moneyOf(money),
})

// News

export const attemptNews = (attempt: number, fact: AttemptFact, told: Told = {}): OrderNews => ({
  _tag: "AttemptNews",
  ...toldOf(attempt, fact, told),
})

export const refundNews = (refund: number, fact: RefundFact, money: Money = {}): OrderNews => ({
  _tag: "RefundNews",
  refund: exampleRefundKey(refund),
  fact,
  ...moneyOf(money),
})

export const caseNews = (dispute: number, fact: CaseFact, money: Money = {}): OrderNews => ({
  _tag: "CaseNews",
  case: exampleCaseKey(dispute),
  fact,
  ...moneyOf(money),
})

export const abandonTimer: OrderNews = { _tag: "AbandonTimer", at: exampleNow }

// Events

export const attemptStarted = (attempt: number, method: PaymentMethod, money: Money = {}): OrderChange => ({
  _tag: "AttemptStarted",
  attempt,
  ...attemptOf(attempt, method, money),
})

export const attemptReported = (attempt: number, fact: AttemptFact, told: Told = {}): OrderChange => ({
  _tag: "AttemptReported",
  ...toldOf(attempt, fact, told),
})

export const refundReported = (refund: number, fact: RefundFact, money: Money = {}): OrderChange => ({
  _tag: "RefundReported",
  refund: exampleRefundKey(refund),
  fact,
  ...moneyOf(money),
})

export const caseReported = (dispute: number, fact: CaseFact, money: Money = {}): OrderChange => ({
  _tag: "CaseReported",
  case: exampleCaseKey(dispute),
  fact,
  ...moneyOf(money),
})

export const orderCanceled: OrderChange = { _tag: "OrderCanceled", at: exampleNow }
export const orderCompleted: OrderChange = { _tag: "OrderCompleted", at: exampleNow }
export const orderAbandoned: OrderChange = { _tag: "OrderAbandoned", at: exampleNow }
