/**
 * What the pages of customers say.
 */
import { brazilianPortuguese } from "../../../src/text/customers/brazilian-portuguese.ts"
import { english } from "../../../src/text/customers/english.ts"
import type { CustomerWords } from "../../../src/text/customers/words.ts"
import { useWordsOf } from "../../state/language.ts"

const inEach = { "pt-BR": brazilianPortuguese, en: english } as const

export const useCustomerWords = (): CustomerWords => useWordsOf(inEach)
