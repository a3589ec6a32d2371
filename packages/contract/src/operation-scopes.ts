/**
 * The scope that an API key needs for each operation of the public API. The check of a request, the API description and
 * the reference page use this table.
 */
import type { ApiKeyScope } from "@vintem/domain/access"

/** By group and operation, with the names of `PublicApi`. */
export const operationScopes = {
  orders: {
    list: "orders:read",
    create: "orders:write",
    createSingle: "orders:write",
    statuses: "orders:read",
    get: "orders:read",
    refund: "orders:refund",
    cancel: "orders:write",
    complete: "orders:resolve",
  },
  paymentLinks: {
    create: "links:write",
    list: "links:read",
    get: "links:read",
    update: "links:write",
    remove: "links:write",
  },
  paymentLinkBulk: {
    create: "links:write",
    list: "links:read",
    get: "links:read",
    status: "links:read",
    addCustomers: "links:write",
    cancel: "links:write",
  },
  subscribers: {
    list: "subscriptions:read",
    get: "subscriptions:read",
    remove: "subscriptions:write",
    cancel: "subscriptions:write",
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, ApiKeyScope>>>>

const byName: ReadonlyMap<string, ReadonlyMap<string, ApiKeyScope>> = new Map(
  Object.entries(operationScopes).map(([group, operations]) => [group, new Map(Object.entries(operations))]),
)

/** Undefined if the table lacks the operation: then no key may call it. */
export const scopeOf = (group: string, operation: string): ApiKeyScope | undefined => byName.get(group)?.get(operation)
