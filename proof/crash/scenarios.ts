/** Every feature in the proof. */
import { bulkLinks } from "./bulk/scenario.ts"
import { checkoutOrders } from "./checkout-order/scenario.ts"
import { linkPayments } from "./link-payment/scenario.ts"
import { paymentLinks } from "./payment-link/scenario.ts"
import type { OpenScenario } from "./scenario.ts"
import { singleOrders } from "./single-order/scenario.ts"
import { webhooks } from "./webhook/scenario.ts"

export const scenarios: ReadonlyArray<OpenScenario> = [
  singleOrders,
  checkoutOrders,
  bulkLinks,
  paymentLinks,
  linkPayments,
  webhooks,
]
