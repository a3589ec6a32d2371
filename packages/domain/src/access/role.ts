/**
 * What people are, and what that allows them: the one table from which checks, menus and the reference page are made.
 *
 * A role of a company counts in that company and nowhere else. A role of the platform counts for the service and in every company.
 */
import * as Schema from "effect/Schema"
import { CompanyPermission, Permission } from "./permission.ts"

/** What a member is in a company. */
export const CompanyRole = Schema.Literals(["owner", "finance", "support", "developer", "viewer"])
export type CompanyRole = typeof CompanyRole.Type

/** A user's role on the platform. */
export const PlatformRole = Schema.Literals(["operator", "auditor"])
export type PlatformRole = typeof PlatformRole.Type

/** Every role: no two have one name. */
export const Role = Schema.Literals([...CompanyRole.literals, ...PlatformRole.literals])
export type Role = typeof Role.Type

/** A row of the table. */
export interface RoleTerms {
  /** For whom the role is, in words: a noun phrase. */
  readonly about: string
  /** In the order of `Permission`. */
  readonly may: ReadonlyArray<Permission>
}

/** Each role with its terms. */
export type RoleTable = Readonly<Record<Role, RoleTerms>>

/** Which permissions a role has is said here and nowhere else. */
export const roles: RoleTable = {
  owner: { about: "whoever answers for the company", may: CompanyPermission.literals },
  finance: {
    about: "whoever keeps the books: gives money back and settles disputes",
    may: [
      "orders:read",
      "orders:refund",
      "orders:resolve",
      "links:read",
      "subscriptions:read",
      "customers:read",
      "catalogue:read",
      "company:read",
      "members:read",
      "audit:read",
      "sandbox:read",
    ],
  },
  support: {
    about: "whoever talks with payers: sends links, cancels orders and subscriptions, and gives no money back",
    may: [
      "orders:read",
      "orders:write",
      "links:read",
      "links:write",
      "subscriptions:read",
      "subscriptions:write",
      "customers:read",
      "catalogue:read",
      "webhooks:read",
      "company:read",
      "members:read",
      "sandbox:read",
    ],
  },
  developer: {
    about: "whoever connects the shop: keys, webhooks and catalogue; makes no key that gives money back",
    may: [
      "orders:read",
      "orders:write",
      "links:read",
      "links:write",
      "subscriptions:read",
      "subscriptions:write",
      "customers:read",
      "catalogue:read",
      "catalogue:write",
      "webhooks:read",
      "webhooks:write",
      "company:read",
      "keys:read",
      "keys:write",
      "members:read",
      "sandbox:read",
      "sandbox:report",
    ],
  },
  viewer: {
    about: "whoever looks and touches nothing",
    may: ["orders:read", "links:read", "subscriptions:read", "catalogue:read", "company:read", "sandbox:read"],
  },
  operator: { about: "whoever runs the service", may: Permission.literals },
  auditor: {
    about: "whoever examines the service and all companies, and touches nothing",
    may: [
      "orders:read",
      "links:read",
      "subscriptions:read",
      "customers:read",
      "catalogue:read",
      "webhooks:read",
      "company:read",
      "keys:read",
      "members:read",
      "audit:read",
      "sandbox:read",
      "companies:read",
      "work:read",
      "operators:read",
    ],
  },
}
