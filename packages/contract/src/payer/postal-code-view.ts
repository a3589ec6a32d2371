/** `GET /public/v1/postal-codes/{postcode}`: the address of a postal code, with the names of requests. */
import { type FoundAddress, formatPostalCode, type PostalCode, Region } from "@vintem/domain/customer"
import * as Schema from "effect/Schema"

export const PostalCodeView = Schema.Struct({
  postcode: Schema.String.annotate({ description: "With a hyphen." }),
  street: Schema.NullOr(Schema.String),
  district: Schema.NullOr(Schema.String),
  city: Schema.String,
  region: Region,
}).annotate({
  identifier: "PostalCode",
  description: "A town with a single postal code has no street or district.",
  examples: [
    { postcode: "01310-100", street: "Avenida Paulista", district: "Bela Vista", city: "São Paulo", region: "SP" },
  ],
})
export type PostalCodeView = typeof PostalCodeView.Type

/** One postal code. */
export const PostalCodeResponse = Schema.Struct({ data: PostalCodeView })

export const postalCodeView = (code: PostalCode, { city, district, region, street }: FoundAddress): PostalCodeView => ({
  postcode: formatPostalCode(code),
  street: street === "" ? null : street,
  district: district === "" ? null : district,
  city,
  region,
})
