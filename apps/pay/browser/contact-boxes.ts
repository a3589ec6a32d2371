/** The payer's document, telephone and postal code while they type: the usual punctuation between the digits. */

import { postcodeShown, taxvatShown, telephoneShown } from "../src/form/punctuation.ts"
import { boxIn, digitsOf, masked } from "./card-boxes.ts"

const punctuation = {
  "customer.taxvat": taxvatShown,
  "customer.telephone": telephoneShown,
  "address.postcode": postcodeShown,
} as const

/** A text with anything but digits and punctuation, such as a CNPJ with letters, stays as it was typed. */
export const startContactBoxes = (form: HTMLFormElement): void => {
  for (const [path, shown] of Object.entries(punctuation)) {
    const box = boxIn(form, path)
    box?.addEventListener("input", () => {
      const text = shown(digitsOf(box.value))
      if (text !== null && /^[\d ().\-/]*$/u.test(box.value)) masked(box, text)
    })
  }
}
