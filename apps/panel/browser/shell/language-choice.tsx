/** Chooses the panel's language. */
import { useWords } from "../state/language.ts"
import { choose } from "./languages.ts"

export const LanguageChoice = () => {
  const [language, name] =
    useWords().language === "en" ? (["pt-BR", "Português"] as const) : (["en", "English"] as const)
  return (
    <p class="languages">
      <button type="button" class="plain" lang={language} onClick={() => choose(language)}>
        {name}
      </button>
    </p>
  )
}
