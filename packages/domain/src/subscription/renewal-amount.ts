/** The price of a subscription's period. */
import * as Result from "effect/Result"
import { itemsTotal } from "../catalogue/order-item.ts"
import { type Centavos, zero } from "../money/centavos.ts"
import type { SubscriptionDetails } from "./subscription.ts"

/**
 * The price of every renewal, in centavos: the product line as it was sold, without coupon, further items and shipping.
 */
export const renewalAmount = ({ item }: Pick<SubscriptionDetails, "item">): Centavos =>
  Result.getOrElse(itemsTotal([item]), () => zero)
