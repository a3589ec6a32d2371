/**
 * What the page of the state of the service says.
 */
import { brazilianPortuguese } from "../../../src/text/state/brazilian-portuguese.ts"
import { english } from "../../../src/text/state/english.ts"
import type { StateWords } from "../../../src/text/state/words.ts"
import { useWordsOf } from "../../state/language.ts"

const inEach = { "pt-BR": brazilianPortuguese, en: english } as const

export const useStateWords = (): StateWords => useWordsOf(inEach)
