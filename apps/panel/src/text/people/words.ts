/** The texts of the pages for members, and of the user's own account. They load with those pages. */
import type { Said } from "@vintem/pay/said"
import type { InEach } from "../words.ts"
import { brazilianPortuguese } from "./brazilian-portuguese.ts"
import { english } from "./english.ts"

export type PeopleWords = Said<typeof brazilianPortuguese>

export const peopleWords: InEach<typeof brazilianPortuguese> = { "pt-BR": brazilianPortuguese, en: english }
