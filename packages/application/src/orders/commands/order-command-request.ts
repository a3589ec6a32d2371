/** A command of a company or an operator to an order, and its possible outcomes. */
import { type CompanyId, OrderNumber, type SubscriptionToken } from "@vintem/domain/identifiers"
import type { OrderRefused } from "@vintem/domain/order"
import type { StorageUnavailable, StoredOrder } from "@vintem/domain/ports"
import { Schema } from "effect"
import type { Answering } from "../../idempotency/answered.ts"
import type { KeyRefused } from "../../idempotency/keyed-request.ts"
import type { SaveConflict } from "../../reactions/consequence.ts"
import type { SaveNeeds } from "../../reactions/save-changes.ts"

/** The company has no such order; other companies' orders do not count. Nothing was done. */
export class NoSuchOrder extends Schema.TaggedError<NoSuchOrder>()("NoSuchOrder", { number: OrderNumber }) {}

/** The order that a command is for, and the encoding of the outcome. */
export interface OrderCommandRequest extends Answering<OrderCommandOutcome> {
  readonly company: CompanyId
  readonly number: OrderNumber
}

/** Why a command has no outcome. */
export type OrderCommandFailure = KeyRefused | NoSuchOrder | SaveConflict | StorageUnavailable

/** What every command needs. */
export type OrderCommandNeeds = SaveNeeds

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
