/** The texts of the customers' pages. They load with those pages. */
import type { Said } from "@vintem/pay/said"
import type { InEach } from "../words.ts"
import { brazilianPortuguese } from "./brazilian-portuguese.ts"
import { english } from "./english.ts"

export type CustomerWords = Said<typeof brazilianPortuguese>

export const customerWords: InEach<typeof brazilianPortuguese> = { "pt-BR": brazilianPortuguese, en: english }
