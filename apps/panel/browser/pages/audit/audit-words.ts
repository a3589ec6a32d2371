/**
 * What the page of who changed what says.
 */
import { brazilianPortuguese } from "../../../src/text/audit/brazilian-portuguese.ts"
import { english } from "../../../src/text/audit/english.ts"
import type { AuditWords } from "../../../src/text/audit/words.ts"
import { useWordsOf } from "../../state/language.ts"

const inEach = { "pt-BR": brazilianPortuguese, en: english } as const

export const useAuditWords = (): AuditWords => useWordsOf(inEach)
