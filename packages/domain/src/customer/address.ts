// A customer's billing address: every part as received, none looked up.
import * as Schema from "effect/Schema"
import { textWithin } from "../text/text.ts"
import { Country } from "./country.ts"
import { PostalCode } from "./postal-code.ts"
import { Region } from "./region.ts"

/**
 * Bounds of the free parts of an address, in code points. Our own choice: wide enough for any street sign in Brazil.
 */
export const addressLimits = {
  street: { min: 1, max: 255 },
  number: { min: 1, max: 20 },
  complement: { min: 0, max: 255 },
  district: { min: 1, max: 120 },
  city: { min: 1, max: 120 },
} as const

/**
 * A Brazilian address.
 *
 * `number` is text, because of `12-A`, `km 7` and `s/n`. `complement` is `""` if there is none. The region is not
 * compared with the postal code: postal ranges change, and a wrong refusal costs a sale.
 */
export const Address = Schema.Struct({
  postcode: PostalCode,
  street: textWithin(addressLimits.street),
  number: textWithin(addressLimits.number),
  complement: textWithin(addressLimits.complement),
  district: textWithin(addressLimits.district),
  city: textWithin(addressLimits.city),
  region: Region,
  country: Schema.optionalKey(Country),
})
export type Address = typeof Address.Type
