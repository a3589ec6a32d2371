// Text for readers of ASCII: Pix codes, acquirers and bank slips.

/**
 * Folds a text to printable ASCII: accents are dropped, every other non-ASCII character becomes a space, and spaces
 * collapse.
 *
 * Pix readers differ on whether lengths count characters or bytes, so a code is safe only if both are equal. Never use
 * it for stored text: it loses letters (`ª`, `ø`, every other script), and may lose all of them.
 *
 * @param charactersMax - the most characters; zero or more
 * @returns at most that many characters between U+0020 and U+007E, without a space at either end; may be empty
 */
export const foldAscii = (text: string, charactersMax: number): string =>
  text
    // Marks are dropped before as well as after: decomposing a text takes time in the square of the marks in a row.
    .replace(/\p{M}+/gu, "")
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .replace(/[^\u0021-\u007E]+/gu, " ")
    .trim()
    .slice(0, charactersMax)
    .trimEnd()
