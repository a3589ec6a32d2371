/**
 * Whether a text that is about to be logged could hold a card number.
 *
 * Judged by its digits alone: at least twelve, with at most one hyphen, dot, underscore or space between two of them. The shortest card
 * numbers have twelve digits. The check digit does not count: a mistyped number is as sensitive as the right one.
 */
export const couldHoldCardNumber = (text: string): boolean => /\d(?:[-._ ]?\d){11}/u.test(text)
