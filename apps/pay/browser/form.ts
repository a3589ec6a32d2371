/** The payment form. The service's own rules check it before it is sent. */
import { decodeLinkPayment, decodeOrderPayment, type Fault, PayerField } from "@vintem/contract"
import { instant, saoPauloDate } from "@vintem/domain/calendar"
import { foldCardHolder } from "@vintem/domain/card"
import * as Result from "effect/Result"
import { bodyOf } from "../src/form/entry.ts"
import { showBegun } from "./begun-before.ts"
import { expirationOf, startCardBoxes } from "./card-boxes.ts"
import { startContactBoxes } from "./contact-boxes.ts"
import { clearFault, showFault, showFaults } from "./faults.ts"
import { payFor } from "./pay.ts"
import { startPostalCode } from "./postal-code.ts"
import { afterPress } from "./press.ts"

export const startForm = (form: HTMLFormElement): void => {
  form.noValidate = true
  for (const part of form.querySelectorAll<HTMLElement>(".needs-script")) part.hidden = false
  for (const sentence of form.querySelectorAll(".without-script")) sentence.remove()
  startCardBoxes(form)
  startContactBoxes(form)
  startPostalCode(form)
  form.addEventListener("change", () => showChosen(form))
  form.addEventListener("focusout", ({ target }) => {
    if (target instanceof HTMLInputElement && target.value !== "") afterPress(() => judgeBox(form, target))
  })
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    submit(form)
  })
  showChosen(form)
  void showBegun(form)
}

/** Shows and sends only the chosen method's fields; the button shows the price. */
const showChosen = (form: HTMLFormElement): void => {
  const method = methodOf(form)
  for (const part of form.querySelectorAll<HTMLElement>("[data-for]")) {
    part.hidden = !(part.dataset["for"] ?? "").split(" ").includes(method)
    if (part instanceof HTMLFieldSetElement) part.disabled = part.hidden
  }
  const installments = form.querySelector<HTMLSelectElement>('[id="payment.installments"]')
  const option = installments?.selectedOptions[0]
  const quote = form.querySelector("#quote")
  if (quote !== null) quote.textContent = option?.dataset["quote"] ?? ""
  const chosen = form.querySelector<HTMLInputElement>('[name="payment.method"]:checked')
  const total = method === "credit" ? option?.dataset["total"] : chosen?.dataset["total"]
  const button = form.querySelector<HTMLButtonElement>("button[type=submit]")
  if (button !== null) button.textContent = (chosen?.dataset["pay"] ?? "").replace("{}", total ?? "")
}

const methodOf = (form: HTMLFormElement): string =>
  form.querySelector<HTMLInputElement>('[name="payment.method"]:checked')?.value ?? ""

/** The form's values as a request body. Fields of other methods are disabled and left out. */
const filledIn = (form: HTMLFormElement): Readonly<Record<string, unknown>> => {
  const values: Record<string, string> = {}
  for (const box of form.elements) {
    if (!(box instanceof HTMLInputElement || box instanceof HTMLSelectElement)) continue
    const path = box.name === "" ? box.id : box.name
    if (
      path === "key" ||
      path.startsWith("shown.") ||
      box.matches(":disabled") ||
      (box instanceof HTMLInputElement && box.type === "radio" && !box.checked)
    )
      continue
    values[path] = asSent(path, box.value)
  }
  return bodyOf({ ...values, total: sumShown(form) })
}

/** A field's typed text in the form of requests. */
const asSent = (path: string, typed: string): string => {
  switch (path) {
    case "payment.card.expiration":
      return expirationOf(typed)
    case "payment.card.holder":
      return foldCardHolder(typed)
    default:
      return typed
  }
}

/** The price on the button, reais. */
const sumShown = (form: HTMLFormElement): string => {
  const chosen = form.querySelector<HTMLInputElement>('[name="payment.method"]:checked')
  const option = form.querySelector<HTMLSelectElement>('[id="payment.installments"]')?.selectedOptions[0]
  return (chosen?.value === "credit" ? option : chosen)?.dataset["sum"] ?? ""
}

const judged = (form: HTMLFormElement, body: unknown): ReadonlyArray<Fault> => {
  const today = saoPauloDate(instant(Date.now()))
  const page = form.closest<HTMLElement>("[data-page]")
  const needed = (page?.dataset["needed"] ?? "").split(" ")
  const read =
    page?.dataset["page"] === "link"
      ? decodeLinkPayment(
          body,
          PayerField.literals.filter((field) => needed.includes(field)),
          today,
        )
      : decodeOrderPayment(body, today)
  return Result.isFailure(read) ? read.failure.faults : []
}

/** Shows a field's fault when the payer leaves the field. Fields that they have not visited show none. */
const judgeBox = (form: HTMLFormElement, box: HTMLInputElement): void => {
  clearFault(form, box.id)
  const fault = judged(form, filledIn(form)).find(({ path }) => path === box.id)
  if (fault !== undefined) showFault(form, fault)
}

const submit = (form: HTMLFormElement): void => {
  const body = filledIn(form)
  const faults = judged(form, body)
  if (faults.length > 0) showFaults(form, faults)
  else void payFor(form, body)
}
