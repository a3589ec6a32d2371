/** Roles and their permissions: the one table from which checks, menus and the reference page are made. */
import * as Schema from "effect/Schema"
import { CompanyPermission, Permission } from "./permission.ts"

/** A member's role in a company. */
export const CompanyRole = Schema.Literals(["owner", "finance", "support", "developer", "viewer"])
export type CompanyRole = typeof CompanyRole.Type

/** A user's role on the platform. */
export const PlatformRole = Schema.Literals(["operator", "auditor"])
export type PlatformRole = typeof PlatformRole.Type

/** All roles. No two share a name. */
export const Role = Schema.Literals([...CompanyRole.literals, ...PlatformRole.literals])
export type Role = typeof Role.Type

/** A row of the table. */
export interface RoleTerms {
  /** Who the role is for, in words: a noun phrase. */
  readonly about: string
  /** In the order of `Permission`. */
  readonly may: ReadonlyArray<Permission>
}

/** Each role with its terms. */
export type RoleTable = Readonly<Record<Role, RoleTerms>>

/** The permissions of each role are defined here and nowhere else. */
export const roles: RoleTable = {
  owner: { about: "the person responsible for the company", may: CompanyPermission.literals },
  finance: {
    about: "accountants: refund orders and settle disputes",
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
    about: "those who talk with payers: send links, cancel orders and subscriptions, but refund nothing",
    may: [
      "orders:read",
      "orders:write",
      "links:read",
      "links:write",
      "subscriptions:read",
      "subscriptions:write",
      "customers:read",
      "customers:export",
      "catalogue:read",
      "webhooks:read",
      "company:read",
      "members:read",
      "sandbox:read",
    ],
  },
  developer: {
    about: "those who connect the shop: keys, webhooks and catalogue; cannot create a key that refunds",
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
    about: "those who read and change nothing",
    may: ["orders:read", "links:read", "subscriptions:read", "catalogue:read", "company:read", "sandbox:read"],
  },
  operator: { about: "those who run the service", may: Permission.literals },
  auditor: {
    about: "those who audit the service and all companies, and change nothing",
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
