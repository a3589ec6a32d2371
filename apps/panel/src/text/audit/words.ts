/** The texts of the audit page. They load with that page. */
import type { Said } from "@vintem/pay/said"
import type { InEach } from "../words.ts"
import { brazilianPortuguese } from "./brazilian-portuguese.ts"
import { english } from "./english.ts"

export type AuditWords = Said<typeof brazilianPortuguese>

export const auditWords: InEach<typeof brazilianPortuguese> = { "pt-BR": brazilianPortuguese, en: english }
