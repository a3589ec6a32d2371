/**
 * The words of the page, in its language.
 */
import type { Words } from "../src/text/words.ts"
import { wordsIn } from "../src/text/words-in.ts"

export const words: Words = wordsIn[document.documentElement.lang === "en" ? "en" : "pt-BR"]
