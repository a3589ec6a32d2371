/**
 * What a payer sends, as JSON or by a form, before anything is read of it.
 */
import type { decodeIdempotencyKey } from "@vintem/contract"
import { Effect } from "effect"
import { jsonBody } from "./json-body.ts"
import { keyOf } from "./keyed.ts"

export interface PayerRequest {
  readonly body: unknown
  readonly key: ReturnType<typeof decodeIdempotencyKey>
}

/** Of a request whose body is JSON. */
export const payerRequest = Effect.gen(function* () {
  const body = yield* jsonBody
  const request: PayerRequest = { body, key: yield* keyOf }
  return request
})
