/** Every method with its rules. A new method does not compile until it is in each of these records. */
import type * as Schema from "effect/Schema"
import {
  type BankSlipMeans,
  bankSlipFields,
  bankSlipRules,
  bankSlipTerms,
  issuedBankSlip,
  judgedBankSlip,
} from "./bank-slip.ts"
import { creditRules } from "./credit.ts"
import type { IssuedRules, IssuedTerms, Judge, MethodRules } from "./method-rules.ts"
import { forEachMethod, type IssuedMethod, type PaymentMethod } from "./payment-method.ts"
import { issuedPix, judgedPix, type PixMeans, pixFields, pixRules, pixTerms } from "./pix.ts"

/** The rules of each method. */
export const methodRules: Readonly<Record<PaymentMethod, MethodRules>> = {
  pix: pixRules,
  bank_slip: bankSlipRules,
  credit: creditRules,
}

/** The title of each method, for people. */
export const methodTitles = (language: keyof MethodRules["title"]): Readonly<Record<PaymentMethod, string>> =>
  forEachMethod((method) => methodRules[method].title[language])

/** The fields of each method's instrument. */
export const issuedFields = { pix: pixFields, bank_slip: bankSlipFields } satisfies Record<
  IssuedMethod,
  Schema.Struct.Fields
>

/** Each method's request to the acquirer. */
export interface MeansBy {
  readonly pix: PixMeans
  readonly bank_slip: BankSlipMeans
}

/** Each method's instrument. */
export type IssuedBy = {
  readonly [Tag in IssuedMethod]: { readonly _tag: Tag } & Schema.Struct.Type<(typeof issuedFields)[Tag]>
}

/** The instrument of a method that is a type parameter. */
export type IssuedAs<Tag extends IssuedMethod> = IssuedBy[Tag] & { readonly _tag: Tag }

/** A request to the acquirer to issue an instrument. */
export type IssuedMeans = MeansBy[IssuedMethod]

/** The terms of each issued method. */
export const issuedTerms: Readonly<Record<IssuedMethod, IssuedTerms>> = {
  pix: pixTerms,
  bank_slip: bankSlipTerms,
}

/** The rules of each issued method. */
export const issuedRules: { readonly [Tag in IssuedMethod]: IssuedRules<IssuedBy[Tag], MeansBy[Tag]> } = {
  pix: issuedPix,
  bank_slip: issuedBankSlip,
}

/** The check of each method's instrument. */
export const judges: { readonly [Tag in IssuedMethod]: Judge<IssuedBy[Tag]> } = {
  pix: judgedPix,
  bank_slip: judgedBankSlip,
}
