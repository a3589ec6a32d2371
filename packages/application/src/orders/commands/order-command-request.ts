/**
 * What a company or an operator asks of an order, and how that can end.
 */
import { type CompanyId, OrderNumber, type SubscriptionToken } from "@vintem/domain/identifiers"
import type { OrderRefused } from "@vintem/domain/order"
import type {
  IdempotencyStore,
  StorageUnavailable,
  StoredAnswer,
  StoredOrder,
  Trail,
  UnitOfWork,
} from "@vintem/domain/ports"
import { Schema } from "effect"
import type { KeyedRequest, KeyRefused } from "../../idempotency/keyed-request.ts"
import type { SaveConflict, SaveNeeds } from "../../reactions/save-changes.ts"

/** The company has no such order: other companies' orders do not count. Nothing was done. */
export class NoSuchOrder extends Schema.TaggedError<NoSuchOrder>()("NoSuchOrder", { number: OrderNumber }) {}

/** The order that a command is for, and the encoding of the outcome. */
export interface OrderCommandRequest {
  readonly company: CompanyId
  readonly number: OrderNumber
  readonly keyed: KeyedRequest | null
  /** Puts an outcome on the wire, to be kept under the key and given again byte for byte. */
  readonly encode: (outcome: OrderCommandOutcome) => StoredAnswer
}

/** What keeps a command from an outcome. */
export type OrderCommandFailure = KeyRefused | NoSuchOrder | SaveConflict | StorageUnavailable

/** What every command needs. */
export type OrderCommandNeeds = Trail | IdempotencyStore | SaveNeeds | UnitOfWork

/** How a command to an order ended. */
export type OrderCommandOutcome =
  /** It was done, now or before: the order after it. */
  | { readonly _tag: "Done"; readonly stored: StoredOrder }
  /** The order does not allow it. Nothing of the command was written. */
  | { readonly _tag: "Refused"; readonly refusal: OrderRefused }
  /** It charges a period of a subscription that continues: cancel the subscription instead. Nothing was written. */
  | { readonly _tag: "RenewalOpen"; readonly subscription: SubscriptionToken }
  /** The acquirer refunded nothing, with its reason if it gave one. */
  | { readonly _tag: "RefundFailed"; readonly reason: string | null }
