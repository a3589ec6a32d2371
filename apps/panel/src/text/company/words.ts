/** The texts for operators who make or change a company. */
import type { Said } from "@vintem/pay/said"
import type { InEach } from "../words.ts"
import { brazilianPortuguese } from "./brazilian-portuguese.ts"
import { english } from "./english.ts"

export type CompanyWords = Said<typeof brazilianPortuguese>

export const companyWords: InEach<typeof brazilianPortuguese> = { "pt-BR": brazilianPortuguese, en: english }
