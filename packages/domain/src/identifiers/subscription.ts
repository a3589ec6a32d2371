/** The identifier of a subscription. */
import * as Schema from "effect/Schema"

/** The UUID of a subscription in the API. */
export const SubscriptionToken = Schema.String.check(Schema.isUUID()).pipe(Schema.brand("SubscriptionToken"))
export type SubscriptionToken = typeof SubscriptionToken.Type
