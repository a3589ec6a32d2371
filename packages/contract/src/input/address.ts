/**
 * The address of a request.
 */
import { addressLimits, Country, PostalCode, Region } from "@vintem/domain"
import * as Schema from "effect/Schema"
import { optional, required, withDefault } from "./field.ts"
import { readCountry, readPostalCode, readRegion, readText, readTextOrInteger } from "./text.ts"

/** An address as requests write it. */
export const AddressRequest = Schema.Struct({
  postcode: Schema.String.annotate({ description: "Eight digits, hyphen or not.", examples: ["01310-100"] }),
  street: Schema.String.annotate({ examples: ["Avenida Paulista"] }),
  number: Schema.Union([Schema.String, Schema.Int]).annotate({ examples: ["1578"] }),
  complement: Schema.optionalKey(Schema.String.annotate({ examples: ["Conjunto 4"] })),
  district: Schema.String.annotate({ examples: ["Bela Vista"] }),
  city: Schema.String.annotate({ examples: ["São Paulo"] }),
  region: Schema.String.annotate({ description: "Abbreviation of the state.", examples: ["SP"] }),
  country: Schema.optionalKey(Schema.String.annotate({ description: "Two letters.", examples: ["BR"] })),
})

/** Reads into the domain's `Address`. */
export const AddressInput = Schema.Struct({
  postcode: required(PostalCode, readPostalCode),
  street: required(Schema.String, readText(addressLimits.street)),
  number: required(Schema.String, readTextOrInteger(addressLimits.number)),
  complement: withDefault(Schema.String, readText(addressLimits.complement), ""),
  district: required(Schema.String, readText(addressLimits.district)),
  city: required(Schema.String, readText(addressLimits.city)),
  region: required(Region, readRegion),
  country: optional(Country, readCountry),
})
