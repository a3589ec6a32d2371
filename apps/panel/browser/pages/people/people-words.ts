/**
 * What the pages of who works where say, and one's own account.
 */
import { brazilianPortuguese } from "../../../src/text/people/brazilian-portuguese.ts"
import { english } from "../../../src/text/people/english.ts"
import type { PeopleWords } from "../../../src/text/people/words.ts"
import { useWordsOf } from "../../state/language.ts"

const inEach = { "pt-BR": brazilianPortuguese, en: english } as const

export const usePeopleWords = (): PeopleWords => useWordsOf(inEach)
