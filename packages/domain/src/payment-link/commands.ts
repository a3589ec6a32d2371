/**
 * What can be asked of a link, and what its orders tell of it. The first may be refused, the second never.
 */
import type { Instant } from "../calendar/instant.ts"
import type { Method } from "../method/method.ts"
import type { OrderNumber } from "../order/identifiers.ts"
import type { LinkTerms, PaymentStanding } from "./payment-link.ts"

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

/** What a link's orders tell of it. */
export type LinkNews =
  /** The money of an order of the link stands elsewhere than before: recorded in the same commit as the order's own news. */
  {
    readonly _tag: "PaymentStands"
    readonly order: OrderNumber
    readonly standing: PaymentStanding
    readonly at: Instant
  }
