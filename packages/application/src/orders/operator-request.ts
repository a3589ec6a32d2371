/**
 * What an operator asks of an order, and how that can end.
 */
import { type CompanyId, OrderNumber, type SubscriptionToken } from "@vintem/domain/identifiers"
import type { OrderRefused } from "@vintem/domain/order"
import type {
  AuditLog,
  IdempotencyStore,
  StorageUnavailable,
  StoredAnswer,
  StoredOrder,
  UnitOfWork,
} from "@vintem/domain/ports"
import { Schema } from "effect"
import type { KeyedRequest, KeyRefused } from "../idempotency/keyed-request.ts"
import type { SaveConflict, SaveNeeds } from "../reactions/save-changes.ts"

/** The company has no such order: other companies' orders do not count. Nothing was done. */
export class NoSuchOrder extends Schema.TaggedError<NoSuchOrder>()("NoSuchOrder", { number: OrderNumber }) {}

/** The order of an operator's command, and the encoding of the outcome. */
export interface OperatorRequest {
  readonly company: CompanyId
  readonly number: OrderNumber
  readonly keyed: KeyedRequest | null
  /** Puts an outcome on the wire, to be kept under the key and given again byte for byte. */
  readonly encode: (outcome: OperatorOutcome) => StoredAnswer
}

/** What keeps an operator's command from an outcome. */
export type OperatorFailure = KeyRefused | NoSuchOrder | SaveConflict | StorageUnavailable

/** What every operator's command needs. */
export type OperatorNeeds = AuditLog | IdempotencyStore | SaveNeeds | UnitOfWork

/** What became of an operator's wish. */
export type OperatorOutcome =
  /** It was done, now or before: the order after it. */
  | { readonly _tag: "Done"; readonly stored: StoredOrder }
  /** The order does not allow it. Nothing of the command was written. */
  | { readonly _tag: "Refused"; readonly refusal: OrderRefused }
  /** It charges a period of a subscription that continues: cancel the subscription instead. Nothing was written. */
  | { readonly _tag: "RenewalOpen"; readonly subscription: SubscriptionToken }
  /** The acquirer refunded nothing, with its reason where it gave one. */
  | { readonly _tag: "RefundFailed"; readonly reason: string | null }
