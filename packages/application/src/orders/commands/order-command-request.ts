/** A command of a company or an operator to an order, and its possible outcomes. */
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
import type { KeyedRequest, KeyRefused } from "../../idempotency/keyed-request.ts"
import type { SaveConflict, SaveNeeds } from "../../reactions/save-changes.ts"

/** The company has no such order; other companies' orders do not count. Nothing was done. */
export class NoSuchOrder extends Schema.TaggedError<NoSuchOrder>()("NoSuchOrder", { number: OrderNumber }) {}

/** The order of a command, and the encoding of the outcome. */
export interface OrderCommandRequest {
  readonly company: CompanyId
  readonly number: OrderNumber
  readonly keyed: KeyedRequest | null
  /** Encodes an outcome for the wire. The answer is stored under the key and repeated byte for byte. */
  readonly encode: (outcome: OrderCommandOutcome) => StoredAnswer
}

/** Why a command has no outcome. */
export type OrderCommandFailure = KeyRefused | NoSuchOrder | SaveConflict | StorageUnavailable

/** The services that every command needs. */
export type OrderCommandNeeds = AuditLog | IdempotencyStore | SaveNeeds | UnitOfWork

/** How a command to an order ended. */
export type OrderCommandOutcome =
  /** It was done, now or before: the order after it. */
  | { readonly _tag: "Done"; readonly stored: StoredOrder }
  /** The order does not allow it. Nothing of the command was written. */
  | { readonly _tag: "Refused"; readonly refusal: OrderRefused }
  /** The order charges a period of a running subscription: cancel the subscription instead. Nothing was written. */
  | { readonly _tag: "RenewalOpen"; readonly subscription: SubscriptionToken }
  /** The acquirer refunded nothing, with its reason if it gave one. */
  | { readonly _tag: "RefundFailed"; readonly reason: string | null }
