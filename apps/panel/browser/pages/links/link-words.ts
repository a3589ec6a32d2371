/**
 * What the history of a payment link says.
 */
import { brazilianPortuguese } from "../../../src/text/links/brazilian-portuguese.ts"
import { english } from "../../../src/text/links/english.ts"
import type { LinkWords } from "../../../src/text/links/words.ts"
import { useWordsOf } from "../../state/language.ts"

const inEach = { "pt-BR": brazilianPortuguese, en: english } as const

export const useLinkWords = (): LinkWords => useWordsOf(inEach)
