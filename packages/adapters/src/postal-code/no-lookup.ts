/** A lookup that knows no address: for a service without a configured one. */
import { AddressLookup } from "@vintem/domain/ports"
import { Effect, Layer } from "effect"

/** Finds no address for any postal code. */
export const layer = Layer.succeed(AddressLookup, { find: () => Effect.succeedNone })
