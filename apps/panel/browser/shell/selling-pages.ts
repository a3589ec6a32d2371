/**
 * The pages of links, batches and customers. The browser loads them together, when it needs one of them.
 */
export { BatchesPage } from "../pages/batches/batches-page.tsx"
export { CustomerPage } from "../pages/customers/customer-page.tsx"
export { CustomersPage } from "../pages/customers/customers-page.tsx"
export { LinkPage } from "../pages/links/link-page.tsx"
export { LinksPage } from "../pages/links/links-page.tsx"
export { NewLinkPage } from "../pages/links/new-link-page.tsx"
export { SubscriptionPage } from "../pages/subscriptions/subscription-page.tsx"
export { SubscriptionsPage } from "../pages/subscriptions/subscriptions-page.tsx"
