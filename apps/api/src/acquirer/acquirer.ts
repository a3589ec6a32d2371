/**
 * Which acquirer moves the money: one behind a URL, or the simulated one in this process.
 */
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { GatewayAcquirer, GatewaySandboxReports, SandboxReports, SimulatedAcquirer } from "@vintem/adapters"
import { Layer, Option } from "effect"
import { machineTime } from "../clock/machine-clock.ts"
import type { Settings } from "../configuration/configuration.ts"
import { measuredAcquirer } from "../metrics/measured-acquirer.ts"

/** Concurrent requests; more wait for a connection, within the acquirer's time limit. */
const connectionsMax = 128

export const acquirer = ({ gateway, gatewayTimeoutMillis: timeoutMillis }: Settings) =>
  Option.match(gateway, {
    onNone: () => Layer.provideMerge(measuredAcquirer, simulated),
    onSome: ({ url, secret }) => {
      const endpoint = { url, secret, timeoutMillis }
      return measuredAcquirer.pipe(
        Layer.provideMerge(Layer.merge(GatewayAcquirer.layer(endpoint), GatewaySandboxReports.layer(endpoint))),
        Layer.provide(Layer.merge(connections, machineTime)),
      )
    },
  })

const simulated = Layer.merge(SimulatedAcquirer.layer, SandboxReports.SandboxReports.layer)

/** Kept alive between requests. undici does not follow redirects by default. */
const connections = NodeHttpClient.layerUndiciOptions({ connections: connectionsMax })
