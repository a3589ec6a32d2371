/**
 * What making a batch from a sheet says.
 */
import { brazilianPortuguese } from "../../../src/text/batches/brazilian-portuguese.ts"
import { english } from "../../../src/text/batches/english.ts"
import type { BatchWords } from "../../../src/text/batches/words.ts"
import { useWordsOf } from "../../state/language.ts"

const inEach = { "pt-BR": brazilianPortuguese, en: english } as const

export const useBatchWords = (): BatchWords => useWordsOf(inEach)
