/** Keys that no acquirer has seen, however often a contract runs against it. */

import { AttemptKey, RefundKey } from "@vintem/domain/identifiers"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"

const newText = Effect.map(Effect.all(Array.from({ length: 32 }, () => Random.nextIntBetween(0, 35))), (places) =>
  places.map((place) => place.toString(36)).join(""),
)

export const newKey = Effect.map(newText, (text) => AttemptKey.make(text))

export const newRefundKey = Effect.map(newText, (text) => RefundKey.make(text))
