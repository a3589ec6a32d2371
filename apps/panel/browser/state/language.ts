/** The panel's language: the one that was chosen in this browser, else the browser's own. */
import { brazilianPortuguese } from "../../src/text/brazilian-portuguese.ts"
import type { Language, Words } from "../../src/text/words.ts"
import { type Shared, shared, useShared } from "./shared.ts"

const name = "vintem.panel.language"

/** If the browser allows no storage, its own language counts. */
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

/** The texts of the document's own language are always loaded, another language's on demand. */
const spoken: Shared<Words> = shared<Words>(brazilianPortuguese)

export const speak = (words: Words): void => {
  document.documentElement.lang = words.language
  spoken.set(words)
}

/** Remembers the choice in this browser. */
export const keepLanguage = (chosen: Language): void => {
  try {
    localStorage.setItem(name, chosen)
  } catch {}
}

/** The panel's texts. */
export const useWords = (): Words => useShared(spoken)

/** Texts of pages that bring their own. */
export const useWordsOf = <Own>(inEach: Readonly<Record<Language, Own>>): Own => inEach[useWords().language]
