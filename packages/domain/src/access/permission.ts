/**
 * The names of permissions: roles, API keys, checks of the API and menus all use these words.
 *
 * `read` shows and changes nothing. If `write` alone would allow too much (refunds, settling a dispute), the action has
 * a name of its own.
 */
import * as Schema from "effect/Schema"

/** Permissions within one company. */
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

/** Permissions for the service as a whole, or for a company from outside. */
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

/** All permissions. */
export const Permission = Schema.Literals([...CompanyPermission.literals, ...PlatformPermission.literals])
export type Permission = typeof Permission.Type

/** The meaning of each permission, in words. It completes "allows its holder to …". */
export const permissionMeaning: Readonly<Record<Permission, string>> = {
  "orders:read": "list orders, see each with its history and receipt, and export them",
  "orders:write": "place orders, pay them and cancel them",
  "orders:refund": "refund orders, in full or in part",
  "orders:resolve": "settle orders by hand: complete one, contest a chargeback, settle an attempt without an outcome",
  "links:read": "list payment links and batches, and see each",
  "links:write": "create, change and delete payment links, and send batches",
  "subscriptions:read": "list subscriptions and see each",
  "subscriptions:write": "replace the card of a subscription and cancel it",
  "customers:read": "list customers and see each, with documents and addresses",
  "customers:export": "export everything stored about a customer, to hand it to them",
  "customers:erase": "permanently erase what is stored about a customer",
  "catalogue:read": "list products, checkouts, coupons and reminder rules",
  "catalogue:write": "create, change and delete products, checkouts, coupons and reminder rules",
  "webhooks:read": "see the webhook, its deliveries and their attempts",
  "webhooks:write": "set the webhook and its secret, send a delivery again and replay",
  "company:read": "see the company, its fees included",
  "company:write": "change the company's logo, color and page settings",
  "keys:read": "list the company's API keys",
  "keys:write": "create and revoke API keys",
  "members:read": "list the company's members and their roles",
  "members:write": "invite members, change their roles and remove them",
  "audit:read": "read the log of who changed what",
  "sandbox:read": "in a sandbox, see its time",
  "sandbox:report": "in a sandbox, make the acquirer report an event of an order",
  "sandbox:advance": "in a sandbox, turn the whole service's clock forward",
  "companies:read": "list companies and see each",
  "companies:write":
    "create companies, and change their name, city, fees and whether they accept cloud-hosting addresses",
  "companies:moderate": "stop a company from taking money, and let it resume",
  "work:read": "see the state of the service: its queue, work that was given up, unknown outcomes",
  "work:write": "retry work that was given up",
  "operators:read": "list the service's operators and their roles, and read the platform's log of who changed what",
  "operators:write": "invite operators and auditors, change their roles and remove them",
}
