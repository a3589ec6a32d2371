// The simulated acquirer under the contract of all acquirers: plain, with books that let others in between, and with
// books on a file.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { acquirerContract, chargeListContract } from "@vintem/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterAll } from "vitest"
import { SimulatedBooks } from "../src/simulated/books/simulated-books.ts"
import * as SimulatedBooksSqlite from "../src/simulated/books/sqlite-books.ts"
import { SandboxReports } from "../src/simulated/sandbox-reports.ts"
import * as SimulatedAcquirer from "../src/simulated/simulated-acquirer.ts"
import * as SimulatedChargeList from "../src/simulated/simulated-charge-list.ts"
import { payAtSandbox, simulatedMeans } from "./simulated-means.ts"

const sandbox = Layer.merge(SimulatedAcquirer.layer, SandboxReports.layer)

acquirerContract("The simulated acquirer", sandbox.pipe(Layer.provide(SimulatedBooks.layerMemory)), simulatedMeans, {
  pay: payAtSandbox,
})

chargeListContract(
  "The simulated acquirer",
  Layer.merge(SimulatedAcquirer.layer, SimulatedChargeList.layer).pipe(Layer.provide(SimulatedBooks.layerMemory)),
  simulatedMeans,
)

const slowBooks = Layer.effect(
  SimulatedBooks,
  Effect.map(SimulatedBooks, (books) =>
    SimulatedBooks.of({
      ...books,
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
  sandbox.pipe(Layer.provide(slowBooks), Layer.provide(SimulatedBooks.layerMemory)),
  simulatedMeans,
  { pay: payAtSandbox },
)

const folder = mkdtempSync(join(tmpdir(), "vintem-acquirer-"))
afterAll(() => rmSync(folder, { recursive: true }))

const onFile = sandbox.pipe(Layer.provide(SimulatedBooksSqlite.layer(join(folder, "acquirer.db"))))

acquirerContract("The simulated acquirer on a file", onFile, simulatedMeans, { pay: payAtSandbox, reopened: onFile })
