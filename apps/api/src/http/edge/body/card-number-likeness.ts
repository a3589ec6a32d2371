/**
 * Tells if a text that is about to be logged could hold a card number.
 *
 * It could if it has twelve digits, with at most one hyphen, dot, underscore or space between two of them: the shortest
 * card numbers have twelve. The check digit is not checked, because a mistyped number is as sensitive as the right one.
 */
export const couldHoldCardNumber = (text: string): boolean => /\d(?:[-._ ]?\d){11}/u.test(text)
