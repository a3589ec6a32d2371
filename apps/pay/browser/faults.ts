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

/** Shows them all, and leads to the first. */
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

/** Looks at one box again: what has been mended is not wrong any more. */
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

/** At its box; false where it belongs to none. */
export const showFault = (form: HTMLFormElement, fault: PayerFault): boolean => {
  const line = isFieldName(fault.path, words) ? form.querySelector<HTMLElement>(`[id="${fault.path}-fault"]`) : null
  if (line === null) return false
  show(line, sentenceAt(form, fault))
  const box = form.querySelector(`[id="${fault.path}"]`) ?? line.parentElement?.querySelector("input") ?? null
  box?.setAttribute("aria-invalid", "true")
  return true
}

/** The service reads a holder as the page sends it: what is wrong with the name is seen in what was typed. */
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
