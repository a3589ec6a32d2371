// The simulated acquirer at the other end of a connection, under the contract of all acquirers.
import { acquirerContract, chargeListContract } from "@vintem/testing"
import * as Layer from "effect/Layer"
import { SimulatedBooks } from "../src/simulated/books/simulated-books.ts"
import { SandboxReports } from "../src/simulated/sandbox-reports.ts"
import * as SimulatedAcquirer from "../src/simulated/simulated-acquirer.ts"
import * as SimulatedChargeList from "../src/simulated/simulated-charge-list.ts"
import { overConnection } from "./gateway-connection.ts"
import { payAtSandbox, simulatedMeans } from "./simulated-means.ts"

acquirerContract(
  "The acquirer behind the gateway protocol",
  Layer.merge(overConnection(SimulatedAcquirer.layer), SandboxReports.layer).pipe(
    Layer.provide(SimulatedBooks.layerMemory),
  ),
  simulatedMeans,
  { pay: payAtSandbox },
)

chargeListContract(
  "The acquirer behind the gateway protocol",
  overConnection(
    Layer.merge(SimulatedAcquirer.layer, SimulatedChargeList.layer).pipe(Layer.provide(SimulatedBooks.layerMemory)),
  ),
  simulatedMeans,
)
