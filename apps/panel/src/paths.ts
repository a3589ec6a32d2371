/**
 * The addresses of the panel, once for the server that answers them and for the script that shows them.
 *
 * None begins with `/panel/v1`, where the panel's API is.
 */

/** Where the panel begins: whoever is signed in is led on from here. */
export const panelPath = "/panel"

/** Addresses that mean something to whoever is not signed in. What they carry stands behind a `#`, which browsers send to nobody. */
export const openPaths = {
  forgotten: "/panel/forgotten",
  reset: "/panel/reset",
  invitation: "/panel/invitation",
} as const

/** Of one company. */
export const companyPaths = {
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
  settings: "/panel/companies/:company/settings",
} as const

/** Of whoever runs the service. */
export const platformPaths = {
  companies: "/panel/platform/companies",
  work: "/panel/platform/work",
  platformAudit: "/panel/platform/audit",
} as const

/** Of whoever is signed in. */
export const ownPaths = { account: "/panel/account" } as const

/** Every address under which the panel is served. */
export const panelPaths: ReadonlyArray<string> = [
  panelPath,
  ...[openPaths, companyPaths, platformPaths, ownPaths].flatMap((paths) => Object.values(paths)),
]

/** An address with what stands in it. A value is one segment of it, whatever is in the value. */
export const pathTo = (path: string, values: Readonly<Record<string, string | number>> = {}): string =>
  path
    .split("/")
    .map((segment) => (segment.startsWith(":") ? encodeURIComponent(values[segment.slice(1)] ?? "") : segment))
    .join("/")
