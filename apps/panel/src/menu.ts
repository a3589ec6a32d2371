/** The pages of the panel in the order of its menu, each with the permission it needs. */
import type { CompanyPermission, PlatformPermission } from "@vintem/domain/access"
import { companyPaths, platformPaths } from "./paths.ts"

/** A page of a company's menu, by the name of its address. */
export type CompanyPage =
  | "overview"
  | "orders"
  | "links"
  | "batches"
  | "subscriptions"
  | "customers"
  | "products"
  | "checkouts"
  | "coupons"
  | "rules"
  | "webhook"
  | "keys"
  | "members"
  | "audit"
  | "settings"

/** A page of the operators' menu. */
export type PlatformPage = "companies" | "findOrder" | "state" | "work" | "operators" | "platformAudit"

/** The parts of the menu. Rows of one group stand together; the overview has none. */
export type MenuGroup = "sales" | "catalogue" | "developer" | "company"

export interface MenuRow<Page extends string, Permission extends string> {
  readonly page: Page
  readonly group?: MenuGroup
  readonly path: string
  readonly permission: Permission
}

export const companyMenu: ReadonlyArray<MenuRow<CompanyPage, CompanyPermission>> = [
  { page: "overview", path: companyPaths.overview, permission: "orders:read" },
  { page: "orders", group: "sales", path: companyPaths.orders, permission: "orders:read" },
  { page: "links", group: "sales", path: companyPaths.links, permission: "links:read" },
  { page: "batches", group: "sales", path: companyPaths.batches, permission: "links:read" },
  { page: "subscriptions", group: "sales", path: companyPaths.subscriptions, permission: "subscriptions:read" },
  { page: "customers", group: "sales", path: companyPaths.customers, permission: "customers:read" },
  { page: "products", group: "catalogue", path: companyPaths.products, permission: "catalogue:read" },
  { page: "checkouts", group: "catalogue", path: companyPaths.checkouts, permission: "catalogue:read" },
  { page: "coupons", group: "catalogue", path: companyPaths.coupons, permission: "catalogue:read" },
  { page: "rules", group: "catalogue", path: companyPaths.rules, permission: "catalogue:read" },
  { page: "webhook", group: "developer", path: companyPaths.webhook, permission: "webhooks:read" },
  { page: "keys", group: "developer", path: companyPaths.keys, permission: "keys:read" },
  { page: "members", group: "company", path: companyPaths.members, permission: "members:read" },
  { page: "audit", group: "company", path: companyPaths.audit, permission: "audit:read" },
  { page: "settings", group: "company", path: companyPaths.settings, permission: "company:read" },
]

export const platformMenu: ReadonlyArray<MenuRow<PlatformPage, PlatformPermission>> = [
  { page: "companies", path: platformPaths.companies, permission: "companies:read" },
  { page: "findOrder", path: platformPaths.findOrder, permission: "companies:read" },
  { page: "state", path: platformPaths.state, permission: "work:read" },
  { page: "work", path: platformPaths.work, permission: "work:read" },
  { page: "operators", path: platformPaths.operators, permission: "operators:read" },
  { page: "platformAudit", path: platformPaths.platformAudit, permission: "operators:read" },
]

/** The rows that a user with these permissions sees. */
export const rowsFor = <Page extends string, Permission extends string>(
  menu: ReadonlyArray<MenuRow<Page, Permission>>,
  permissions: ReadonlyArray<string>,
): ReadonlyArray<MenuRow<Page, Permission>> => menu.filter(({ permission }) => permissions.includes(permission))
