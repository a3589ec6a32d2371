/**
 * The addresses of the panel, both for the server that answers them and for the script that shows them.
 *
 * None begins with `/panel/v1`, where the panel's API is.
 */

/** The panel's first page: it redirects users who are signed in. */
export const panelPath = "/panel"

/** Addresses for users without a session. Their token is after a `#`, which browsers do not send. */
export const openPaths = {
  forgotten: "/panel/forgotten",
  reset: "/panel/reset",
  invitation: "/panel/invitation",
} as const

/** Paths within one company. */
export const companyPaths = {
  overview: "/panel/companies/:company/overview",
  orders: "/panel/companies/:company/orders",
  order: "/panel/companies/:company/orders/:order_number",
  links: "/panel/companies/:company/links",
  newLink: "/panel/companies/:company/new-link",
  link: "/panel/companies/:company/links/:slug",
  batches: "/panel/companies/:company/batches",
  newBatch: "/panel/companies/:company/new-batch",
  batch: "/panel/companies/:company/batches/:token",
  subscriptions: "/panel/companies/:company/subscriptions",
  subscription: "/panel/companies/:company/subscriptions/:token",
  products: "/panel/companies/:company/products",
  checkouts: "/panel/companies/:company/checkouts",
  coupons: "/panel/companies/:company/coupons",
  rules: "/panel/companies/:company/rules",
  webhook: "/panel/companies/:company/webhook",
  keys: "/panel/companies/:company/keys",
  members: "/panel/companies/:company/members",
  audit: "/panel/companies/:company/audit",
  customers: "/panel/companies/:company/customers",
  customer: "/panel/companies/:company/customers/:customer",
  settings: "/panel/companies/:company/settings",
} as const

/** For operators of the service. */
export const platformPaths = {
  companies: "/panel/platform/companies",
  findOrder: "/panel/platform/orders",
  state: "/panel/platform/state",
  work: "/panel/platform/work",
  operators: "/panel/platform/operators",
  platformAudit: "/panel/platform/audit",
} as const

/** For users who are signed in. */
export const ownPaths = { account: "/panel/account" } as const

/** Every address of the panel. */
export const panelPaths: ReadonlyArray<string> = [
  panelPath,
  ...[openPaths, companyPaths, platformPaths, ownPaths].flatMap((paths) => Object.values(paths)),
]

/** An address with its values filled in. A value is always one segment, whatever it contains. */
export const pathTo = (path: string, values: Readonly<Record<string, string | number>> = {}): string =>
  path
    .split("/")
    .map((segment) => (segment.startsWith(":") ? encodeURIComponent(values[segment.slice(1)] ?? "") : segment))
    .join("/")
