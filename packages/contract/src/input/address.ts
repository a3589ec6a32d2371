/**
 * The address of a request.
 */
import { addressLimits } from "@vintem/domain/customer"
import { object, optional, required, withDefault } from "./codec.ts"
import { country, postalCode, region, text, textOrInteger } from "./text.ts"

/** Read into the domain's `Address`. */
export const address = object({
  postcode: required(postalCode, { description: "Eight digits, with or without a hyphen.", examples: ["01310-100"] }),
  street: required(text(addressLimits.street), { examples: ["Avenida Paulista"] }),
  number: required(textOrInteger(addressLimits.number), { examples: ["1578"] }),
  complement: withDefault(text(addressLimits.complement), "", { examples: ["Conjunto 4"] }),
  district: required(text(addressLimits.district), { examples: ["Bela Vista"] }),
  city: required(text(addressLimits.city), { examples: ["São Paulo"] }),
  region: required(region, { description: "Abbreviation of the state.", examples: ["SP"] }),
  country: optional(country, { description: "Two letters.", examples: ["BR"] }),
})
