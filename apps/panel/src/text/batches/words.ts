/** The texts for making a batch from a sheet. They load with the pages of batches. */
import type { Said } from "@vintem/pay/said"
import type { InEach } from "../words.ts"
import { brazilianPortuguese } from "./brazilian-portuguese.ts"
import { english } from "./english.ts"

export type BatchWords = Said<typeof brazilianPortuguese>

export const batchWords: InEach<typeof brazilianPortuguese> = { "pt-BR": brazilianPortuguese, en: english }
