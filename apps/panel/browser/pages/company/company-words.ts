/**
 * What operators read where they make a company, and where they change who it is.
 */
import { brazilianPortuguese } from "../../../src/text/company/brazilian-portuguese.ts"
import { english } from "../../../src/text/company/english.ts"
import type { CompanyWords } from "../../../src/text/company/words.ts"
import { useWordsOf } from "../../state/language.ts"

const inEach = { "pt-BR": brazilianPortuguese, en: english } as const

export const useCompanyWords = (): CompanyWords => useWordsOf(inEach)
