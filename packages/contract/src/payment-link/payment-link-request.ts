import { centavosMax, zero } from "@vintem/domain/money"
import { type LinkTerms, linkTextLimits, type PrefilledCustomer, unknownCustomer } from "@vintem/domain/payment-link"
import * as Result from "effect/Result"
import {
  andThen,
  clearable,
  described,
  type ObjectOf,
  object,
  type Refused,
  type RuleBetween,
  refused,
  required,
} from "../input/codec.ts"
import { type Fault, type InvalidFields, invalidFields } from "../input/fault.ts"
import { totalTooLarge } from "../order/total-out-of-range.ts"
import { linkField, referenceWords } from "./link-fields.ts"
import { kept, linkOptionRules, linkOptions, optionsOf } from "./link-options.ts"

const linkFields = {
  title: required(linkField.title, {
    description: `At most ${linkTextLimits.title.max} characters.`,
    examples: ["Mensalidade de novembro"],
  }),
  amount: required(linkField.amount, { description: "Reais, 0.01 or more.", examples: [199.9] }),
  reference: clearable(linkField.reference, referenceWords),
  ...linkOptions,
  customer_name: clearable(linkField.name, { examples: ["Maria da Silva"] }),
  customer_email: clearable(linkField.email, { examples: ["maria@example.com"] }),
  customer_phone: clearable(linkField.phone, { examples: ["11987654321"] }),
  customer_document: clearable(linkField.document, {
    description: "CPF or CNPJ with its check digits.",
    examples: ["52998224725"],
  }),
  customer_cep: clearable(linkField.cep, {
    description: "Postal code; known parts of its address are filled in.",
    examples: ["01310-100"],
  }),
  customer_number: clearable(linkField.number, { description: "House number.", examples: ["1578"] }),
}

type LinkChange = ObjectOf<typeof linkFields>

const amountTooLarge = totalTooLarge("additional_amount", "link")

const notTooMuch: RuleBetween<typeof linkFields> = ({ additional_amount, amount }) =>
  (amount ?? zero) + (additional_amount ?? zero) > centavosMax ? amountTooLarge : undefined

const link = described(object(linkFields, { ...linkOptionRules, additional_amount: notTooMuch }), {
  identifier: "PaymentLinkInput",
  description: "In an update, absent fields keep their value and null clears.",
  examples: [
    {
      title: "Mensalidade de novembro",
      amount: 199.9,
      description: "Aulas de violão em novembro",
      expired_at: "2030-12-31",
      expire_after_payment: true,
      installments: 3,
      fee_mode: "interest",
      reference: "mensalidade-11",
      customer_name: "Maria da Silva",
      customer_email: "maria@example.com",
    },
  ],
})

/** The type of a client's request. The API also accepts looser types: see the fields' descriptions. */
export const PaymentLinkRequest = link.schema
export type PaymentLinkRequest = typeof PaymentLinkRequest.Type

/** A new link. That its reminder rule exists is for the caller to find out. */
export const paymentLinkBody = andThen(link, (change, _at, faults): LinkTerms | Refused => {
  const terms = changed(null, change)
  if (Result.isSuccess(terms)) return terms.success
  faults.push(...terms.failure)
  return refused
})

/** A link's terms after a change, or a new link's. Lists the faults of a change that makes them invalid. */
export type TermsChange = (terms: LinkTerms | null) => Result.Result<LinkTerms, InvalidFields>

/** An update of a link. */
export const paymentLinkChangeBody = andThen(
  link,
  (change): TermsChange =>
    (terms) =>
      Result.mapError(changed(terms, change), invalidFields),
)

const changed = (terms: LinkTerms | null, change: LinkChange): Result.Result<LinkTerms, ReadonlyArray<Fault>> => {
  const options = optionsOf(terms, change)
  const additionalAmount = Result.isSuccess(options) ? options.success.additionalAmount : zero
  const tooMuch = change.amount + additionalAmount > centavosMax ? [amountTooLarge] : []
  if (Result.isFailure(options)) return Result.fail([...options.failure, ...tooMuch])
  if (tooMuch.length > 0) return Result.fail(tooMuch)
  return Result.succeed({
    ...options.success,
    title: change.title,
    amount: change.amount,
    reference: kept(change.reference, terms?.reference, null),
    customer: customerOf(terms?.customer ?? unknownCustomer, change),
  })
}

const customerOf = (before: PrefilledCustomer, change: LinkChange): PrefilledCustomer => ({
  name: kept(change.customer_name, before.name, null),
  email: kept(change.customer_email, before.email, null),
  phone: kept(change.customer_phone, before.phone, null),
  document: kept(change.customer_document, before.document, null),
  postcode: kept(change.customer_cep, before.postcode, null),
  number: kept(change.customer_number, before.number, null),
  address: before.address,
})
