/** Requests with an idempotency key: the key's scope, and a fingerprint of the request. */
import type { Answered, KeyedRequest } from "@vintem/application"
import type { KeyScope, Secrets } from "@vintem/domain/ports"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { sent } from "../body/answers.ts"
import { canonicalJson } from "../body/canonical-json.ts"
import { fingerprintedBody, type PaymentRead } from "../body/fingerprinted-body.ts"
import { requestPath } from "../request/request-path.ts"

export { companyScope, linkScope, operatorScope, orderScope, platformScope } from "@vintem/application"

/** The request that was sent under a key. */
export interface SentUnderKey {
  readonly request: HttpServerRequest.HttpServerRequest
  /** Null if the request has none. */
  readonly key: string | null
  readonly body: unknown
}

/**
 * The key with the fingerprint of its request: method, path and body.
 *
 * @param read - what the operation has read in the body's `payment`: see `fingerprintedBody`
 */
export const keyedRequest = (
  { fingerprint, formerFingerprints }: Pick<Secrets["Service"], "fingerprint" | "formerFingerprints">,
  { request, key, body }: SentUnderKey,
  scope: KeyScope,
  read: PaymentRead | null = null,
): KeyedRequest | null => {
  if (key === null) return null
  const path = requestPath(request).replace(/\/$/u, "")
  const counted = canonicalJson(fingerprintedBody(body, read))
  const said = `${request.method} ${path}\n${counted}`
  return { ...scope, key, fingerprint: fingerprint(said), formerFingerprints: formerFingerprints(said) }
}

/** An answer, whether a use case gave it or the request never came so far. */
export type AnswerToSend = Pick<Answered<unknown>, "answer" | "isReplayed">

export const answered = ({ answer, isReplayed }: AnswerToSend): HttpServerResponse.HttpServerResponse =>
  isReplayed ? HttpServerResponse.setHeader(sent(answer), "idempotent-replayed", "true") : sent(answer)
