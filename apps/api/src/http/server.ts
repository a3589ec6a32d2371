/**
 * Every route of the service behind one edge.
 */
import { AdminApi, PayerApi, PublicApi, SandboxApi } from "@vintem/contract"
import { Effect, Layer } from "effect"
import { checkouts } from "./admin-checkout-handlers.ts"
import { coupons } from "./admin-coupon-handlers.ts"
import * as admin from "./admin-handlers.ts"
import * as adminOrders from "./admin-order-handlers.ts"
import * as adminPaymentLinks from "./admin-payment-link-handlers.ts"
import { paymentLinkRules } from "./admin-payment-link-rule-handlers.ts"
import { products } from "./admin-product-handlers.ts"
import * as adminSubscribers from "./admin-subscriber-handlers.ts"
import { webhookDeliveries } from "./admin-webhook-delivery-handlers.ts"
import { webhook } from "./admin-webhook-handlers.ts"
import * as authentication from "./authentication.ts"
import { deadJobs } from "./dead-job-handlers.ts"
import {
  documentation,
  documentationPaths,
  sandboxDocumentation,
  sandboxDocumentationPaths,
} from "./documentation/documentation.ts"
import * as Edge from "./edge.ts"
import { queryFaults } from "./faults.ts"
import { gatewayNotifications, gatewayPaths } from "./gateway-notifications.ts"
import { health, healthPaths } from "./health.ts"
import { metrics, metricsPaths } from "./metrics.ts"
import { payerPagePaths, payerPages } from "./pages/payer-pages.ts"
import { payerAccess } from "./payer-access.ts"
import { preflightPaths, preflights } from "./payer-cors.ts"
import { payerLinks } from "./payer-link-handlers.ts"
import { payerOrders } from "./payer-order-handlers.ts"
import { payerPostalCodes } from "./payer-postal-code-handlers.ts"
import { paymentLinkBulk } from "./payment-link-bulk-handlers.ts"
import { paymentLinks } from "./payment-link-handlers.ts"
import * as open from "./public-handlers.ts"
import { PublicUrl } from "./public-url.ts"
import { routesOf, routeTable } from "./route-table.ts"
import * as sandboxTime from "./sandbox-clock-handlers.ts"
import { clockHearing } from "./sandbox-clock-hearing.ts"
import * as sandbox from "./sandbox-handlers.ts"
import { servedApi } from "./served-api.ts"
import { subscribers } from "./subscriber-handlers.ts"

/**
 * How paths are matched; given to whatever serves the routes. Every path is taken with and without one trailing slash, and answers the
 * same: a redirect would lose the body of a POST in some clients. URLs that are printed have none.
 */
export const routerConfig = {
  ignoreTrailingSlash: true,
  ignoreDuplicateSlashes: false,
  caseSensitive: true,
  maxParamLength: 512,
} as const

const publicApi = servedApi(PublicApi).pipe(
  Layer.provide([open.orders, subscribers, paymentLinks, paymentLinkBulk]),
  Layer.provide([authentication.companies, queryFaults]),
)

const adminApi = servedApi(AdminApi).pipe(
  Layer.provide([
    admin.companies,
    admin.apiKeys,
    admin.customers,
    adminOrders.orders,
    adminSubscribers.subscribers,
    adminPaymentLinks.paymentLinks,
    deadJobs,
  ]),
  Layer.provide([products, checkouts, coupons, paymentLinkRules, webhook, webhookDeliveries]),
  Layer.provide([authentication.administration, queryFaults]),
)

const payersSide = Layer.mergeAll(
  servedApi(PayerApi).pipe(Layer.provide([payerLinks, payerOrders, payerPostalCodes]), Layer.provide(payerAccess)),
  preflights,
  payerPages,
)

const sandboxApi = servedApi(SandboxApi).pipe(
  Layer.provide([sandbox.orders, sandboxTime.clock]),
  Layer.provide(authentication.administration),
)

const everywhere = [
  ...routesOf(PublicApi),
  ...routesOf(AdminApi),
  ...routesOf(PayerApi),
  ...preflightPaths,
  ...payerPagePaths,
  ...gatewayPaths,
  ...healthPaths,
  ...metricsPaths,
]

/** Only production is told of: a sandbox behind https may be on a plain address again tomorrow. */
const isHttpsOnly = (isProduction: boolean) =>
  Effect.map(PublicUrl, ({ base }) => isProduction && base.startsWith("https://"))

/** The service as it runs in production. */
export const routes = Layer.mergeAll(
  publicApi,
  adminApi,
  payersSide,
  gatewayNotifications,
  health,
  metrics,
  documentation,
).pipe(Layer.provide(Edge.layer(routeTable([...everywhere, ...documentationPaths]), isHttpsOnly(true))))

/** The same with the levers of the sandbox. */
export const sandboxRoutes = Layer.mergeAll(
  publicApi,
  adminApi,
  payersSide,
  gatewayNotifications,
  sandboxApi,
  health,
  metrics,
  sandboxDocumentation,
).pipe(
  Layer.provide(clockHearing),
  Layer.provide(
    Edge.layer(routeTable([...everywhere, ...sandboxDocumentationPaths, ...routesOf(SandboxApi)]), isHttpsOnly(false)),
  ),
)
