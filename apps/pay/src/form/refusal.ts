/**
 * Reads what the service says is wrong with a payment.
 */
import type { Fault } from "@vintem/contract"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

const Refusal = Schema.Struct({
  response: Schema.Struct({ errors: Schema.Record(Schema.String, Schema.Array(Schema.String)) }),
})

/** Every fault of a 422; none where an answer is something else. @param body - of the answer */
export const faultsIn = (body: unknown): ReadonlyArray<Fault> =>
  Option.match(Schema.decodeUnknownOption(Refusal)(body), {
    onNone: () => [],
    onSome: ({ response }) =>
      Object.entries(response.errors).flatMap(([path, messages]) => messages.map((message) => ({ path, message }))),
  })
