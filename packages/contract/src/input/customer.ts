/**
 * The customer of a request.
 */
import type { CustomerDetails } from "@vintem/domain/customer"
import { CustomerId } from "@vintem/domain/identifiers"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { type ObjectOf, object, optional, orNull, type Read, refusedAs, required, value } from "./codec.ts"
import { IntegerInput, integerOf, notAnInteger } from "./integer.ts"
import { document, email, fullName, telephone } from "./text.ts"

/** A text or an integer that cannot be a customer's id counts as an unknown customer. */
const readCustomerId: Read<CustomerId> = (input) => {
  const id = integerOf(input)
  if (id === undefined) return notAnInteger
  return isCustomerId(id) ? Result.succeed(id) : unknownCustomer
}

const unknownCustomer = refusedAs({ code: "does_not_exist" })
const isCustomerId = Schema.is(CustomerId)

/** The details of a customer. */
export const customerFields = {
  email: required(email, { examples: ["maria@example.com"] }),
  fullname: required(fullName, {
    description: "2 to 140 characters; the legal name of a company.",
    examples: ["Maria da Silva"],
  }),
  taxvat: required(document, {
    description: "CPF or CNPJ (alphanumeric too) with its check digits. Punctuation is accepted and dropped.",
    examples: ["52998224725"],
  }),
  telephone: required(telephone, {
    description: "Area code and number. Punctuation and a leading +55 are accepted and dropped.",
    examples: ["11987654321"],
  }),
}

const referenceFields = {
  id: optional(orNull(value(IntegerInput, readCustomerId)), {
    description: "An existing customer of the company; if absent, the customer is found by document.",
    examples: [42],
  }),
}

/** The reference to a saved customer, even if other fields are wrong. */
export const customerReference = object(referenceFields)

/** A customer that may refer to an existing one. */
export const customer = object({ ...referenceFields, ...customerFields })

/** A customer's details from a request. */
export const customerDetails = ({
  email,
  fullname,
  taxvat,
  telephone,
}: ObjectOf<typeof customerFields>): CustomerDetails => ({
  fullname,
  email,
  document: taxvat,
  telephone,
})
