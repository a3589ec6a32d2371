/** The texts of the service's state page. They load with that page. */
import type { Said } from "@vintem/pay/said"
import type { InEach } from "../words.ts"
import { brazilianPortuguese } from "./brazilian-portuguese.ts"
import { english } from "./english.ts"

export type StateWords = Said<typeof brazilianPortuguese>

export const stateWords: InEach<typeof brazilianPortuguese> = { "pt-BR": brazilianPortuguese, en: english }
