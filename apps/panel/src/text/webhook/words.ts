/** The texts for giving a webhook a new secret or removing it. They load with the webhook's page. */
import type { Said } from "@vintem/pay/said"
import type { InEach } from "../words.ts"
import { brazilianPortuguese } from "./brazilian-portuguese.ts"
import { english } from "./english.ts"

export type WebhookChangeWords = Said<typeof brazilianPortuguese>

export const webhookChangeWords: InEach<typeof brazilianPortuguese> = { "pt-BR": brazilianPortuguese, en: english }
