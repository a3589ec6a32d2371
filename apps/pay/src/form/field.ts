/**
 * One field of a form: its label, its input and its fault.
 */
import { type Html, html } from "../html/html.ts"
import type { FieldName, Words } from "../text/words.ts"
import type { Entry } from "./entry.ts"
import { faultSentence } from "./fault-sentence.ts"

export interface FieldOptions {
  readonly type?: "text" | "email" | "tel"
  /**
   * The kind of value that browsers fill in. @see
   * https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#autofill
   */
  readonly autocomplete: string
  readonly inputmode?: "text" | "numeric" | "email" | "tel"
  readonly maxLength?: number
  readonly isOptional?: boolean
  /** The form itself never sends it, and it is never shown again: see card-fields.ts. */
  readonly isSecret?: boolean
}

/** Screen readers connect the fault to its field. */
export const field = (name: FieldName, options: FieldOptions, entry: Entry, words: Words): Html => {
  const {
    autocomplete,
    inputmode = "text",
    isOptional = false,
    isSecret = false,
    maxLength = 200,
    type = "text",
  } = options
  const fault = faultOf(name, entry, words)
  return html`<div class="field" data-field="${name}">
<label for="${name}">${words.fields[name]}</label>
<input id="${name}" ${isSecret ? null : html`name="${name}" `}type="${type}" inputmode="${inputmode}" autocomplete="${autocomplete}" maxlength="${maxLength}" value="${isSecret ? "" : (entry.values[name] ?? "")}"${isOptional ? null : html` required`} aria-describedby="${name}-fault"${fault === null ? null : html` aria-invalid="true"`}>
${faultLine(name, fault)}
</div>`
}

export const faultLine = (name: FieldName, fault: string | null): Html =>
  html`<p class="fault" id="${name}-fault"${fault === null ? html` hidden` : null}>${fault}</p>`

export const faultOf = (name: FieldName, { faults }: Entry, words: Words): string | null => {
  const found = faults.find(({ path }) => path === name)
  return found === undefined ? null : faultSentence(found, words)
}
