/**
 * The languages of payers' pages, each by its own name.
 */
import type { PageLanguage } from "@vintem/domain/company"

export const languageNames: ReadonlyArray<readonly [PageLanguage, string]> = [
  ["pt-BR", "Português"],
  ["en", "English"],
]
