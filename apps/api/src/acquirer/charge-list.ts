/** The acquirer's list of charges, and refunds of charges without an order, for the command that compares charges. */
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { GatewayAcquirer, GatewayChargeList, SimulatedAcquirer, SimulatedChargeList } from "@vintem/adapters"
import { Layer, Option } from "effect"
import type { Settings } from "../configuration/configuration.ts"
import { booksBeside } from "./books.ts"

/** The acquirer behind the URL; if there is none, the books beside the database. */
export const chargeList = ({ database, gateway, gatewayTimeoutMillis: timeoutMillis }: Settings) =>
  Option.match(gateway, {
    onNone: () => Layer.provide(Layer.merge(SimulatedAcquirer.layer, SimulatedChargeList.layer), booksBeside(database)),
    onSome: ({ url, secrets }) => {
      const endpoint = { url, secrets, timeoutMillis }
      return Layer.provide(
        Layer.merge(GatewayAcquirer.layer(endpoint), GatewayChargeList.layer(endpoint)),
        NodeHttpClient.layerUndici,
      )
    },
  })
