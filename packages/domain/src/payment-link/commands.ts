/**
 * What can be asked of a link, and what its orders report to it. A command may be refused, a report never is.
 */
import type { Instant } from "../calendar/instant.ts"
import type { OrderNumber } from "../identifiers/order.ts"
import type { Method } from "../method/method.ts"
import type { LinkTerms, PaymentState } from "./payment-link.ts"

/** What can be asked of a link. */
export type LinkCommand =
  /** Offer something else from now on: the terms as a whole, with what a request left out as it was. */
  | { readonly _tag: "Update"; readonly terms: LinkTerms; readonly at: Instant }
  | { readonly _tag: "Remove"; readonly at: Instant }
  /** Let an order of the link charge its payer: recorded in the same commit as the order's attempt. */
  | {
      readonly _tag: "StartPayment"
      readonly order: OrderNumber
      readonly method: Method
      readonly at: Instant
    }

/** What a link's orders report to it. */
export type LinkReport =
  /** The state of the money of one order has changed: recorded in the same commit as the change of that order. */
  {
    readonly _tag: "PaymentUpdate"
    readonly order: OrderNumber
    readonly state: PaymentState
    readonly at: Instant
  }
