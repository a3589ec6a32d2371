/**
 * Every method with what it answers. A further method does not compile until it stands in each of these records.
 */
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

/** The title of each method, for a person. */
export const methodTitles = (language: keyof MethodRules["title"]): Readonly<Record<PaymentMethod, string>> =>
  forEachMethod((method) => methodRules[method].title[language])

/** The fields of what each method issues. */
export const issuedFields = { pix: pixFields, bank_slip: bankSlipFields } satisfies Record<
  IssuedMethod,
  Schema.Struct.Fields
>

/** What each method asks an acquirer to issue. */
export interface MeansBy {
  readonly pix: PixMeans
  readonly bank_slip: BankSlipMeans
}

/** What each method issues. */
export type IssuedBy = {
  readonly [Tag in IssuedMethod]: { readonly _tag: Tag } & Schema.Struct.Type<(typeof issuedFields)[Tag]>
}

/** What a method issues, where the method is a type's parameter. */
export type IssuedAs<Tag extends IssuedMethod> = IssuedBy[Tag] & { readonly _tag: Tag }

/** What an acquirer is asked to issue. */
export type IssuedMeans = MeansBy[IssuedMethod]

/** The terms of each issued method. */
export const issuedTerms: Readonly<Record<IssuedMethod, IssuedTerms>> = {
  pix: pixTerms,
  bank_slip: bankSlipTerms,
}

/** What each issued method answers of what is issued. */
export const issuedRules: { readonly [Tag in IssuedMethod]: IssuedRules<IssuedBy[Tag], MeansBy[Tag]> } = {
  pix: issuedPix,
  bank_slip: issuedBankSlip,
}

/** Who judges what is issued. */
export const judges: { readonly [Tag in IssuedMethod]: Judge<IssuedBy[Tag]> } = {
  pix: judgedPix,
  bank_slip: judgedBankSlip,
}
