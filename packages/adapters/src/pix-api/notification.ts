/**
 * Reads an institution's message that a Pix arrived or was refunded: `{"pix": […]}`, unsigned, often twice and in any
 * order.
 *
 * It is only a hint. The keys are read and looked up; nothing else in it is believed.
 */
import { AttemptKey } from "@vintem/domain/identifiers"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** The most keys that are read from one notification. */
const keysMax = 1_000

/** The charges to look up, each once. A Pix of a static code has a shorter name, or none, and is skipped. */
export const notifiedKeys = (body: unknown): ReadonlyArray<AttemptKey> =>
  Option.match(decodeNotification(body), {
    onSome: ({ pix }) => [...new Set(pix.slice(0, keysMax).map(({ txid }) => txid))].filter(isAttemptKey),
    onNone: () => [],
  })

const isAttemptKey = Schema.is(AttemptKey)

const decodeNotification = Schema.decodeUnknownOption(
  Schema.Struct({ pix: Schema.Array(Schema.Struct({ txid: Schema.optionalKey(Schema.Unknown) })) }),
)
