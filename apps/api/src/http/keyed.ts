/**
 * Requests that carry an idempotency key, and how a replayed answer is sent.
 */
import type { Answered, KeyedRequest, KeyInUse, KeyMismatched } from "@vintem/application"
import { Conflict, decodeIdempotencyKey, idempotencyKeyField, idempotencyKeyReused, invalid } from "@vintem/contract"
import { type CompanyId, type LinkSlug, type PublicKey, Secrets } from "@vintem/domain"
import { Effect, Result } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { failed, sent } from "./answers.ts"
import { canonicalJson } from "./canonical-json.ts"
import { fingerprintedBody, type PaymentRead } from "./fingerprinted-body.ts"

/** The key as it was sent, or what is wrong with it. */
export const keyOf = Effect.map(HttpServerRequest.HttpServerRequest, ({ headers }) =>
  decodeIdempotencyKey(headers[idempotencyKeyField.toLowerCase()] ?? null),
)

/** Whose keys an integrator's are: for each company a set of its own. */
export const companyScope = (company: CompanyId): string => `company:${company}`

/** Whose keys an operator's are: for each company a set of its own, beside the one its integrator uses. */
export const operatorScope = (company: CompanyId): string => `admin:${company}`

/**
 * Whose keys a payer's are at a link: of that link alone. A payer has no credential, so that in the company's own set anybody could use
 * up keys of its integrator, or find out which are used.
 */
export const linkScope = (company: CompanyId, slug: LinkSlug): string => `link:${company}:${slug}`

/** Whose keys a payer's are at an order: of that order alone, as those at a link are of the link. */
export const orderScope = (order: PublicKey): string => `order:${order}`

/**
 * The key with the fingerprint of what was sent under it: method, path and body.
 *
 * @param read - what the operation has read in the body's `payment`: see `fingerprintedBody`
 */
export const keyedRequest = Effect.fnUntraced(function* (
  scope: string,
  key: string | null,
  body: unknown,
  read: PaymentRead | null = null,
) {
  if (key === null) return null
  const { method, url } = yield* HttpServerRequest.HttpServerRequest
  const { fingerprint } = yield* Secrets
  const path = (url.split("?", 1)[0] ?? "").replace(/\/$/u, "")
  const counted = canonicalJson(fingerprintedBody(body, read))
  const request: KeyedRequest = { scope, key, fingerprint: fingerprint(`${method} ${path}\n${counted}`) }
  return request
})

export const answered = ({ answer, isReplayed }: Answered): HttpServerResponse.HttpServerResponse =>
  isReplayed ? HttpServerResponse.setHeader(sent(answer), "idempotent-replayed", "true") : sent(answer)

/** What a key can keep a request from, on the wire. */
export const keyRefusals = {
  KeyMismatched: (_: KeyMismatched) => Effect.succeed(failed(invalid(idempotencyKeyReused()))),
  KeyInUse: (_: KeyInUse) => Effect.succeed(HttpServerResponse.setHeader(failed(new Conflict()), "retry-after", "1")),
} as const

/** The faults of a decoded body and of the key beside it, all at once. */
export const faultsOf = (
  ...results: ReadonlyArray<Result.Result<unknown, { readonly faults: ReadonlyArray<Fault> }>>
) => results.flatMap((result) => (Result.isFailure(result) ? [...result.failure.faults] : []))

type Fault = { readonly path: string; readonly message: string }
