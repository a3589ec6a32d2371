/**
 * The page of each address, and the permission it needs.
 */

import { panelOperations } from "@vintem/contract"
import type { AnyComponent } from "preact"
import { companyPaths, platformPaths } from "../../src/paths.ts"
import { OrderPage } from "../pages/orders/order-page.tsx"
import { OrdersPage } from "../pages/orders/orders-page.tsx"
import { onDemand } from "./on-demand.ts"

/** The router passes the address's parameters to a page by name. */
interface PathParameters {
  readonly customer: string
  readonly order_number: string
  readonly slug: string
  readonly token: string
}

interface PanelRoute {
  readonly path: string
  readonly permission: string
  readonly component: AnyComponent<PathParameters>
}

const {
  apiKeys,
  audit,
  checkouts,
  companies,
  company,
  coupons,
  customers,
  deadJobs,
  members,
  operators,
  orders,
  overview,
  paymentLinkBulk,
  paymentLinkRules,
  paymentLinks,
  products,
  serviceStatus,
  subscribers,
  webhook,
} = panelOperations

const figures = onDemand(() => import("./overview-pages.ts"))
const selling = onDemand(() => import("./selling-pages.ts"))
const batches = onDemand(() => import("./batch-pages.ts"))
const catalogue = onDemand(() => import("./catalogue-pages.ts"))
const ofCompany = onDemand(() => import("./company-pages.ts"))
const ofPlatform = onDemand(() => import("./platform-pages.ts"))

/** The page that every signed-in user has. */
export const accountPage = ofCompany(({ AccountPage }) => AccountPage)

export const companyRoutes: ReadonlyArray<PanelRoute> = [
  { path: companyPaths.overview, permission: overview.get, component: figures((pages) => pages.OverviewPage) },
  { path: companyPaths.orders, permission: orders.list, component: OrdersPage },
  { path: companyPaths.order, permission: orders.get, component: OrderPage },
  { path: companyPaths.links, permission: paymentLinks.list, component: selling((pages) => pages.LinksPage) },
  { path: companyPaths.newLink, permission: paymentLinks.create, component: selling((pages) => pages.NewLinkPage) },
  { path: companyPaths.link, permission: paymentLinks.get, component: selling((pages) => pages.LinkPage) },
  { path: companyPaths.batches, permission: paymentLinkBulk.list, component: selling((pages) => pages.BatchesPage) },
  {
    path: companyPaths.newBatch,
    permission: paymentLinkBulk.create,
    component: batches((pages) => pages.NewBatchPage),
  },
  { path: companyPaths.batch, permission: paymentLinkBulk.get, component: batches((pages) => pages.BatchPage) },
  {
    path: companyPaths.subscriptions,
    permission: subscribers.list,
    component: selling((pages) => pages.SubscriptionsPage),
  },
  {
    path: companyPaths.subscription,
    permission: subscribers.get,
    component: selling((pages) => pages.SubscriptionPage),
  },
  { path: companyPaths.customers, permission: customers.list, component: selling((pages) => pages.CustomersPage) },
  { path: companyPaths.customer, permission: customers.get, component: selling((pages) => pages.CustomerPage) },
  { path: companyPaths.products, permission: products.list, component: catalogue((pages) => pages.ProductsPage) },
  { path: companyPaths.checkouts, permission: checkouts.list, component: catalogue((pages) => pages.CheckoutsPage) },
  { path: companyPaths.coupons, permission: coupons.list, component: catalogue((pages) => pages.CouponsPage) },
  { path: companyPaths.rules, permission: paymentLinkRules.list, component: catalogue((pages) => pages.RulesPage) },
  { path: companyPaths.webhook, permission: webhook.get, component: ofCompany((pages) => pages.WebhookPage) },
  { path: companyPaths.keys, permission: apiKeys.list, component: ofCompany((pages) => pages.KeysPage) },
  { path: companyPaths.members, permission: members.list, component: ofCompany((pages) => pages.MembersPage) },
  { path: companyPaths.audit, permission: audit.list, component: ofCompany((pages) => pages.CompanyAuditPage) },
  { path: companyPaths.settings, permission: company.get, component: ofCompany((pages) => pages.SettingsPage) },
]

export const platformRoutes: ReadonlyArray<PanelRoute> = [
  { path: platformPaths.companies, permission: companies.list, component: ofPlatform((pages) => pages.CompaniesPage) },
  { path: platformPaths.findOrder, permission: orders.find, component: ofPlatform((pages) => pages.FindOrderPage) },
  { path: platformPaths.operators, permission: operators.list, component: ofCompany((pages) => pages.OperatorsPage) },
  {
    path: platformPaths.platformAudit,
    permission: audit.listPlatform,
    component: ofCompany((pages) => pages.PlatformAuditPage),
  },
  { path: platformPaths.state, permission: serviceStatus.get, component: ofPlatform((pages) => pages.StatePage) },
  { path: platformPaths.work, permission: deadJobs.list, component: ofPlatform((pages) => pages.WorkPage) },
]
