/**
 * Saves what happened to an order together with all that follows from it.
 *
 * It first reads what the decision needs, then decides all writes at once, and then commits them. If another writer
 * saves one of these objects in between, its version differs: then all of this is repeated.
 */
import type { Order } from "@vintem/domain/order"
import type { Identifiers, StorageUnavailable, Stores, WebhookPayload } from "@vintem/domain/ports"
import { Effect } from "effect"
import type { ChargePolicy } from "../charging/charge-policy.ts"
import { commitWrites } from "../units/commit-writes.ts"
import type { SaveConflict } from "./consequence.ts"
import type { Steps } from "./steps.ts"
import { type Known, readSurroundings } from "./surroundings.ts"
import { alarmOfUnsent } from "./unsent-paid.ts"
import { type Consequences, whatFollows } from "./what-follows.ts"

/** What saving an order and all that follows from it needs. */
export type SaveNeeds = ChargePolicy | Identifiers | Stores | WebhookPayload

/**
 * Reads and decides what follows from a change of an order. Nothing is written.
 *
 * @param changes - from the order as it is stored
 * @returns the order as it is saved: if it paid a link after another order, though the link takes one payment, it knows that too
 */
export const consequencesOf = Effect.fnUntraced(function* (
  changes: Steps,
  known: Known = {},
): Effect.fn.Return<Consequences, StorageUnavailable, SaveNeeds> {
  const surroundings = yield* readSurroundings(changes, known)
  yield* alarmOfUnsent(surroundings.steps)
  return whatFollows(surroundings)
})

/** Saves a change of an order, with what follows. Joins the unit of work around it. @returns the order as it is saved */
export const saveChanges = Effect.fnUntraced(function* (
  changes: Steps,
): Effect.fn.Return<Order, SaveConflict | StorageUnavailable, SaveNeeds> {
  const { order, writes } = yield* consequencesOf(changes)
  yield* commitWrites(writes)
  return order
})
