/**
 * What the pages of the catalogue say.
 */
import { brazilianPortuguese } from "../../../src/text/catalogue/brazilian-portuguese.ts"
import { english } from "../../../src/text/catalogue/english.ts"
import type { CatalogueWords } from "../../../src/text/catalogue/words.ts"
import { useWordsOf } from "../../state/language.ts"

const inEach = { "pt-BR": brazilianPortuguese, en: english } as const

export const useCatalogueWords = (): CatalogueWords => useWordsOf(inEach)
