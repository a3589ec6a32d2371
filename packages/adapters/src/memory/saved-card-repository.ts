/**
 * Saved cards in memory.
 */
import { SavedCardRepository } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { requireAll } from "./constraint-broken.ts"
import { Tables } from "./tables.ts"

export const layer = Layer.effect(
  SavedCardRepository,
  Effect.gen(function* () {
    const { customers, savedCards } = yield* Tables

    return SavedCardRepository.of({
      add: (card) =>
        Effect.sync(() => {
          if (savedCards.has(card.token)) return
          requireAll([["saved_card.customer exists", customers.has(card.customer)]])
          savedCards.put(card.token, card)
        }),

      find: (company, token) =>
        Effect.sync(() =>
          Option.fromUndefinedOr(savedCards.get(token)).pipe(Option.filter((card) => card.company === company)),
        ),
    })
  }),
)
