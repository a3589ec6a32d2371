/**
 * The customer of a request.
 */
import { type CustomerDetails, CustomerId, Document, Email, FullName, Telephone } from "@vintem/domain"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { doesNotExist } from "./fault.ts"
import { optional, type Read, required } from "./field.ts"
import { IntegerInput, integerOf, notAnInteger } from "./integer.ts"
import { readDocument, readEmail, readFullName, readTelephone } from "./text.ts"

/** A customer as requests write it. */
export const CustomerRequest = Schema.Struct({
  id: Schema.optionalKey(
    Schema.NullOr(IntegerInput).annotate({
      description: "An existing customer of the company; without it the customer is found by document.",
      examples: [42],
    }),
  ),
  email: Schema.String.annotate({ examples: ["maria@example.com"] }),
  fullname: Schema.String.annotate({
    description: "2 to 140 characters; the legal name of a company.",
    examples: ["Maria da Silva"],
  }),
  taxvat: Schema.String.annotate({
    description: "CPF or CNPJ, the alphanumeric one too. Punctuation is accepted and dropped.",
    examples: ["52998224725"],
  }),
  telephone: Schema.String.annotate({
    description: "Area code and number. Punctuation and a leading +55 are accepted and dropped.",
    examples: ["11987654321"],
  }),
})

/** A text or an integer that no customer has is a customer that does not exist. */
const readCustomerId: Read<CustomerId> = (input) => {
  const id = integerOf(input)
  if (id === undefined) return notAnInteger
  return isCustomerId(id) ? Result.succeed(id) : Result.fail(doesNotExist)
}

const isCustomerId = Schema.is(CustomerId)

export const CustomerReferenceInput = Schema.Struct({ id: optional(CustomerId, readCustomerId) })

export const CustomerInput = Schema.Struct({
  ...CustomerReferenceInput.fields,
  email: required(Email, readEmail),
  fullname: required(FullName, readFullName),
  taxvat: required(Document, readDocument),
  telephone: required(Telephone, readTelephone),
})

export const customerDetails = ({
  email,
  fullname,
  taxvat,
  telephone,
}: typeof CustomerInput.Type): CustomerDetails => ({
  fullname,
  email,
  document: taxvat,
  telephone,
})
