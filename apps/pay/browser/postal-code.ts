/**
 * Fills in the address of a postal code. It only saves typing: if it fails, the payer types.
 *
 * When the code changes, values that a lookup filled in and nobody edited are removed, so that an earlier code's street
 * is never sent. The form itself holds the code of the last lookup, and the values that it filled in.
 */
import { PostalCodeView } from "@vintem/contract"
import { type FoundParts, foundPartNames, nothingFound, withFoundParts } from "@vintem/domain/customer"
import { enteredParts, shownAddress, shownParts } from "../src/form/entry.ts"
import { digitsOf } from "./card-boxes.ts"
import { clearFault } from "./faults.ts"
import { read } from "./read.ts"
import { words } from "./words.ts"

export const startPostalCode = (form: HTMLFormElement): void => {
  const code = form.querySelector<HTMLInputElement>('[id="address.postcode"]')
  if (code === null) return
  let isWithoutEarlier = false
  let asking = new AbortController()
  const look = async (): Promise<void> => {
    const digits = digitsOf(code.value).slice(0, 8)
    if (digits === digitsOf(valuesIn(form)[shownAddress("postcode")] ?? "")) return
    // The latest code counts: a lookup of an earlier one is canceled.
    asking.abort()
    asking = new AbortController()
    const { signal } = asking
    if (replaced(form, "", nothingFound)) isWithoutEarlier = true
    tell(form, "")
    if (digits.length < 8) return
    const found = await read(`/public/v1/postal-codes/${digits}`, PostalCodeView, signal)
    if (signal.aborted) return
    if (found === undefined) {
      if (isWithoutEarlier) tell(form, words.addressUnknown)
      return
    }
    isWithoutEarlier = false
    const { city, district, region, street } = found
    replaced(form, digits, { street: street ?? "", district: district ?? "", city, region })
    // A payer who is typing elsewhere stays there.
    if (document.activeElement === code) form.querySelector<HTMLInputElement>('[id="address.number"]')?.focus()
  }
  code.addEventListener("input", () => void look())
  void look()
}

/** Replaces the previous lookup's values by the new ones. @returns true if anything was replaced */
const replaced = (form: HTMLFormElement, code: string, found: FoundParts): boolean => {
  const values = valuesIn(form)
  const entered = enteredParts(values)
  const address = withFoundParts(entered, shownParts(values), found)
  put(form, shownAddress("postcode"), code)
  for (const name of foundPartNames) {
    put(form, shownAddress(name), found[name])
    if (address[name] === entered[name]) continue
    put(form, `address.${name}`, address[name])
    clearFault(form, `address.${name}`)
  }
  return foundPartNames.some((name) => address[name] !== entered[name])
}

type Box = HTMLInputElement | HTMLSelectElement

const boxesIn = (form: HTMLFormElement): ReadonlyArray<Box> => [
  ...form.querySelectorAll<Box>('[name^="address."], [name^="shown."]'),
]

const valuesIn = (form: HTMLFormElement): Readonly<Record<string, string>> =>
  Object.fromEntries(boxesIn(form).map(({ name, value }) => [name, value]))

const put = (form: HTMLFormElement, name: string, value: string): void => {
  for (const box of boxesIn(form)) if (box.name === name) box.value = value
}

const tell = (form: HTMLFormElement, sentence: string): void => {
  const place = form.querySelector(".looked-up")
  if (place !== null) place.textContent = sentence
}
