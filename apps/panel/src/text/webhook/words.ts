/**
 * What is said if a webhook gets another secret or is removed. It comes with the page of the webhook.
 */
import type { Said } from "@vintem/pay/said"
import type { InEach } from "../words.ts"
import { brazilianPortuguese } from "./brazilian-portuguese.ts"
import { english } from "./english.ts"

export type WebhookChangeWords = Said<typeof brazilianPortuguese>

export const webhookChangeWords: InEach<typeof brazilianPortuguese> = { "pt-BR": brazilianPortuguese, en: english }
