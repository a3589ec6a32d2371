import { digitsOf } from "./card-boxes.ts"

/** Fills in the address that belongs to a postal code, where nobody has typed one. It only saves typing: what fails is not told. */
export const startPostalCode = (form: HTMLFormElement): void => {
  const code = form.querySelector<HTMLInputElement>('[id="address.postcode"]')
  code?.addEventListener("input", () => {
    const digits = digitsOf(code.value).slice(0, 8)
    if (digits.length === 8) void fillIn(form, digits)
  })
}

const fillIn = async (form: HTMLFormElement, code: string): Promise<void> => {
  try {
    const response = await fetch(`/public/v1/postal-codes/${code}`)
    if (!response.ok) return
    const { data }: { readonly data: Readonly<Record<string, string | null>> } = await response.json()
    for (const name of ["street", "district", "city", "region"]) {
      const box = form.querySelector<HTMLInputElement | HTMLSelectElement>(`[id="address.${name}"]`)
      const found = data[name] ?? ""
      if (box !== null && box.value === "" && found !== "") box.value = found
    }
    form.querySelector<HTMLInputElement>('[id="address.number"]')?.focus()
  } catch {}
}
