/**
 * Which service looks up addresses of postal codes: the configured one, or none.
 */
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { AddressLookupHttp, AddressLookupNone } from "@vintem/adapters"
import type { AddressLookup } from "@vintem/domain/ports"
import { Layer, Option } from "effect"
import type { Settings } from "./configuration/configuration.ts"

export const addressLookup = ({ postalCodeUrl }: Pick<Settings, "postalCodeUrl">): Layer.Layer<AddressLookup> =>
  Option.match(postalCodeUrl, {
    onNone: () => AddressLookupNone.layer,
    onSome: (base) => AddressLookupHttp.layer(base).pipe(Layer.provide(NodeHttpClient.layerUndici)),
  })
