/**
 * Saved cards in memory.
 */
import { SavedCardRepository } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { requireAll } from "./constraint-broken.ts"
import { compositeKey, Tables } from "./tables.ts"

export const layer = Layer.effect(
  SavedCardRepository,
  Effect.gen(function* () {
    const { customers, savedCards } = yield* Tables

    return SavedCardRepository.of({
      add: (card) =>
        Effect.sync(() => {
          const key = compositeKey(card.company, card.token)
          if (savedCards.has(key)) return
          requireAll([["saved_card.customer exists", customers.has(card.customer)]])
          savedCards.put(key, card)
        }),

      find: (company, token) => Effect.sync(() => Option.fromUndefinedOr(savedCards.get(compositeKey(company, token)))),
    })
  }),
)
