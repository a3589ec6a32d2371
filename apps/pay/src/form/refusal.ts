/** Reads a payment's faults from the service's answer. */
import { FaultDetail } from "@vintem/contract"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { PayerFault } from "./entry.ts"

const Refusal = Schema.Struct({
  response: Schema.Struct({ codes: Schema.Record(Schema.String, Schema.Array(Schema.Unknown)) }),
})

const detailIn = Schema.decodeUnknownOption(FaultDetail)

/** Every fault of a 422; none for any other answer. @param body - of the answer */
export const faultsIn = (body: unknown): ReadonlyArray<PayerFault> =>
  Option.match(Schema.decodeUnknownOption(Refusal)(body), {
    onNone: () => [],
    onSome: ({ response }) =>
      Object.entries(response.codes).flatMap(([path, details]) =>
        details.map((detail) => ({ path, reason: Option.getOrNull(detailIn(detail)) })),
      ),
  })
