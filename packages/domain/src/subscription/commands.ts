/**
 * What can be asked of a subscription, and what its renewals and the clock report to it. A command may be refused, a report never is.
 */
import type { Instant } from "../calendar/instant.ts"
import type { OrderNumber, PublicKey } from "../identifiers/order.ts"
import type { ChargedCard } from "../order/attempt.ts"
import type { RenewalState } from "./renewal-state.ts"

/** What can be asked of a subscription. */
export type SubscriptionCommand =
  /** Charge the next period by this order: recorded in the commit that places it. */
  | { readonly _tag: "OpenRenewal"; readonly order: OrderNumber; readonly publicKey: PublicKey; readonly at: Instant }
  /** Charge the card again: recorded in the commit that starts the attempt. */
  | { readonly _tag: "RetryRenewal"; readonly at: Instant }
  /** From now on this card pays. An overdue renewal is tried with it at once. */
  | { readonly _tag: "ReplaceCard"; readonly card: ChargedCard; readonly at: Instant }
  | { readonly _tag: "Cancel"; readonly at: Instant }

/** What is reported to a subscription. Recorded whatever the status. */
export type SubscriptionReport =
  /** The state of the money of one of its orders: said with every change of that order. */
  | {
      readonly _tag: "RenewalUpdate"
      readonly order: OrderNumber
      readonly state: RenewalState
      readonly at: Instant
    }
  /** The company takes money again, after payers could not pay for a time. */
  | { readonly _tag: "PaymentsResumed"; readonly at: Instant }
  /** It is this late: what ends by itself ends. */
  | { readonly _tag: "TimePassed"; readonly at: Instant }
