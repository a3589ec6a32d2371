/** The change feed of stores in memory, which belong to one process. */
import { ChangeFeed } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Tables } from "./tables.ts"

export const layer = Layer.effect(
  ChangeFeed,
  Effect.map(Tables, ({ changes: { listen, readAgain } }) =>
    ChangeFeed.of({ listen, readAgain: Effect.sync(readAgain) }),
  ),
)
