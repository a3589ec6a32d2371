/**
 * What operators read if they make a company, and if they change who it is.
 */
import type { Said } from "@vintem/pay/said"
import type { InEach } from "../words.ts"
import { brazilianPortuguese } from "./brazilian-portuguese.ts"
import { english } from "./english.ts"

export type CompanyWords = Said<typeof brazilianPortuguese>

export const companyWords: InEach<typeof brazilianPortuguese> = { "pt-BR": brazilianPortuguese, en: english }
