/**
 * Why a payer cannot pay a payment link or an order now.
 */
import * as Schema from "effect/Schema"

/**
 * The first matching reason. `closed`: nothing can be paid any more. `under_moderation`: the company takes no money
 * until an operator ends it; earlier instruments can still be paid. `payment_under_way`: the outcome of another payment
 * decides.
 */
export const WhyNotPayable = Schema.Literals(["closed", "under_moderation", "payment_under_way"])
export type WhyNotPayable = typeof WhyNotPayable.Type

/** The field with the reason. */
export const WhyNotPayableField = Schema.NullOr(WhyNotPayable).annotate({
  description:
    "Null if it can be paid. `closed`: nothing is left to pay. `under_moderation`: the company cannot take payments now; a Pix or slip " +
    "issued before can still be paid. `payment_under_way`: a payment has no outcome yet.",
})

/** The facts that decide it. */
export interface Payability {
  readonly canBePaid: boolean
  /** True if nothing can be paid any more, whatever the company does. */
  readonly isClosed: boolean
  readonly isUnderModeration: boolean
}

export const whyNotPayable = ({ canBePaid, isClosed, isUnderModeration }: Payability): WhyNotPayable | null => {
  if (canBePaid) return null
  if (isClosed) return "closed"
  return isUnderModeration ? "under_moderation" : "payment_under_way"
}
