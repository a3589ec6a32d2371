/**
 * Amounts, days and other people's words in messages.
 */

/** `21/11/2026`. @param date - `YYYY-MM-DD` */
export const brazilianDay = (date: string): string => date.split("-").toReversed().join("/")

const decimal = new Intl.NumberFormat("pt-BR", { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** `R$ 1.234,56`, with a plain space, which every mail program shows. */
export const reais = (centavos: number): string => `R$ ${decimal.format(centavos / 100)}`

/**
 * On one line, without characters that change the writing direction: with them a name could rearrange the words around
 * it.
 */
export const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu, " ")
    .trim()

export const escaped = (text: string): string =>
  text.replace(/[&<>"']/gu, (character) => entities[character] ?? character)

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
}
