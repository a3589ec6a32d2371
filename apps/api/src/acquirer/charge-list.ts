/**
 * The acquirer, for the command that compares charges: its list, and refunding charges of no order.
 */
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import {
  GatewayAcquirer,
  GatewayChargeList,
  SimulatedAcquirer,
  SimulatedBooksKysely,
  SimulatedChargeList,
} from "@vintem/adapters"
import { Layer, Option } from "effect"
import type { Settings } from "../configuration/configuration.ts"

/** Of the acquirer behind the URL, or of the books in the database where there is none. */
export const chargeList = ({ gateway, gatewayTimeoutMillis: timeoutMillis }: Settings) =>
  Option.match(gateway, {
    onNone: () =>
      Layer.provide(Layer.merge(SimulatedAcquirer.layer, SimulatedChargeList.layer), SimulatedBooksKysely.layer),
    onSome: ({ url, secrets }) => {
      const endpoint = { url, secrets, timeoutMillis }
      return Layer.provide(
        Layer.merge(GatewayAcquirer.layer(endpoint), GatewayChargeList.layer(endpoint)),
        NodeHttpClient.layerUndici,
      )
    },
  })
