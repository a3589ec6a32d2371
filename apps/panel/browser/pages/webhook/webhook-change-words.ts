/**
 * What is said where a webhook gets another secret or is removed.
 */
import { brazilianPortuguese } from "../../../src/text/webhook/brazilian-portuguese.ts"
import { english } from "../../../src/text/webhook/english.ts"
import type { WebhookChangeWords } from "../../../src/text/webhook/words.ts"
import { useWordsOf } from "../../state/language.ts"

const inEach = { "pt-BR": brazilianPortuguese, en: english } as const

export const useWebhookChangeWords = (): WebhookChangeWords => useWordsOf(inEach)
