/**
 * Which language the panel speaks: the one that was chosen in this browser, else the browser's own.
 */
import { brazilianPortuguese } from "../../src/text/brazilian-portuguese.ts"
import type { Language, Words } from "../../src/text/words.ts"
import { type Shared, shared, useShared } from "./shared.ts"

const name = "vintem.panel.language"

/** If nothing may be kept, the browser's own language it is. */
const kept = (): string | null => {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

/** The language to begin with. */
export const firstLanguage = (): Language =>
  (kept() ?? navigator.language).startsWith("pt") ? brazilianPortuguese.language : "en"

/** The texts of the document's own language are always there, those of another one come when it is spoken. */
const spoken: Shared<Words> = shared<Words>(brazilianPortuguese)

export const speak = (words: Words): void => {
  document.documentElement.lang = words.language
  spoken.set(words)
}

/** For the next time that the panel is opened in this browser. */
export const keepLanguage = (chosen: Language): void => {
  try {
    localStorage.setItem(name, chosen)
  } catch {}
}

/** What the panel says. */
export const useWords = (): Words => useShared(spoken)

/** What pages say that bring words of their own. */
export const useWordsOf = <Own>(inEach: Readonly<Record<Language, Own>>): Own => inEach[useWords().language]
