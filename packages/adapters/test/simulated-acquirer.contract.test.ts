// The simulated acquirer under the contract of all acquirers: once as it is, and once with books that let others in between.
import { acquirerContract, chargeListContract } from "@vintem/domain/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SimulatedAcquirer from "../src/simulated/simulated-acquirer.ts"
import { SimulatedBooks } from "../src/simulated/simulated-books.ts"
import * as SimulatedChargeList from "../src/simulated/simulated-charge-list.ts"
import { simulatedMeans } from "./simulated-means.ts"

acquirerContract(
  "The simulated acquirer",
  SimulatedAcquirer.layer.pipe(Layer.provide(SimulatedBooks.layerMemory)),
  simulatedMeans,
)

chargeListContract(
  "The simulated acquirer",
  Layer.merge(SimulatedAcquirer.layer, SimulatedChargeList.layer).pipe(Layer.provide(SimulatedBooks.layerMemory)),
  simulatedMeans,
)

const slowBooks = Layer.effect(
  SimulatedBooks,
  Effect.map(SimulatedBooks, (books) =>
    SimulatedBooks.of({
      find: (key) => Effect.andThen(Effect.yieldNow, books.find(key)),
      add: (entry, card) => Effect.andThen(Effect.yieldNow, books.add(entry, card)),
      update: (entry) => Effect.andThen(Effect.yieldNow, books.update(entry)),
      list: (after, limit) => Effect.andThen(Effect.yieldNow, books.list(after, limit)),
      addCard: (card) => Effect.andThen(Effect.yieldNow, books.addCard(card)),
      findCard: (token) => Effect.andThen(Effect.yieldNow, books.findCard(token)),
    }),
  ),
)

acquirerContract(
  "The simulated acquirer on slow books",
  SimulatedAcquirer.layer.pipe(Layer.provide(slowBooks), Layer.provide(SimulatedBooks.layerMemory)),
  simulatedMeans,
)
