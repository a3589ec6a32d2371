/**
 * Which language the panel speaks.
 */
import type { Language } from "../../src/text/words.ts"
import { useWords } from "../state/language.ts"
import { choose } from "./languages.ts"

const languages: ReadonlyArray<readonly [Language, string]> = [
  ["pt-BR", "Português"],
  ["en", "English"],
]

export const LanguageChoice = () => {
  const words = useWords()
  return (
    <p class="languages">
      {languages
        .filter(([language]) => language !== words.language)
        .map(([language, name]) => (
          <button key={language} type="button" class="plain" lang={language} onClick={() => choose(language)}>
            {name}
          </button>
        ))}
    </p>
  )
}
