/**
 * What can be asked of an order, and what is reported to it. A command may be refused, a report never is.
 */
import type { Instant } from "../calendar/instant.ts"
import type { AttemptId, AttemptKey, CaseKey, OrderNumber, RefundKey } from "../identifiers/order.ts"
import type { Centavos } from "../money/centavos.ts"
import type { AttemptReport, Charge, Verdict } from "./attempt.ts"
import type { AttemptFact, CaseFact, RefundFact } from "./facts.ts"
import type { RefundReport } from "./order.ts"

/** What can be asked of an order. */
export type OrderCommand =
  /** Charge the payer: recorded before the acquirer is asked. */
  | ({ readonly _tag: "StartAttempt"; readonly key: AttemptKey; readonly at: Instant } & Charge)
  | { readonly _tag: "Cancel"; readonly at: Instant }
  /** Close a paid order: the company has done its part. */
  | { readonly _tag: "Complete"; readonly at: Instant }
  /** Answer a chargeback. */
  | { readonly _tag: "Contest"; readonly at: Instant }
  /** Settle by hand an attempt whose outcome the acquirer never told. */
  | { readonly _tag: "Resolve"; readonly attempt: AttemptId; readonly verdict: Verdict; readonly at: Instant }
  /** Give back `amount` centavos of one confirmed attempt, reserved from now on. */
  | {
      readonly _tag: "RequestRefund"
      readonly refund: RefundKey
      readonly attempt: AttemptId
      readonly amount: Centavos
      readonly at: Instant
    }

/** What an acquirer, a timer on its behalf, or a payment link reports to an order. Recorded whatever the status. */
export type OrderReport =
  | {
      readonly _tag: "AttemptUpdate"
      readonly attempt: AttemptId
      readonly fact: AttemptFact
      readonly report: AttemptReport
      readonly at: Instant
    }
  | {
      readonly _tag: "RefundUpdate"
      readonly refund: RefundKey
      readonly attempt: AttemptId
      readonly amount: Centavos
      readonly fact: RefundFact
      /** Absent if nothing was said beside the fact. */
      readonly report?: RefundReport
      readonly at: Instant
    }
  | {
      readonly _tag: "CaseUpdate"
      readonly case: CaseKey
      readonly attempt: AttemptId
      readonly amount: Centavos
      readonly fact: CaseFact
      readonly at: Instant
    }
  /** Half an hour passed since the order was placed. */
  | { readonly _tag: "AbandonTimer"; readonly at: Instant }
  /** The payment link of the order takes one payment, and the order `of` had paid it before. */
  | { readonly _tag: "DuplicatePayment"; readonly of: OrderNumber; readonly at: Instant }
