/** All texts of the panel, in one language. If a language lacks one, the code does not compile. */
import type { PageLanguage } from "@vintem/domain/company"
import type { Said } from "@vintem/pay/said"
import type { DecimalMark } from "../reais.ts"
import type { brazilianPortuguese } from "./brazilian-portuguese.ts"

/** The languages of the payer's pages. */
export type Language = PageLanguage

/** An action, and its texts before and after. */
export interface Deed {
  readonly verb: string
  /** The text on what will happen. */
  readonly says: string
  readonly done: string
}

export type Words = Said<typeof brazilianPortuguese> & {
  readonly language: Language
  readonly decimalMark: DecimalMark
}

/** Texts that load with their pages, in every language. */
export type InEach<Texts> = Readonly<Record<Language, Said<Texts>>>
