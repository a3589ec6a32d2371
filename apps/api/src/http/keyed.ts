/**
 * Requests that carry an idempotency key, and how a replayed answer is sent.
 */
import type { Answered, KeyedRequest, KeyInUse, KeyMismatched } from "@vintem/application"
import { Conflict, decodeIdempotencyKey, idempotencyKeyField, idempotencyKeyReused, invalid } from "@vintem/contract"
import { type CompanyId, Secrets } from "@vintem/domain"
import { Effect, Result } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { failed, sent } from "./answers.ts"
import { canonicalJson } from "./canonical-json.ts"

/** The key as it was sent, or what is wrong with it. */
export const keyOf = Effect.map(HttpServerRequest.HttpServerRequest, ({ headers }) =>
  decodeIdempotencyKey(headers[idempotencyKeyField.toLowerCase()] ?? null),
)

/** Whose keys an operator's are: for each company a set of its own, beside the one its integrator uses. */
export const operatorScope = (company: CompanyId): string => `admin:${company}`

/** The key with the fingerprint of what was sent under it: method, path and body. Card numbers go into a keyed hash only. */
export const keyedRequest = Effect.fnUntraced(function* (scope: string, key: string | null, body: unknown) {
  if (key === null) return null
  const { method, url } = yield* HttpServerRequest.HttpServerRequest
  const { fingerprint } = yield* Secrets
  const path = (url.split("?", 1)[0] ?? "").replace(/\/$/u, "")
  const request: KeyedRequest = { scope, key, fingerprint: fingerprint(`${method} ${path}\n${canonicalJson(body)}`) }
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
