/**
 * The id of a request. Its caller may choose it in `x-request-id`.
 *
 * It is repeated in the answer and in every log line of the request. So text that a caller sends there by mistake, such
 * as a card number or a key, must not reach the log.
 *
 * @see docs/decisions/wire.md#0208
 */
import { SecretsNode } from "@vintem/adapters"
import { couldHoldCardNumber } from "../body/card-number-likeness.ts"

/**
 * @param given - the header; empty if there is none
 * @returns undefined if the request gets an id of ours instead
 */
export const requestIdFrom = (given: string): string | undefined => {
  if (!/^[A-Za-z0-9._-]{1,128}$/u.test(given)) return undefined
  if (given.includes(SecretsNode.apiKeyPrefix) || given.includes("whsec_")) return undefined
  return isGenerated.test(given) || !couldHoldCardNumber(given) ? given : undefined
}

/**
 * A UUID, or the 32 hexadecimal digits of a trace: a long run of digits in them is chance. A card number has 19 digits
 * at most.
 */
const isGenerated = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32})$/iu
