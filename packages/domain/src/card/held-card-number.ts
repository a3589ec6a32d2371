// Finds card numbers in stored texts where they do not belong.
import { cardBrand } from "./brand.ts"
import { passesLuhn } from "./luhn.ts"

/**
 * True if a text holds a card number: digits that stand alone, or grouped as on a card, with a known brand and the
 * right check digit. Other long numbers, such as times, are ignored. One in ten random numbers that begin like a
 * brand's card is mistaken for a card.
 */
export const holdsCardNumber = (text: string): boolean =>
  [...text.matchAll(alone), ...text.matchAll(inGroups)].some(([found]) => {
    const digits = found.replace(/\D/gu, "")
    return cardBrand(digits) !== "unknown" && passesLuhn(digits)
  })

const alone = /(?<!\d)\d{13,19}(?!\d)/gu

/** Four groups of four; four, six and five (Amex); four, six and four (Diners). */
const inGroups = /(?<!\d)(?:\d{4}([-._ ])\d{4}\1\d{4}\1\d{4}|\d{4}([-._ ])\d{6}\2\d{4,5})(?!\d)/gu
