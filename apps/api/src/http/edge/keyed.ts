/**
 * Requests that carry an idempotency key: whose it is, and what was sent under it.
 */
import type { Answered, KeyedRequest } from "@vintem/application"
import type { CompanyId, LinkSlug, PublicKey } from "@vintem/domain/identifiers"
import type { Secrets } from "@vintem/domain/ports"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { sent } from "./answers.ts"
import { canonicalJson } from "./canonical-json.ts"
import { fingerprintedBody, type PaymentRead } from "./fingerprinted-body.ts"
import { requestPath } from "./request-path.ts"

/** Whose keys an integrator's are: for each company a set of its own. */
export const companyScope = (company: CompanyId): string => `company:${company}`

/** The scope of an operator's keys: one for each company, apart from its integrator's. */
export const operatorScope = (company: CompanyId): string => `admin:${company}`

/**
 * The scope of a payer's keys: that link only. A payer has no credential, so in the company's scope any payer could use up the integrator's
 * keys, or find out which are used.
 */
export const linkScope = (company: CompanyId, slug: LinkSlug): string => `link:${company}:${slug}`

/** Whose keys a payer's are at an order: of that order alone, as those at a link are of the link. */
export const orderScope = (order: PublicKey): string => `order:${order}`

/** What was sent under a key. */
export interface SentUnderKey {
  readonly request: HttpServerRequest.HttpServerRequest
  /** Null where the request has none. */
  readonly key: string | null
  readonly body: unknown
}

/**
 * The key with the fingerprint of what was sent under it: method, path and body.
 *
 * @param read - what the operation has read in the body's `payment`: see `fingerprintedBody`
 */
export const keyedRequest = (
  { fingerprint }: Pick<Secrets["Service"], "fingerprint">,
  { request, key, body }: SentUnderKey,
  scope: string,
  read: PaymentRead | null = null,
): KeyedRequest | null => {
  if (key === null) return null
  const path = requestPath(request).replace(/\/$/u, "")
  const counted = canonicalJson(fingerprintedBody(body, read))
  return { scope, key, fingerprint: fingerprint(`${request.method} ${path}\n${counted}`) }
}

export const answered = ({ answer, isReplayed }: Answered): HttpServerResponse.HttpServerResponse =>
  isReplayed ? HttpServerResponse.setHeader(sent(answer), "idempotent-replayed", "true") : sent(answer)
