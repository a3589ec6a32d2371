/** Audits a webhook delivery: its place among the stored notifications of its order. */
import type { WebhookDelivery } from "./webhook-delivery.ts"

/** A delivery as a store returned it. */
export interface FoundDelivery {
  /** Null if it cannot be read: its store says why. */
  readonly delivery: WebhookDelivery | null
  /** The sequence number of the stored notification before it, of the same order. Null if there is none. */
  readonly previous: number | null
}

/** A fault of a stored delivery. */
export type DeliveryBreach =
  /** Notifications of its order are missing right before it. */
  { readonly _tag: "SequenceGap"; readonly sequence: number; readonly previous: number }

/** Everything that is wrong with a delivery. That none is kept before it is no gap: in time the first ones are forgotten. */
export const checkDelivery = ({ delivery, previous }: FoundDelivery): ReadonlyArray<DeliveryBreach> => {
  if (delivery === null || previous === null) return []
  const { sequence } = delivery.event
  return previous === sequence - 1 ? [] : [{ _tag: "SequenceGap", sequence, previous }]
}
