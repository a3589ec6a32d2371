/**
 * A lookup that knows no address: for a service that was given none to ask.
 */
import { AddressLookup } from "@vintem/domain/ports"
import { Effect, Layer } from "effect"

/** Knows nothing of any postal code. */
export const layer = Layer.succeed(AddressLookup, { find: () => Effect.succeedNone })
