import type { PayerLinkView } from "@vintem/contract"
import { rawCodeMax } from "@vintem/domain/text"
import { type Html, html } from "../html/html.ts"
import type { Words } from "../text/words.ts"
import type { Entry } from "./entry.ts"
import { type FieldOptions, field } from "./field.ts"

type CustomerField = PayerLinkView["customer"]["needed"][number]

const options: Readonly<Record<CustomerField, FieldOptions>> = {
  fullname: { autocomplete: "name", maxLength: 140 },
  // A paste may bring spaces and invisible characters, and the service strips them: the field does not cut the text.
  email: { type: "email", autocomplete: "email", inputmode: "email", maxLength: rawCodeMax },
  // A CNPJ may have letters.
  taxvat: { autocomplete: "off", maxLength: rawCodeMax },
  telephone: { type: "tel", autocomplete: "tel-national", inputmode: "tel", maxLength: rawCodeMax },
}

const inOrder: ReadonlyArray<CustomerField> = ["fullname", "email", "taxvat", "telephone"]

/** The payer's fields. For a link that hides its customer, only those that the company did not fill in. */
export const customerFields = (link: PayerLinkView, entry: Entry, words: Words): Html => {
  const { customer, hide_customer_fields: isHidden } = link
  const asked = inOrder.filter((name) => !isHidden || customer.needed.includes(name))
  if (asked.length === 0) return html`<p>${words.contactIsKnown}</p>`
  const known = Object.fromEntries(inOrder.map((name) => [`customer.${name}`, customer[name] ?? ""]))
  const shown = { ...entry, values: { ...known, ...entry.values } }
  return html`<fieldset><legend>${words.contact}</legend>
${asked.map((name) => field(`customer.${name}`, options[name], shown, words))}
</fieldset>`
}
