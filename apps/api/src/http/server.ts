/**
 * Every route of the service behind one edge.
 */
import {
  AdminApi,
  AdminBackOffice,
  AdminOwn,
  PanelBackOffice,
  PanelOwn,
  PanelSandbox,
  PayerApi,
  PublicApi,
  SandboxApi,
} from "@vintem/contract"
import { Effect, Layer } from "effect"
import { audit } from "./admin/audit-handlers.ts"
import { checkouts } from "./admin/checkout-handlers.ts"
import * as admin from "./admin/company-handlers.ts"
import { coupons } from "./admin/coupon-handlers.ts"
import { customerData } from "./admin/customer-data-handlers.ts"
import { customers } from "./admin/customer-handlers.ts"
import { deadJobs } from "./admin/dead-job-handlers.ts"
import * as adminOrders from "./admin/order-handlers.ts"
import { overviewOfCompany } from "./admin/overview-handlers.ts"
import * as adminPaymentLinkBulk from "./admin/payment-link-bulk-handlers.ts"
import * as adminPaymentLinks from "./admin/payment-link-handlers.ts"
import { products } from "./admin/product-handlers.ts"
import { paymentLinkRules } from "./admin/reminder-rule-handlers.ts"
import { serviceStatus } from "./admin/service-status-handlers.ts"
import * as adminSubscribers from "./admin/subscriber-handlers.ts"
import { webhookDeliveries } from "./admin/webhook-delivery-handlers.ts"
import { webhook } from "./admin/webhook-handlers.ts"
import {
  documentation,
  documentationPaths,
  sandboxDocumentation,
  sandboxDocumentationPaths,
} from "./documentation/documentation.ts"
import * as authentication from "./edge/auth/authentication.ts"
import { operatorActs, signedInActs } from "./edge/auth/who-acts.ts"
import * as Edge from "./edge/edge.ts"
import { health, healthPaths } from "./edge/health.ts"
import { preflightPaths, preflights } from "./edge/limits/payer-cors.ts"
import { metrics, metricsPaths } from "./edge/metrics.ts"
import { PublicUrl } from "./edge/request/public-url.ts"
import { routesOf, routeTable } from "./edge/request/route-table.ts"
import { queryFaults, servedApi } from "./edge/served-api.ts"
import { gatewayNotifications, gatewayPaths } from "./gateway-notifications.ts"
import { changes } from "./panel/change-handlers.ts"
import * as panelCompanies from "./panel/company-handlers.ts"
import * as panelDoor from "./panel/door-handlers.ts"
import * as panelMembers from "./panel/member-handlers.ts"
import { panelPagePaths, panelPages } from "./panel/pages/panel-pages.ts"
import * as panelGuard from "./panel/panel-guard.ts"
import * as panelSession from "./panel/session-handlers.ts"
import { sheetMappings } from "./panel/sheet-mapping-handlers.ts"
import { payerAccess } from "./payer/access.ts"
import { payerLinks } from "./payer/link-handlers.ts"
import { payerOrders } from "./payer/order-handlers.ts"
import { payerPagePaths, payerPages } from "./payer/pages/payer-pages.ts"
import { payerPostalCodes } from "./payer/postal-code-handlers.ts"
import * as open from "./public/order-handlers.ts"
import { paymentLinkBulk } from "./public/payment-link-bulk-handlers.ts"
import { paymentLinks } from "./public/payment-link-handlers.ts"
import { subscribers } from "./public/subscriber-handlers.ts"
import * as sandboxTime from "./sandbox/clock-handlers.ts"
import { clockRefresh } from "./sandbox/clock-refresh.ts"
import * as sandbox from "./sandbox/report-handlers.ts"

/**
 * The router's settings, for every server of the routes. Every path works with and without one trailing slash, with
 * equal answers: some clients drop a POST's body at a redirect. Printed URLs have no slash.
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

/** One set of handlers for all callers. */
const backOffice = Layer.mergeAll(
  admin.apiKeys,
  customers,
  customerData,
  adminOrders.orders,
  overviewOfCompany,
  adminSubscribers.subscribers,
  adminPaymentLinks.paymentLinks,
  adminPaymentLinkBulk.paymentLinkBulk,
  deadJobs,
  serviceStatus,
  products,
  checkouts,
  coupons,
  paymentLinkRules,
  webhook,
  webhookDeliveries,
  audit,
)

const adminApi = Layer.merge(
  servedApi(AdminOwn).pipe(Layer.provide([admin.companies])),
  servedApi(AdminBackOffice).pipe(Layer.provide(backOffice)),
).pipe(Layer.provide([authentication.administration, queryFaults, operatorActs]))

const panelApi = Layer.merge(
  servedApi(PanelOwn).pipe(
    Layer.provide([
      panelDoor.door,
      panelSession.session,
      panelCompanies.company,
      panelCompanies.companies,
      panelMembers.members,
      changes,
      sheetMappings,
      panelMembers.operators,
    ]),
  ),
  servedApi(PanelBackOffice).pipe(Layer.provide(backOffice)),
).pipe(Layer.provide([panelGuard.door, panelGuard.access, queryFaults, signedInActs]))

const payersSide = Layer.mergeAll(
  servedApi(PayerApi).pipe(Layer.provide([payerLinks, payerOrders, payerPostalCodes]), Layer.provide(payerAccess)),
  preflights,
  payerPages,
)

const sandboxApi = servedApi(SandboxApi).pipe(
  Layer.provide([sandbox.orders, sandboxTime.clock]),
  Layer.provide(authentication.administration),
)

/** The sandbox's controls for signed-in users. */
const panelSandbox = servedApi(PanelSandbox).pipe(
  Layer.provide([sandbox.panelOrders, sandboxTime.panelClock]),
  Layer.provide(panelGuard.access),
)

const everywhere = [
  ...routesOf(PublicApi),
  ...routesOf(AdminApi),
  ...routesOf(PanelOwn),
  ...routesOf(PanelBackOffice),
  ...routesOf(PayerApi),
  ...preflightPaths,
  ...payerPagePaths,
  ...panelPagePaths,
  ...gatewayPaths,
  ...healthPaths,
  ...metricsPaths,
]

/** Only in production: a sandbox behind https may return to a plain address tomorrow. */
const isHttpsOnly = (isProduction: boolean) =>
  Effect.map(PublicUrl, ({ base }) => isProduction && base.startsWith("https://"))

/** The service as it runs in production. */
export const routes = Layer.mergeAll(
  publicApi,
  adminApi,
  panelApi,
  payersSide,
  panelPages({ isSandbox: false }),
  gatewayNotifications,
  health,
  metrics,
  documentation,
).pipe(Layer.provide(Edge.layer(routeTable([...everywhere, ...documentationPaths]), isHttpsOnly(true))))

/** The routes, with the sandbox's controls. */
export const sandboxRoutes = Layer.mergeAll(
  publicApi,
  adminApi,
  panelApi,
  payersSide,
  panelPages({ isSandbox: true }),
  gatewayNotifications,
  sandboxApi,
  panelSandbox,
  health,
  metrics,
  sandboxDocumentation,
).pipe(
  Layer.provide(clockRefresh),
  Layer.provide(
    Edge.layer(
      routeTable([...everywhere, ...sandboxDocumentationPaths, ...routesOf(SandboxApi), ...routesOf(PanelSandbox)]),
      isHttpsOnly(false),
    ),
  ),
)
