/**
 * Which language the panel speaks: the one that was chosen in this browser, else the browser's own.
 */
import { brazilianPortuguese } from "../../src/text/brazilian-portuguese.ts"
import { english } from "../../src/text/english.ts"
import type { Language, Words } from "../../src/text/words.ts"
import { type Shared, shared, useShared } from "./shared.ts"

const wordsIn: Readonly<Record<Language, Words>> = { "pt-BR": brazilianPortuguese, en: english }

const name = "vintem.panel.language"

/** Where nothing may be kept, the browser's own language it is. */
const kept = (): string | null => {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

const first = (): Language => {
  const wanted = kept() ?? navigator.language
  return wanted.startsWith("pt") ? "pt-BR" : "en"
}

const language: Shared<Language> = shared(first())

document.documentElement.lang = language.get()

export const speak = (chosen: Language): void => {
  try {
    localStorage.setItem(name, chosen)
  } catch {}
  document.documentElement.lang = chosen
  language.set(chosen)
}

/** What the panel says. */
export const useWords = (): Words => useWordsOf(wordsIn)

/** What pages say that bring words of their own. */
export const useWordsOf = <Own>(inEach: Readonly<Record<Language, Own>>): Own => inEach[useShared(language)]
