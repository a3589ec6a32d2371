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
