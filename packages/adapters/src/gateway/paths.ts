/**
 * The protocol's paths. They contain the keys of their objects: repeated questions under one key have one path.
 *
 * `PUT` means "let this be so", once or repeatedly. Reserved for saving a card without a charge: `PUT /v1/cards/{key}`.
 */
import type { AttemptKey, RefundKey } from "@vintem/domain/identifiers"
import type { ChargeRef } from "@vintem/domain/ports"

/** Keys are letters and digits, and need no escaping. */
export const paths = {
  /** The signature covers the query. */
  charges: (query: URLSearchParams): string => `/v1/charges?${query}`,
  charge: (key: AttemptKey): string => `/v1/charges/${key}`,
  find: (charge: ChargeRef): string => `/v1/charges/${charge.key}${whereabouts(charge)}`,
  void: (charge: ChargeRef): string => `/v1/charges/${charge.key}/void${whereabouts(charge)}`,
  refund: (charge: AttemptKey, key: RefundKey): string => `/v1/charges/${charge}/refunds/${key}`,
  /** Sandbox only. `kind` is a word of letters and underscores. */
  report: (key: AttemptKey, kind: string): string => `/v1/charges/${key}/reports/${kind}`,
} as const

/** Company and method as a query, for gateways that have more than one acquirer. */
const whereabouts = ({ company, method }: ChargeRef): string => {
  const query = new URLSearchParams({
    ...(company === undefined ? {} : { company: String(company) }),
    ...(method === undefined ? {} : { method }),
  })
  return query.size === 0 ? "" : `?${query}`
}

/** The paths as a router matches them. */
export const routes = {
  charges: { method: "GET", path: "/v1/charges" },
  charge: { method: "PUT", path: "/v1/charges/:key" },
  find: { method: "GET", path: "/v1/charges/:key" },
  void: { method: "PUT", path: "/v1/charges/:key/void" },
  refund: { method: "PUT", path: "/v1/charges/:key/refunds/:refund_key" },
  report: { method: "PUT", path: "/v1/charges/:key/reports/:kind" },
} as const
