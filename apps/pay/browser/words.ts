/**
 * The words of the page, in its language.
 */
import { brazilianPortuguese } from "../src/text/brazilian-portuguese.ts"
import type { Words } from "../src/text/words.ts"

export const words: Words = brazilianPortuguese
