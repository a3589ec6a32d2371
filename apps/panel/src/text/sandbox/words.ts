/** The texts of the sandbox's controls. */
import type { Said } from "@vintem/pay/said"
import type { InEach } from "../words.ts"
import { brazilianPortuguese } from "./brazilian-portuguese.ts"
import { english } from "./english.ts"

export type SandboxWords = Said<typeof brazilianPortuguese>

export const sandboxWords: InEach<typeof brazilianPortuguese> = { "pt-BR": brazilianPortuguese, en: english }
