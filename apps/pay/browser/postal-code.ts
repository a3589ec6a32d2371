import { PostalCodeView } from "@vintem/contract"
import { digitsOf } from "./card-boxes.ts"
import { read } from "./read.ts"

/** Fills in the address of a postal code, where none was typed. It only saves typing: failures are not shown. */
export const startPostalCode = (form: HTMLFormElement): void => {
  const code = form.querySelector<HTMLInputElement>('[id="address.postcode"]')
  code?.addEventListener("input", () => {
    const digits = digitsOf(code.value).slice(0, 8)
    if (digits.length === 8) void fillIn(form, digits)
  })
}

const fillIn = async (form: HTMLFormElement, code: string): Promise<void> => {
  const found = await read(`/public/v1/postal-codes/${code}`, PostalCodeView)
  if (found === undefined) return
  for (const name of ["street", "district", "city", "region"] as const) {
    const box = form.querySelector<HTMLInputElement | HTMLSelectElement>(`[id="address.${name}"]`)
    if (box !== null && box.value === "") box.value = found[name] ?? ""
  }
  form.querySelector<HTMLInputElement>('[id="address.number"]')?.focus()
}
