/**
 * What a postal code says of an address.
 */
import * as Schema from "effect/Schema"
import { textWithin } from "../text/text.ts"
import { addressLimits } from "./address.ts"
import { Region } from "./region.ts"

/** The part of an address that a lookup finds. A town with one postal code has neither street nor district in it: `""` then. */
export const FoundAddress = Schema.Struct({
  street: textWithin({ ...addressLimits.street, min: 0 }),
  district: textWithin({ ...addressLimits.district, min: 0 }),
  city: textWithin(addressLimits.city),
  region: Region,
})
export type FoundAddress = typeof FoundAddress.Type

/** The parts of an address that a lookup fills in, as boxes of a form hold them: `""` for an empty box. */
export type FoundParts = Readonly<Record<keyof FoundAddress, string>>

/** The names of those parts. */
export const foundPartNames = ["street", "district", "city", "region"] as const satisfies ReadonlyArray<
  keyof FoundAddress
>

/** What a lookup that found nothing fills in. */
export const nothingFound: FoundParts = { street: "", district: "", city: "", region: "" }

/**
 * Replaces an address after its postal code was changed. A part that the earlier lookup filled in and nobody edited becomes that of the new
 * code, or empty if the new code has none. A part that somebody typed stays. An empty part is filled in.
 *
 * @param entered - what the boxes hold now
 * @param before - what the earlier lookup had filled in; `nothingFound` if there was none
 * @param found - what the new code says; `nothingFound` if the lookup found nothing or failed
 */
export const withFoundParts = (entered: FoundParts, before: FoundParts, found: FoundParts): FoundParts => {
  const partOf = (name: keyof FoundParts) =>
    entered[name].trim() === "" || entered[name] === before[name] ? found[name] : entered[name]
  return { street: partOf("street"), district: partOf("district"), city: partOf("city"), region: partOf("region") }
}
