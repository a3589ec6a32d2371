/**
 * The operations on companies and their data, for the administration's token and for users of the panel. Each is
 * described once, and offered under both prefixes.
 */
import * as HttpApi from "effect/http-api/HttpApi"
import { ApiKeys } from "./admin/api-key-endpoints.ts"
import { Audit } from "./admin/audit-endpoints.ts"
import { Checkouts, Coupons, PaymentLinkRules, Products, Webhook } from "./admin/catalogue-api.ts"
import { Customers } from "./admin/customer-endpoints.ts"
import { DeadJobs } from "./admin/dead-job-endpoints.ts"
import { Orders } from "./admin/order-endpoints.ts"
import { OverviewOfCompany } from "./admin/overview-endpoints.ts"
import { PaymentLinkBulk } from "./admin/payment-link-bulk-endpoints.ts"
import { PaymentLinks } from "./admin/payment-link-endpoints.ts"
import { ServiceStatus } from "./admin/service-status-endpoints.ts"
import { Subscribers } from "./admin/subscriber-endpoints.ts"
import { WebhookDeliveries } from "./admin/webhook-delivery-endpoints.ts"
import { WhoActs } from "./authentication.ts"
import { CustomerData } from "./customer-data/customer-data-endpoints.ts"

/** Without a prefix and without authentication: see `AdminApi` and `PanelApi`. */
export class BackOffice extends HttpApi.make("vintem-back-office")
  .add(
    ApiKeys,
    OverviewOfCompany,
    Orders,
    Products,
    Checkouts,
    Coupons,
    PaymentLinkRules,
    PaymentLinks,
    PaymentLinkBulk,
    Subscribers,
    Webhook,
    WebhookDeliveries,
    Audit,
    Customers,
    CustomerData,
    DeadJobs,
    ServiceStatus,
  )
  .middleware(WhoActs) {}
