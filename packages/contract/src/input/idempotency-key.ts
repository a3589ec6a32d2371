/** The header that makes a repeated request act once. */
import { holdsCardNumber } from "@vintem/domain/card"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { fault, InvalidFields } from "./fault.ts"
import type { FaultReason } from "./fault-code.ts"

/** The field name for faults of the header. */
export const idempotencyKeyField = "Idempotency-Key"

/** Headers of every POST. `decodeIdempotencyKey` checks the key, after the body is read. */
export const IdempotencyHeaders = Schema.Struct({
  "idempotency-key": Schema.optionalKey(
    Schema.String.annotate({
      description:
        "1 to 255 characters, without a card number. Within 24 hours, the same key and body return the first answer, byte for byte, with " +
        "`Idempotent-Replayed: true`, even a refusal: to try a refused card again, send another key. The same key with another body is " +
        "422; while the first request is running, 409. Bodies are compared by a card's holder, month, and first six and last four digits, " +
        "without its security code.",
      examples: ["0b7f6f5e-9c1d-4a35-8f6e-2d1f3a5c7b90"],
    }),
  ),
})

/** @param header - null if the request has none */
export const decodeIdempotencyKey = (header: string | null): Result.Result<string | null, InvalidFields> => {
  const reason = header === null ? undefined : reasonAgainst(header)
  if (reason === undefined) return Result.succeed(header)
  return Result.fail(new InvalidFields({ faults: [fault(idempotencyKeyField, reason)] }))
}

/** A key is stored as it was sent. */
const reasonAgainst = (header: string): FaultReason | undefined => {
  if (header === "" || header.length > lengthMax) return { code: "length_out_of_range", min: 1, max: lengthMax }
  return !ofRandomBits.test(header) && holdsCardNumber(header) ? { code: "holds_card_number" } : undefined
}

/** A UUID, with hyphens or without. Browsers pay with such keys, and a few of them look like card numbers. */
const ofRandomBits = /^[\da-f]{8}(-?)(?:[\da-f]{4}\1){3}[\da-f]{12}$/iu

/** The key was used for another request: another method, path or body. */
export const idempotencyKeyReused = (): InvalidFields =>
  new InvalidFields({ faults: [fault(idempotencyKeyField, { code: "idempotency_key_reused" })] })

const lengthMax = 255
