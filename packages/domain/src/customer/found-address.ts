/** The address that belongs to a postal code. */
import * as Schema from "effect/Schema"
import { textWithin } from "../text/text.ts"
import { addressLimits } from "./address.ts"
import { Region } from "./region.ts"

/** The part of an address that a lookup finds. If a town has only one postal code, street and district are `""`. */
export const FoundAddress = Schema.Struct({
  street: textWithin({ ...addressLimits.street, min: 0 }),
  district: textWithin({ ...addressLimits.district, min: 0 }),
  city: textWithin(addressLimits.city),
  region: Region,
})
export type FoundAddress = typeof FoundAddress.Type

/** The parts of an address that a lookup fills in, as form fields hold them: `""` for an empty field. */
export type FoundParts = Readonly<Record<keyof FoundAddress, string>>

/** The names of those parts. */
export const foundPartNames = ["street", "district", "city", "region"] as const satisfies ReadonlyArray<
  keyof FoundAddress
>

/** The parts that an unsuccessful lookup fills in. */
export const nothingFound: FoundParts = { street: "", district: "", city: "", region: "" }

/**
 * Replaces an address after its postal code changed. A part that the earlier lookup filled in and nobody edited is
 * replaced by the new code's, or emptied if the new code has none. A typed part stays. An empty part is filled in.
 *
 * @param entered - the current form fields
 * @param before - the parts that the earlier lookup filled in; `nothingFound` if there was none
 * @param found - the new code's parts; `nothingFound` if the lookup found nothing or failed
 */
export const withFoundParts = (entered: FoundParts, before: FoundParts, found: FoundParts): FoundParts => {
  const partOf = (name: keyof FoundParts) =>
    entered[name].trim() === "" || entered[name] === before[name] ? found[name] : entered[name]
  return { street: partOf("street"), district: partOf("district"), city: partOf("city"), region: partOf("region") }
}
