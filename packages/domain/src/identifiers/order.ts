/**
 * The identifiers of an order, its attempts, refunds and disputes. All are made outside the domain and arrive as
 * arguments.
 */
import * as Schema from "effect/Schema"

/**
 * The transaction code of an order: 1 to 32 upper-case letters and digits, unique in its company. It begins with the
 * company's code.
 */
export const OrderNumber = Schema.String.check(Schema.isPattern(/^[0-9A-Z]{1,32}$/u)).pipe(Schema.brand("OrderNumber"))
export type OrderNumber = typeof OrderNumber.Type

/**
 * Identifies an order to its payer, who needs no other credential: at least 128 random bits, in 22 to 43 URL-safe
 * characters.
 */
export const PublicKey = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_-]{22,43}$/u)).pipe(
  Schema.brand("PublicKey"),
)
export type PublicKey = typeof PublicKey.Type

/** The UUID of an order in the API. */
export const OrderToken = Schema.String.check(Schema.isUUID()).pipe(Schema.brand("OrderToken"))
export type OrderToken = typeof OrderToken.Type

/**
 * The idempotency key of one attempt at the acquirer, made before the request to the acquirer. Also the Pix txid, hence
 * 26 to 35 letters and digits.
 */
export const AttemptKey = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9]{26,35}$/u)).pipe(
  Schema.brand("AttemptKey"),
)
export type AttemptKey = typeof AttemptKey.Type

/** The number of an attempt in its order, counted from 1 in the order of their start. It never changes. */
export const AttemptId = Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)).pipe(Schema.brand("AttemptId"))
export type AttemptId = typeof AttemptId.Type

/** The number of an order's first attempt, even if there is none yet. */
export const firstAttempt = AttemptId.make(1)

/** The idempotency key of one refund at the acquirer. */
export const RefundKey = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9]{1,35}$/u)).pipe(Schema.brand("RefundKey"))
export type RefundKey = typeof RefundKey.Type

/** The acquirer's identifier of a dispute. */
export const CaseKey = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_-]{1,64}$/u)).pipe(Schema.brand("CaseKey"))
export type CaseKey = typeof CaseKey.Type
