/**
 * Which acquirer moves the money: one behind a URL, or the simulated one in this process.
 */
import {
  GatewayAcquirer,
  GatewayConnections,
  GatewaySandboxReports,
  SandboxReports,
  SimulatedAcquirer,
} from "@vintem/adapters"
import { AcquirerHealth, watchedAcquirer } from "@vintem/application"
import { Layer, Option } from "effect"
import { machineTime } from "../clock/machine-clock.ts"
import type { Settings } from "../configuration/configuration.ts"
import { measuredAcquirer } from "../metrics/measured-acquirer.ts"

export const acquirer = ({ gateway, gatewayTimeoutMillis: timeoutMillis }: Settings) =>
  Option.match(gateway, {
    onNone: () => watchedAcquirer.pipe(Layer.provideMerge(measuredAcquirer), Layer.provideMerge(simulated), watching),
    onSome: ({ url, secret }) => {
      const endpoint = { url, secret, timeoutMillis }
      return watchedAcquirer.pipe(
        Layer.provideMerge(measuredAcquirer),
        Layer.provideMerge(Layer.merge(GatewayAcquirer.layer(endpoint), GatewaySandboxReports.layer(endpoint))),
        Layer.provide(Layer.merge(GatewayConnections.layer({ connectMillis: timeoutMillis / 2 }), machineTime)),
        watching,
      )
    },
  })

const watching = Layer.provideMerge(AcquirerHealth.layer)

const simulated = Layer.merge(SimulatedAcquirer.layer, SandboxReports.SandboxReports.layer)
