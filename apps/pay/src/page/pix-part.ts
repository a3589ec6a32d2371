/** A Pix that can be paid now, for scanning or copying. */
import type { PayerOrderView } from "@vintem/contract"
import { type Html, html } from "../html/html.ts"
import { qrCode } from "../picture/qr-code.ts"
import type { Words } from "../text/words.ts"

export type OpenPix = NonNullable<PayerOrderView["pix"]>

/** Values that differ for each shown page. */
export interface Showing {
  readonly idempotencyKey: string
  /** `YYYY-MM-DD HH:MM:SS` of São Paulo, by the service's clock: a phone's may be wrong. */
  readonly now: string
}

export const pixPart = (
  { code, expires_at, total }: OpenPix,
  now: string,
  words: Words,
): Html => html`<section class="pix">
<p class="total">${words.money(total)}</p>
<button type="button" class="copy main" data-copies="pix-code" data-done="${words.copied}" hidden>${words.copyPix}</button>
<div class="qr" role="img" aria-label="${words.qrCode}">${qrCode(code)}</div>
<p class="hint">${words.pixUntil(words.minute(expires_at))}</p>
<p class="countdown" data-left="${secondsBetween(now, expires_at)}" hidden>${words.timeLeft} <time></time></p>
<ol>${words.pixSteps.map((step) => html`<li>${step}</li>`)}</ol>
<label for="pix-code">${words.pixCode}</label>
<textarea id="pix-code" readonly rows="6" spellcheck="false">${code}</textarea>
</section>`

/** @param from - `YYYY-MM-DD HH:MM:SS`, like `until` */
const secondsBetween = (from: string, until: string): number =>
  Math.ceil((Date.parse(`${until.replace(" ", "T")}Z`) - Date.parse(`${from.replace(" ", "T")}Z`)) / 1_000)
