/** The acquirer that moves the money: the one behind a URL, or the simulated one in this process. */
import {
  AcquirerConnections,
  GatewayAcquirer,
  GatewaySandboxReports,
  SandboxReports,
  SimulatedAcquirer,
} from "@vintem/adapters"
import { AcquirerHealth, watchedAcquirer } from "@vintem/application"
import { Effect, Layer, Option } from "effect"
import { machineTime } from "../clock/machine-clock.ts"
import type { HttpGateway, Settings } from "../configuration/configuration.ts"
import { measuredAcquirer } from "../metrics/measured-acquirer.ts"
import { booksBeside } from "./books.ts"
import { SignatureWatch } from "./signature-watch.ts"

export const acquirer = ({ database, gateway, gatewayTimeoutMillis: timeoutMillis }: Settings) =>
  Option.match(gateway, {
    onNone: () =>
      watchedAcquirer.pipe(
        Layer.provideMerge(measuredAcquirer),
        Layer.provideMerge(Layer.provide(simulated, booksBeside(database))),
        watching,
      ),
    onSome: (gateway) =>
      watchedAcquirer.pipe(
        Layer.provideMerge(measuredAcquirer),
        Layer.provideMerge(behindUrl(gateway, timeoutMillis)),
        Layer.provide(Layer.merge(AcquirerConnections.layer({ connectMillis: timeoutMillis / 2 }), machineTime)),
        watching,
      ),
  })

const behindUrl = (gateway: HttpGateway, timeoutMillis: number) =>
  Layer.unwrap(
    Effect.map(SignatureWatch, ({ onStatus }) => {
      const endpoint = { ...gateway, timeoutMillis, onStatus }
      return Layer.merge(GatewayAcquirer.layer(endpoint), GatewaySandboxReports.layer(endpoint))
    }),
  )

const watching = Layer.provideMerge(AcquirerHealth.layer)

const simulated = Layer.merge(SimulatedAcquirer.layer, SandboxReports.SandboxReports.layer)
