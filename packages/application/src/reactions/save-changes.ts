/**
 * Saves what happened to an order together with all that follows from it: what the decision needs is read first, then all that is written is
 * decided at once (`whatFollows`), and then it is written.
 */
import type { Order } from "@vintem/domain/order"
import type {
  CompanyRepository,
  CustomerRepository,
  Identifiers,
  StorageUnavailable,
  WebhookEndpointRepository,
  WebhookPayload,
} from "@vintem/domain/ports"
import type { Subscription } from "@vintem/domain/subscription"
import { Effect } from "effect"
import type { ChargePolicy } from "../charging/charge-policy.ts"
import type { Steps } from "./steps.ts"
import { readSurroundings } from "./surroundings.ts"
import { alarmOfUnsent } from "./unsent-paid.ts"
import { whatFollows } from "./what-follows.ts"
import { type Stores, type WriteConflict, writeAll } from "./write.ts"

/** Somebody saved one of what follows meanwhile: read again, decide again. */
export type SaveConflict = WriteConflict

/** What saving an order and all that follows from it needs. */
export type SaveNeeds =
  | ChargePolicy
  | CompanyRepository
  | CustomerRepository
  | Identifiers
  | Stores
  | WebhookEndpointRepository
  | WebhookPayload

/**
 * Part of a unit.
 *
 * @param changes - from the order as it is stored
 * @param subscription - the subscription that the order renews, as it was read: its version is compared when it is saved
 * @returns the order as it is saved: if it paid a link after another order, though the link takes one payment, it knows that too
 */
export const saveChanges = Effect.fnUntraced(function* (
  changes: Steps,
  subscription?: Subscription,
): Effect.fn.Return<Order, SaveConflict | StorageUnavailable, SaveNeeds> {
  const surroundings = yield* readSurroundings(changes, subscription)
  const { order, writes } = whatFollows(surroundings)
  yield* alarmOfUnsent(surroundings.steps)
  yield* writeAll(writes)
  return order
})
