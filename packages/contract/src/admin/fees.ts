/**
 * What each way of paying costs a company, on the wire: percent with two decimals, fixed parts in reais.
 */
import {
  BasisPoints,
  Centavos,
  CreditBrackets,
  centavos,
  decimalNumber,
  type FeeSchedule,
  type FeeTerms,
  InstallmentCount,
  installmentsMax,
  type PaymentMethod,
  percentNumber,
  zero,
} from "@vintem/domain"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { DecimalInput, readAmount, readPercent } from "../input/amount.ts"
import { fault } from "../input/fault.ts"
import { isBlank, optional, type Read, required } from "../input/field.ts"
import { IntegerInput, readInteger } from "../input/integer.ts"
import { faultsIn, isObject, optionalPart, type Part, part } from "../input/part.ts"

const termsView = {
  percent: Schema.Finite.annotate({ examples: [3.99] }),
  fixed: Schema.Finite.annotate({ description: "Reais, once a payment.", examples: [0.39] }),
}

/** What payments cost a company. Percentages are numbers like 3.99, amounts are reais. */
export const FeesView = Schema.Struct({
  pix: Schema.Struct(termsView),
  bank_slip: Schema.Struct(termsView),
  credit: Schema.Array(Schema.Struct({ up_to: Schema.Int, ...termsView })).annotate({
    description: "Brackets by number of installments, ascending; the last reaches 12.",
  }),
  interest_percent: Schema.Finite.annotate({ description: "Monthly rate of installment interest." }),
} satisfies Record<PaymentMethod | "interest_percent", Schema.Top>)
export type FeesView = typeof FeesView.Type

/** Basis points become percentages, centavos reais. */
export const feesView = ({ pix, bankSlip, credit, interest }: FeeSchedule): FeesView => ({
  pix: view(pix),
  bank_slip: view(bankSlip),
  credit: credit.map(({ upTo, ...terms }) => ({ up_to: upTo, ...view(terms) })),
  interest_percent: percentNumber(interest),
})

const view = ({ percent, fixed }: FeeTerms) => ({ percent: percentNumber(percent), fixed: decimalNumber(fixed) })

const termsRequest = { percent: DecimalInput, fixed: DecimalInput }

/** Fees as requests write them. What is absent stays as it is. */
export const FeesRequest = Schema.Struct({
  pix: Schema.optionalKey(Schema.Struct(termsRequest)),
  bank_slip: Schema.optionalKey(Schema.Struct(termsRequest)),
  credit: Schema.optionalKey(
    Schema.Array(Schema.Struct({ up_to: IntegerInput, ...termsRequest })).annotate({
      description: "All brackets together, in ascending order; the last reaches 12.",
    }),
  ),
  interest_percent: Schema.optionalKey(DecimalInput),
} satisfies Record<keyof FeesView, Schema.Top>)

/** Reads what is to change about the fees. */
export const readFees = (input: unknown, path: string): Part<Partial<FeeSchedule>> => {
  if (isBlank(input)) return Result.succeed({})
  if (!isObject(input)) return Result.fail([fault(path, "must be an object.")])
  const pix = readTerms(input["pix"], `${path}.pix`)
  const bankSlip = readTerms(input["bank_slip"], `${path}.bank_slip`)
  const credit = readCredit(input["credit"], `${path}.credit`)
  const rate = readRate(input, path)
  if (Result.isFailure(pix) || Result.isFailure(bankSlip) || Result.isFailure(credit) || Result.isFailure(rate)) {
    return Result.fail([pix, bankSlip, credit, rate].flatMap(faultsIn))
  }
  return Result.succeed({
    ...(pix.success === undefined ? {} : { pix: pix.success }),
    ...(bankSlip.success === undefined ? {} : { bankSlip: bankSlip.success }),
    ...(credit.success === undefined ? {} : { credit: credit.success }),
    ...(rate.success.interest_percent === undefined ? {} : { interest: rate.success.interest_percent }),
  })
}

/** Up to a million reais; no fee is near it. */
const fixedMax = centavos(100_000_000)

const TermsInput = Schema.Struct({
  percent: required(BasisPoints, readPercent),
  fixed: required(Centavos, readAmount({ min: zero, max: fixedMax })),
})

const readCount: Read<InstallmentCount> = (input) =>
  Result.map(readInteger({ min: 1, max: installmentsMax })(input), (count) => InstallmentCount.make(count))

const BracketInput = Schema.Struct({ up_to: required(InstallmentCount, readCount), ...TermsInput.fields })

const readTerms = optionalPart(TermsInput, undefined)
const readBrackets = part(Schema.Array(BracketInput))
const readRate = part(Schema.Struct({ interest_percent: optional(BasisPoints, readPercent) }))

const readCredit = (input: unknown, path: string): Part<FeeSchedule["credit"] | undefined> => {
  if (isBlank(input)) return Result.succeed(undefined)
  if (Array.isArray(input) && input.length > installmentsMax) {
    return Result.fail([fault(path, `may not have more than ${installmentsMax} items.`)])
  }
  return Result.flatMap(readBrackets(input, path), (brackets) => {
    const credit = brackets.map(({ up_to, percent, fixed }) => ({ upTo: up_to, percent, fixed }))
    return isCreditBrackets(credit)
      ? Result.succeed(credit)
      : Result.fail([fault(path, `must ascend by up_to, and end with up_to ${installmentsMax}.`)])
  })
}

const isCreditBrackets = Schema.is(CreditBrackets)
