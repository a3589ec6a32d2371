// The simulated acquirer under the contract of all acquirers: once as it is, and once with books that let others in between.
import { instant, LocalDate, parseCardDetails, singlePayment } from "@vintem/domain"
import { acquirerContract } from "@vintem/domain/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as SimulatedAcquirer from "../src/simulated/simulated-acquirer.ts"
import { SimulatedBooks } from "../src/simulated/simulated-books.ts"

const card = (number: string) =>
  ({
    _tag: "card",
    card: Result.getOrThrow(
      parseCardDetails({ holder: "MARIA DA SILVA", number, expiration: "12/2099", security: "123" }, today),
    ),
    installments: singlePayment,
  }) as const

const today = LocalDate.make("2026-11-21")

const means = {
  approved: card("4242424242424242"),
  refused: card("4000000000000002"),
  held: card("4000000000009235"),
  pix: { _tag: "pix", expiresAt: instant(Date.parse("2049-10-13T12:00:00Z")) },
  slip: { _tag: "bank_slip", dueDate: LocalDate.make("2049-10-13") },
} as const

acquirerContract(
  "The simulated acquirer",
  SimulatedAcquirer.layer.pipe(Layer.provide(SimulatedBooks.layerMemory)),
  means,
)

const slowBooks = Layer.effect(
  SimulatedBooks,
  Effect.map(SimulatedBooks, (books) =>
    SimulatedBooks.of({
      find: (key) => Effect.andThen(Effect.yieldNow, books.find(key)),
      add: (entry, card) => Effect.andThen(Effect.yieldNow, books.add(entry, card)),
      update: (entry) => Effect.andThen(Effect.yieldNow, books.update(entry)),
      addCard: (card) => Effect.andThen(Effect.yieldNow, books.addCard(card)),
      findCard: (token) => Effect.andThen(Effect.yieldNow, books.findCard(token)),
    }),
  ),
)

acquirerContract(
  "The simulated acquirer on slow books",
  SimulatedAcquirer.layer.pipe(Layer.provide(slowBooks), Layer.provide(SimulatedBooks.layerMemory)),
  means,
)
