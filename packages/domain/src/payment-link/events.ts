/**
 * What happened to a link. The log of these, folded with `evolveLink`, is the link.
 */
import * as Schema from "effect/Schema"
import { Instant } from "../calendar/instant.ts"
import { OrderNumber } from "../identifiers/order.ts"
import { Method } from "../method/method.ts"
import { LinkDetails, LinkTerms, PaymentState } from "./payment-link.ts"

/** The payment that the link no longer waits for, if with this one it would wait for too many. */
const forgetting = { forgets: Schema.optionalKey(OrderNumber) }

/** Every event says `at` which instant of the service's clock it was recorded. */
export const LinkEvent = Schema.TaggedUnion({
  LinkCreated: { details: LinkDetails, terms: LinkTerms, at: Instant },
  LinkUpdated: {
    terms: LinkTerms,
    /** Present if the link could be paid often before, and is paid once from now on. */
    onePaymentFromNow: Schema.optionalKey(Schema.Literal(true)),
    at: Instant,
  },
  LinkRemoved: { at: Instant },
  /** Written before the acquirer is asked for the charge, so that no second payer can be charged meanwhile. */
  PaymentStarted: { order: OrderNumber, method: Method, ...forgetting, at: Instant },
  PaymentReported: { order: OrderNumber, state: PaymentState, ...forgetting, at: Instant },
})
export type LinkEvent = typeof LinkEvent.Type
/** The first event of every link. */
export type LinkCreated = Extract<LinkEvent, { _tag: "LinkCreated" }>
/** Everything that can follow the creation. */
export type LinkChange = Exclude<LinkEvent, LinkCreated>
