/**
 * Reads the message of an institution that a Pix arrived or went back: `{"pix": […]}`, unsigned, often twice and in any order.
 *
 * It is a hint. Only the keys are read, and each of them is looked up: nothing else of it is believed.
 */
import { AttemptKey } from "@vintem/domain/identifiers"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** Keys that are read of one notification, at most. */
const keysMax = 1_000

/** The charges to look up, once each. A Pix of a static code has a shorter name, or none, and is passed over. */
export const notifiedKeys = (body: unknown): ReadonlyArray<AttemptKey> =>
  Option.match(decodeNotification(body), {
    onSome: ({ pix }) => [...new Set(pix.slice(0, keysMax).map(({ txid }) => txid))].filter(isAttemptKey),
    onNone: () => [],
  })

const isAttemptKey = Schema.is(AttemptKey)

const decodeNotification = Schema.decodeUnknownOption(
  Schema.Struct({ pix: Schema.Array(Schema.Struct({ txid: Schema.optionalKey(Schema.Unknown) })) }),
)
