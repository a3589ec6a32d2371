/**
 * What the operators' pages say, in each language.
 */
import { brazilianPortuguese } from "./brazilian-portuguese.ts"
import { english } from "./english.ts"

export const stateWords = { "pt-BR": brazilianPortuguese, en: english } as const
