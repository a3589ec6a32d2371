/** Masks this service's secrets, and possible card numbers, in a text from outside. */

/** Replaces a masked part. */
export const masked = "(masked)"

/**
 * Masks our API keys and webhook secrets, also if only their beginning is there, and twelve digits or more with up to
 * three separators between any two.
 */
export const withoutSecrets = (text: string): string =>
  text.replace(/(?:vintem_|whsec_)[\w+/=-]*/gu, masked).replace(/\d(?:[-._/\s]{0,3}\d){11,}/gu, masked)
