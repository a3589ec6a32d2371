/** A small picture of a payment method, in the color of the text around it. Its name stands beside it. */
import type { PaymentMethod } from "@vintem/domain/method"
import { type Html, html } from "../html/html.ts"

/** Outlines in a box of 24 by 24. The one of Pix is a plain diamond, not the trademark. */
const outlines: Readonly<Record<PaymentMethod, string>> = {
  pix: "M12 2.5 21.5 12 12 21.5 2.5 12ZM7 7l3.5 3.5a2.1 2.1 0 0 0 3 0L17 7M7 17l3.5-3.5a2.1 2.1 0 0 1 3 0L17 17",
  bank_slip: "M3 5v14M6.5 5v14M10 5v14M12.5 5v14M16 5v14M18 5v14M21 5v14",
  credit:
    "M2.5 6.5a1.5 1.5 0 0 1 1.5-1.5h16a1.5 1.5 0 0 1 1.5 1.5v11a1.5 1.5 0 0 1-1.5 1.5H4a1.5 1.5 0 0 1-1.5-1.5ZM2.5 9.5h19M6 15h4",
}

export const methodIcon = (method: PaymentMethod): Html =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${outlines[method]}"/></svg>`
