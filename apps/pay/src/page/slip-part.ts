/** A bank slip that can be paid now: its parties, its line for copying, and its bars. */
import type { PayerOrderView, SlipParties } from "@vintem/contract"
import { type Html, html } from "../html/html.ts"
import { itfBarcode } from "../picture/itf-barcode.ts"
import { printedLine } from "../text/printed-line.ts"
import type { Words } from "../text/words.ts"

export const slipPart = (
  { barcode, due_date, line, total }: NonNullable<PayerOrderView["bank_slip"]>,
  { beneficiary, payer }: SlipParties,
  words: Words,
): Html => html`<section class="slip">
<dl>
<div><dt>${words.beneficiary}</dt><dd>${partyShown(beneficiary)}</dd></div>
${payer === null ? null : html`<div><dt>${words.payer}</dt><dd>${partyShown(payer)}</dd></div>`}
<div><dt>${words.total}</dt><dd>${words.money(total)}</dd></div>
</dl>
<p>${words.slipDue(words.day(due_date))}</p>
<label for="slip-line">${words.slipLine}</label>
<textarea id="slip-line" readonly rows="2" spellcheck="false">${printedLine(line)}</textarea>
<div class="buttons"><button type="button" class="copy" data-copies="slip-line" data-done="${words.copied}" hidden>${words.copy}</button>
<button type="button" class="print" hidden>${words.print}</button></div>
<div class="bars" role="img" aria-label="${words.slipBars}">${itfBarcode(barcode)}</div>
</section>`

const partyShown = ({ document, name }: SlipParties["beneficiary"]): string =>
  document === null ? name : `${name}, ${document}`
