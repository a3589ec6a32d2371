/** The texts of a payment link's history. They load with the pages of links. */
import type { Said } from "@vintem/pay/said"
import type { InEach } from "../words.ts"
import { brazilianPortuguese } from "./brazilian-portuguese.ts"
import { english } from "./english.ts"

export type LinkWords = Said<typeof brazilianPortuguese>

export const linkWords: InEach<typeof brazilianPortuguese> = { "pt-BR": brazilianPortuguese, en: english }
