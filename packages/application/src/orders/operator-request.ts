/**
 * What an operator asks of an order, and how that can end.
 */
import { type CompanyId, OrderNumber, type SubscriptionToken } from "@vintem/domain/identifiers"
import type { OrderRefused } from "@vintem/domain/order"
import type { StoredAnswer, StoredOrder } from "@vintem/domain/ports"
import { Schema } from "effect"
import type { KeyedRequest } from "../idempotency/keyed-request.ts"

/** The company has no such order; another company's is none of its own. Nothing was done. */
export class NoSuchOrder extends Schema.TaggedError<NoSuchOrder>()("NoSuchOrder", { number: OrderNumber }) {}

/** Which order an operator speaks of, and how the outcome is told. */
export interface OperatorRequest {
  readonly company: CompanyId
  readonly number: OrderNumber
  readonly keyed: KeyedRequest | null
  /** Puts an outcome on the wire, to be kept under the key and given again byte for byte. */
  readonly encode: (outcome: OperatorOutcome) => StoredAnswer
}

/** What became of an operator's wish. */
export type OperatorOutcome =
  /** It was done, now or before: the order as it stands. */
  | { readonly _tag: "Done"; readonly stored: StoredOrder }
  /** The order does not allow it. Of what was asked nothing was written. */
  | { readonly _tag: "Refused"; readonly refusal: OrderRefused }
  /** It charges the period of a subscription that goes on: the subscription is what can be canceled. Nothing was written. */
  | { readonly _tag: "RenewalOpen"; readonly subscription: SubscriptionToken }
  /** The acquirer gave nothing back, for this reason in its words where it told one. */
  | { readonly _tag: "RefundFailed"; readonly reason: string | null }
