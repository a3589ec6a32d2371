// Card numbers in texts that are no place for them, and that are kept.
import { cardBrand } from "./brand.ts"
import { passesLuhn } from "./luhn.ts"

/**
 * Whether a text holds the number of a card: digits that stand alone, or in groups as on a card, of a brand that is known and with the right
 * check digit. Other long numbers are none, such as times. Of those that begin as cards of a brand do one in ten is taken for one.
 */
export const holdsCardNumber = (text: string): boolean =>
  [...text.matchAll(alone), ...text.matchAll(inGroups)].some(([found]) => {
    const digits = found.replace(/\D/gu, "")
    return cardBrand(digits) !== "unknown" && passesLuhn(digits)
  })

const alone = /(?<!\d)\d{13,19}(?!\d)/gu

/** Four groups of four; four, six and five of Amex; four, six and four of Diners. */
const inGroups = /(?<!\d)(?:\d{4}([-._ ])\d{4}\1\d{4}\1\d{4}|\d{4}([-._ ])\d{6}\2\d{4,5})(?!\d)/gu
