import type { PayerLinkView } from "@vintem/contract"
import { foundPartNames, Region } from "@vintem/domain/customer"
import { methodRules, PaymentMethod } from "@vintem/domain/method"
import { rawCodeMax } from "@vintem/domain/text"
import { type Html, html } from "../html/html.ts"
import type { Words } from "../text/words.ts"
import { type Entry, shownAddress } from "./entry.ts"
import { faultLine, faultOf, field } from "./field.ts"

/**
 * The payer's address, for the methods that need it. The postal code fills in the rest. Without a script these fields
 * are sent with every method, and only the style hides them, so a browser must not require them.
 */
export const addressFields = (link: PayerLinkView, entry: Entry, words: Words): Html => {
  const { address } = link
  const known = Object.fromEntries(Object.entries(address).map(([name, value]) => [`address.${name}`, value ?? ""]))
  const shown = { ...entry, values: { ...known, ...lookedUp(address), ...entry.values } }
  return html`<fieldset class="panel address" data-for="${addressed.join(" ")}"><legend>${words.address}</legend>
${shownNames.map((name) => html`<input type="hidden" name="${shownAddress(name)}" value="${shown.values[shownAddress(name)] ?? ""}">`)}
${field("address.postcode", { isOptional: true, autocomplete: "postal-code", inputmode: "numeric", maxLength: rawCodeMax }, shown, words)}
<p class="hint looked-up" aria-live="polite"></p>
${field("address.street", { isOptional: true, autocomplete: "address-line1" }, shown, words)}
${field("address.number", { isOptional: true, autocomplete: "off", maxLength: 20 }, shown, words)}
${field("address.complement", { isOptional: true, autocomplete: "address-line2" }, shown, words)}
${field("address.district", { isOptional: true, autocomplete: "address-level3" }, shown, words)}
<div class="row">
${field("address.city", { isOptional: true, autocomplete: "address-level2" }, shown, words)}
${regionField(shown, words)}
</div>
</fieldset>`
}

const addressed = PaymentMethod.literals.filter((method) => methodRules[method].namesAddress)

const shownNames = ["postcode", ...foundPartNames] as const

/** All of a link's address except the number came from its postal code. */
const lookedUp = (address: PayerLinkView["address"]): Readonly<Record<string, string>> =>
  address.city === null ? {} : Object.fromEntries(shownNames.map((name) => [shownAddress(name), address[name] ?? ""]))

const regionField = (entry: Entry, words: Words): Html => {
  const chosen = entry.values["address.region"] ?? ""
  return html`<div class="field" data-field="address.region">
<label for="address.region">${words.fields["address.region"]}</label>
<select id="address.region" name="address.region" autocomplete="address-level1" aria-describedby="address.region-fault">
<option value=""></option>
${Region.literals.map((region) => html`<option${region === chosen ? html` selected` : null}>${region}</option>`)}
</select>
${faultLine("address.region", faultOf("address.region", entry, words))}
</div>`
}
