/**
 * The service in this process: what its use cases and `doDueWork` need, on an SQLite file.
 */
import {
  AddressLookupNone,
  IdentifiersNode,
  KyselyStorage,
  SimulatedAcquirer,
  SimulatedBooks,
  SqliteStorage,
} from "@vintem/adapters"
import { ChargePolicy } from "@vintem/application"
import { Layer } from "effect"

/** For work of which neither the acquirer nor the address lookup is asked anything. The file is made where there is none. */
export const workingService = (file: string) =>
  Layer.mergeAll(
    KyselyStorage.layerNoDeps,
    SimulatedAcquirer.layer.pipe(Layer.provide(SimulatedBooks.layerMemory)),
    IdentifiersNode.layer,
    AddressLookupNone.layer,
    Layer.succeed(ChargePolicy, { acquirerTimeoutMillis: 10_000, blockCloud: false }),
  ).pipe(Layer.provideMerge(SqliteStorage.layer(file)))
