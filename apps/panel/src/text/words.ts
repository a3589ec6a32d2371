/**
 * Everything the panel says, in one language. What one language lacks does not compile.
 */
import type { PageLanguage } from "@vintem/domain/company"
import type { Said } from "@vintem/pay/said"
import type { DecimalMark } from "../reais.ts"
import type { brazilianPortuguese } from "./brazilian-portuguese.ts"

/** The panel speaks the languages that the payer's pages speak. */
export type Language = PageLanguage

/** An action, and its texts before and after. */
export interface Deed {
  readonly verb: string
  /** What will happen. */
  readonly says: string
  readonly done: string
}

export type Words = Said<typeof brazilianPortuguese> & {
  readonly language: Language
  readonly decimalMark: DecimalMark
}

/** Texts that come with their pages, in every language. */
export type InEach<Texts> = Readonly<Record<Language, Said<Texts>>>
