/**
 * A form's faults, shown at their fields.
 */
import { foldCardHolder, hasDigit } from "@vintem/domain/card"
import type { PayerFault } from "../src/form/entry.ts"
import { faultSentence, isFieldName } from "../src/form/fault-sentence.ts"
import { say } from "./say.ts"
import { words } from "./words.ts"

export const clearFaults = (form: HTMLFormElement): void => {
  for (const line of form.querySelectorAll<HTMLElement>(".fault")) show(line, "")
  for (const box of form.querySelectorAll("[aria-invalid]")) box.removeAttribute("aria-invalid")
  alertIn(form, [])
}

/** Shows all faults, and moves the focus to the first. */
export const showFaults = (form: HTMLFormElement, faults: ReadonlyArray<PayerFault>): void => {
  clearFaults(form)
  const elsewhere: Array<string> = []
  for (const fault of faults) {
    if (!showFault(form, fault)) elsewhere.push(faultSentence(fault, words))
  }
  alertIn(form, elsewhere)
  const first = form.querySelector<HTMLElement>("[aria-invalid]")
  if (first === null) form.querySelector(".alert")?.scrollIntoView({ block: "center" })
  else first.focus()
  if (first !== null) say(words.faultsAbove)
}

/** Checks one field again: a corrected value is no longer wrong. */
export const clearFault = (form: HTMLFormElement, path: string): void => {
  const line = form.querySelector<HTMLElement>(`[id="${path}-fault"]`)
  if (line !== null) show(line, "")
  form.querySelector(`[id="${path}"]`)?.removeAttribute("aria-invalid")
}

export const alertIn = (form: HTMLFormElement, sentences: ReadonlyArray<string>): void => {
  const place = form.querySelector(".alert")
  place?.replaceChildren(
    ...sentences.map((sentence) => {
      const line = document.createElement("p")
      line.textContent = sentence
      return line
    }),
  )
}

/** Shows a fault at its field; false if it has none. */
export const showFault = (form: HTMLFormElement, fault: PayerFault): boolean => {
  const line = isFieldName(fault.path, words) ? form.querySelector<HTMLElement>(`[id="${fault.path}-fault"]`) : null
  if (line === null) return false
  show(line, sentenceAt(form, fault))
  const box = form.querySelector(`[id="${fault.path}"]`) ?? line.parentElement?.querySelector("input") ?? null
  box?.setAttribute("aria-invalid", "true")
  return true
}

/** The page sends the holder's name in a folded form. The sentence depends on the typed one. */
const sentenceAt = (form: HTMLFormElement, fault: PayerFault): string => {
  const typed = form.querySelector<HTMLInputElement>(`[id="${holderPath}"]`)?.value ?? ""
  if (fault.path !== holderPath || typed.trim() === "") return faultSentence(fault, words)
  if (hasDigit(typed)) return words.holderHasDigits
  return foldCardHolder(typed) === "" ? words.holderHasNoLetters : faultSentence(fault, words)
}

const holderPath = "payment.card.holder"

const show = (line: HTMLElement, text: string): void => {
  line.textContent = text
  line.hidden = text === ""
}
