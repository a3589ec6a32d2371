/**
 * The words of each language that pages can speak.
 */
import type { PageLanguage } from "@vintem/domain/company"
import { brazilianPortuguese } from "./brazilian-portuguese.ts"
import { english } from "./english.ts"
import type { Words } from "./words.ts"

export const wordsIn: Readonly<Record<PageLanguage, Words>> = { "pt-BR": brazilianPortuguese, en: english }
