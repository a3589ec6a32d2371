/**
 * The payer's side: postal codes.
 */
import { NotFound, PayerApi, postalCodeView } from "@vintem/contract"
import { parsePostalCode } from "@vintem/domain/customer"
import { AddressLookup } from "@vintem/domain/ports"
import { Effect, Option, Result } from "effect"
import { HttpApiBuilder } from "effect/http-api"

export const payerPostalCodes = HttpApiBuilder.group(PayerApi, "postalCodes", (handlers) =>
  handlers.handle("get", ({ params }) => Effect.map(found(params.postcode), (data) => ({ data }))),
)

/** Answers 404 if the text cannot be a postal code. */
const found = Effect.fnUntraced(function* (text: string) {
  const code = parsePostalCode(text)
  if (Result.isFailure(code)) return yield* new NotFound()
  const { find } = yield* AddressLookup
  const address = yield* find(code.success)
  if (Option.isNone(address)) return yield* new NotFound()
  return postalCodeView(code.success, address.value)
})
