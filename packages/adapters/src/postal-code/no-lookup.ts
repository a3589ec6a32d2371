/**
 * A lookup that knows no address: for a service that was given none to ask.
 */
import { AddressLookup } from "@vintem/domain"
import { Effect, Layer } from "effect"

export const layer = Layer.succeed(AddressLookup, { find: () => Effect.succeedNone })
