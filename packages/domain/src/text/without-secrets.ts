/**
 * Takes secrets of this service, and what could be a card number, out of a text that came from outside.
 */

/** Replaces what is not shown. */
export const masked = "(masked)"

/**
 * Without our API keys and webhook secrets, and without twelve digits or more, with up to three separators between two of them. A
 * beginning of one of ours goes, too.
 */
export const withoutSecrets = (text: string): string =>
  text.replace(/(?:vintem_|whsec_)[\w+/=-]*/gu, masked).replace(/\d(?:[-._/\s]{0,3}\d){11,}/gu, masked)
