/** The texts of the pages for products, checkouts, coupons and reminder rules. They load with these pages. */
import type { Said } from "@vintem/pay/said"
import type { InEach } from "../words.ts"
import { brazilianPortuguese } from "./brazilian-portuguese.ts"
import { english } from "./english.ts"

export type CatalogueWords = Said<typeof brazilianPortuguese>

export const catalogueWords: InEach<typeof brazilianPortuguese> = { "pt-BR": brazilianPortuguese, en: english }
