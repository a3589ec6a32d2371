/**
 * What making a company says.
 */
import { brazilianPortuguese } from "../../../src/text/companies/brazilian-portuguese.ts"
import { english } from "../../../src/text/companies/english.ts"
import type { CompaniesWords } from "../../../src/text/companies/words.ts"
import { useWordsOf } from "../../state/language.ts"

const inEach = { "pt-BR": brazilianPortuguese, en: english } as const

export const useCompaniesWords = (): CompaniesWords => useWordsOf(inEach)
