/**
 * The name of a subscription.
 */
import * as Schema from "effect/Schema"

/** The uuid by which the API names a subscription. */
export const SubscriptionToken = Schema.String.check(Schema.isUUID()).pipe(Schema.brand("SubscriptionToken"))
export type SubscriptionToken = typeof SubscriptionToken.Type
