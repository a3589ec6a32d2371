/**
 * What the levers of the sandbox say.
 */
import { brazilianPortuguese } from "../../src/text/sandbox/brazilian-portuguese.ts"
import { english } from "../../src/text/sandbox/english.ts"
import type { SandboxWords } from "../../src/text/sandbox/words.ts"
import { useWordsOf } from "../state/language.ts"

const inEach = { "pt-BR": brazilianPortuguese, en: english } as const

export const useSandboxWords = (): SandboxWords => useWordsOf(inEach)
