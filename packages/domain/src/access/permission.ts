/**
 * The permissions by name: the words that roles, API keys, checks of the API and menus use.
 *
 * `read` shows and changes nothing. What `write` alone would leave too wide (giving money back, settling a dispute) has a name of its own.
 */
import * as Schema from "effect/Schema"

/** What can be done within one company. */
export const CompanyPermission = Schema.Literals([
  "orders:read",
  "orders:write",
  "orders:refund",
  "orders:resolve",
  "links:read",
  "links:write",
  "subscriptions:read",
  "subscriptions:write",
  "customers:read",
  "customers:export",
  "customers:erase",
  "catalogue:read",
  "catalogue:write",
  "webhooks:read",
  "webhooks:write",
  "company:read",
  "company:write",
  "keys:read",
  "keys:write",
  "members:read",
  "members:write",
  "audit:read",
  "sandbox:read",
  "sandbox:report",
  "sandbox:advance",
])
export type CompanyPermission = typeof CompanyPermission.Type

/** What can be done with the service as a whole, or with a company from outside. */
export const PlatformPermission = Schema.Literals([
  "companies:read",
  "companies:write",
  "companies:moderate",
  "work:read",
  "work:write",
  "operators:read",
  "operators:write",
])
export type PlatformPermission = typeof PlatformPermission.Type

/** Everything that can be allowed. */
export const Permission = Schema.Literals([...CompanyPermission.literals, ...PlatformPermission.literals])
export type Permission = typeof Permission.Type

/** What each allows, in words: completes "allows its holder to …". */
export const permissionMeaning: Readonly<Record<Permission, string>> = {
  "orders:read": "list orders, see each with its history and receipt, and export them",
  "orders:write": "place orders, pay them and cancel them",
  "orders:refund": "give money back, all of it or a part",
  "orders:resolve": "say by hand what became of an order: complete it, contest it, settle a dispute",
  "links:read": "list payment links and batches, and see each",
  "links:write": "make, change and remove payment links, and send batches",
  "subscriptions:read": "list subscriptions and see each",
  "subscriptions:write": "replace the card of a subscription and cancel it",
  "customers:read": "list customers and see each, with documents and addresses",
  "customers:export": "take out everything that is stored of a customer, to hand it to them",
  "customers:erase": "erase what is stored of a customer, for good",
  "catalogue:read": "list products, checkouts, coupons and reminder rules",
  "catalogue:write": "make, change and remove products, checkouts, coupons and reminder rules",
  "webhooks:read": "see the webhook, its deliveries and their attempts",
  "webhooks:write": "set the webhook and its secret, send a delivery again and replay",
  "company:read": "see what is known of the company, its fees included",
  "company:write": "change the company's logo, color and page settings",
  "keys:read": "list the company's API keys",
  "keys:write": "make and revoke API keys",
  "members:read": "list who works for the company, and as what",
  "members:write": "invite members, change their roles and remove them",
  "audit:read": "read the log of who changed what",
  "sandbox:read": "in a sandbox, see what time it is there",
  "sandbox:report": "in a sandbox, have the acquirer report what becomes of an order",
  "sandbox:advance": "in a sandbox, turn the clock of the whole service forward",
  "companies:read": "list companies and see each",
  "companies:write": "make companies, and change their name, city, fees and what they take from cloud hosting",
  "companies:moderate": "stop a company from taking money, and let it go on",
  "work:read": "see the state of the service: its queue, work that was given up, unknown outcomes",
  "work:write": "try work again that was given up",
  "operators:read": "list who operates the service, and as what, and read the platform's log of who changed what",
  "operators:write": "invite operators and auditors, change their roles and remove them",
}
