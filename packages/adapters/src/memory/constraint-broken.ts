/**
 * The constraints of a database, for the memory adapters: a fake that forgives more than the database lets a fault
 * through to production.
 */
import * as Data from "effect/Data"

/** A mistake in the calling code: always a defect. Nothing was written. */
export class ConstraintBroken extends Data.TaggedError("ConstraintBroken")<{ readonly constraint: Constraint }> {}

export type Constraint =
  | "access_ticket.hash is unique"
  | "membership.company exists"
  | "membership.user exists"
  | "user_session.hash is unique"
  | "user_session.user exists"
  | "api_key.company exists"
  | "api_key.hash is unique"
  | "batch.company exists"
  | "batch.items are as many as were added"
  | "batch.token is unique"
  | "checkout.company exists"
  | "checkout.product exists"
  | "coupon.company exists"
  | "customer.company exists"
  | "job.company exists"
  | "order.attempts have one in flight at most"
  | "order.attempts.key is unique"
  | "order.company exists"
  | "order.customer exists"
  | "order.number is unique"
  | "order.publicKey is unique"
  | "order.version counts its events"
  | "payment_link.batch exists"
  | "payment_link.batch has one an item"
  | "payment_link.company exists"
  | "payment_link.slug is unique"
  | "reminder_rule.company exists"
  | "reminder_rule.token is unique"
  | "product.company exists"
  | "renewal.order is unique"
  | "renewal.period has one order"
  | "saved_card.customer exists"
  | "subscription.company exists"
  | "subscription.firstOrder is unique"
  | "subscription.token is unique"
  | "webhook_delivery.company exists"
  | "webhook_delivery.id is unique"
  | "webhook_delivery.id names its order and its place"
  | "webhook_delivery.state says whether it has ended"
  | "sheet_mapping.company exists"
  | "webhook_endpoint.company exists"

/**
 * Throws for the first violated constraint, which in `Effect.sync` is a defect.
 *
 * It is no effect itself: between a check and the write that relies on it, no other fiber may run.
 */
export const requireAll = (constraints: ReadonlyArray<readonly [Constraint, boolean]>): void => {
  const broken = constraints.find(([, holds]) => !holds)
  if (broken !== undefined) throw new ConstraintBroken({ constraint: broken[0] })
}

/** True if no key is known already, and none is repeated. */
export const areNew = <Key>(keys: ReadonlyArray<Key>, isKnown: (key: Key) => boolean): boolean =>
  new Set(keys).size === keys.length && !keys.some(isKnown)
