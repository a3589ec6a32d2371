/**
 * Which page stands under which address, and what one has to be allowed to see it.
 */

import { panelOperations } from "@vintem/contract"
import type { AnyComponent } from "preact"
import { companyPaths, platformPaths } from "../../src/paths.ts"
import { BatchPage } from "../pages/batches/batch-page.tsx"
import { BatchesPage } from "../pages/batches/batches-page.tsx"
import { NewBatchPage } from "../pages/batches/new-batch-page.tsx"
import { SettingsPage } from "../pages/company/settings-page.tsx"
import { LinkPage } from "../pages/links/link-page.tsx"
import { LinksPage } from "../pages/links/links-page.tsx"
import { NewLinkPage } from "../pages/links/new-link-page.tsx"
import { OrderPage } from "../pages/orders/order-page.tsx"
import { OrdersPage } from "../pages/orders/orders-page.tsx"
import { CustomersPage } from "../pages/people/customers-page.tsx"
import { KeysPage } from "../pages/people/keys-page.tsx"
import { MembersPage } from "../pages/people/members-page.tsx"
import { CompaniesPage } from "../pages/platform/companies-page.tsx"
import { WorkPage } from "../pages/platform/work-page.tsx"
import { SubscriptionPage } from "../pages/subscriptions/subscription-page.tsx"
import { SubscriptionsPage } from "../pages/subscriptions/subscriptions-page.tsx"
import { WebhookPage } from "../pages/webhook/webhook-page.tsx"

/** The router gives a page the parameters of its address, each under its name. */
interface PathParameters {
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
  companies,
  company,
  customers,
  deadJobs,
  members,
  orders,
  paymentLinkBulk,
  paymentLinks,
  subscribers,
  webhook,
} = panelOperations

export const companyRoutes: ReadonlyArray<PanelRoute> = [
  { path: companyPaths.orders, permission: orders.list, component: OrdersPage },
  { path: companyPaths.order, permission: orders.get, component: OrderPage },
  { path: companyPaths.links, permission: paymentLinks.list, component: LinksPage },
  { path: companyPaths.newLink, permission: paymentLinks.create, component: NewLinkPage },
  { path: companyPaths.link, permission: paymentLinks.get, component: LinkPage },
  { path: companyPaths.batches, permission: paymentLinkBulk.list, component: BatchesPage },
  { path: companyPaths.newBatch, permission: paymentLinkBulk.create, component: NewBatchPage },
  { path: companyPaths.batch, permission: paymentLinkBulk.get, component: BatchPage },
  { path: companyPaths.subscriptions, permission: subscribers.list, component: SubscriptionsPage },
  { path: companyPaths.subscription, permission: subscribers.get, component: SubscriptionPage },
  { path: companyPaths.customers, permission: customers.list, component: CustomersPage },
  { path: companyPaths.webhook, permission: webhook.get, component: WebhookPage },
  { path: companyPaths.keys, permission: apiKeys.list, component: KeysPage },
  { path: companyPaths.members, permission: members.list, component: MembersPage },
  { path: companyPaths.settings, permission: company.get, component: SettingsPage },
]

export const platformRoutes: ReadonlyArray<PanelRoute> = [
  { path: platformPaths.companies, permission: companies.list, component: CompaniesPage },
  { path: platformPaths.work, permission: deadJobs.list, component: WorkPage },
]
