/**
 * The second account of a webhook delivery: its place among the notifications of its order that are kept.
 */
import type { WebhookDelivery } from "./webhook-delivery.ts"

/** A delivery as it was found in a store. */
export interface FoundDelivery {
  /** Null if it cannot be read: its store says why. */
  readonly delivery: WebhookDelivery | null
  /** The place of the notification that is kept before it, of the same order; null if none is. */
  readonly previous: number | null
}

/** What can be wrong with a delivery as it is stored. */
export type DeliveryBreach =
  /** Notifications of its order are missing right before it. */
  { readonly _tag: "SequenceGap"; readonly sequence: number; readonly previous: number }

/** Everything that is wrong with a delivery. That none is kept before it is no gap: in time the first ones are forgotten. */
export const checkDelivery = ({ delivery, previous }: FoundDelivery): ReadonlyArray<DeliveryBreach> => {
  if (delivery === null || previous === null) return []
  const { sequence } = delivery.event
  return previous === sequence - 1 ? [] : [{ _tag: "SequenceGap", sequence, previous }]
}
