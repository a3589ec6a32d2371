/** The card's fields while the payer types: groups of digits, a slash in the date, the brand once it is known. */
import { cardBrand, securityCodeLengths } from "@vintem/domain/card"
import { words } from "./words.ts"

export const startCardBoxes = (form: HTMLFormElement): void => {
  const number = boxIn(form, "payment.card.number")
  const expiration = boxIn(form, "payment.card.expiration")
  const security = boxIn(form, "payment.card.security")
  const shown = form.querySelector<HTMLElement>(".brand")
  let securityDigitsMax = 4
  number?.addEventListener("input", () => {
    const digits = digitsOf(number.value).slice(0, 19)
    masked(number, groupsOf(digits))
    const brand = cardBrand(digits)
    if (shown !== null) shown.textContent = words.brands[brand] ?? ""
    securityDigitsMax = Math.max(...securityCodeLengths(brand))
  })
  expiration?.addEventListener("input", () => masked(expiration, dateOf(expiration.value)))
  security?.addEventListener("input", () => masked(security, digitsOf(security.value).slice(0, securityDigitsMax)))
}

/** A typed date in the form of requests: `01/2039` for `01/39`, and for `1/39`. */
export const expirationOf = (typed: string): string => typed.replace(/^\d\//u, "0$&").replace(/\/(\d\d)$/u, "/20$1")

export const digitsOf = (text: string): string => text.replace(/\D/gu, "")

export const boxIn = (form: HTMLFormElement, id: string): HTMLInputElement | null =>
  form.querySelector<HTMLInputElement>(`[id="${id}"]`)

/** Keeps the cursor's place: behind as many digits as before. */
export const masked = (box: HTMLInputElement, text: string): void => {
  if (box.value === text) return
  const before = digitsOf(box.value.slice(0, box.selectionStart ?? 0)).length
  box.value = text
  const at = before === digitsOf(text).length ? text.length : behindDigits(text, before)
  box.setSelectionRange(at, at)
}

const behindDigits = (text: string, count: number): number => {
  let at = 0
  for (let digits = 0; digits < count && at < text.length; at += 1) if (/\d/u.test(text.charAt(at))) digits += 1
  return at
}

/** American Express prints 4, 6 and 5 digits; others print fours. */
const groupsOf = (digits: string): string =>
  /^3[47]/u.test(digits)
    ? [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10)].filter((group) => group !== "").join(" ")
    : (digits.match(/.{1,4}/gu) ?? []).join(" ")

/** A slash behind a single digit marks it as the month. */
const dateOf = (typed: string): string => {
  const [, month, year = ""] = /^\s*(\d)\s*\/(.*)$/u.exec(typed) ?? []
  if (month !== undefined) return `${month}/${digitsOf(year).slice(0, 4)}`
  const digits = digitsOf(typed).slice(0, 6)
  return digits.length < 2 || (digits.length === 2 && !typed.includes("/"))
    ? digits
    : `${digits.slice(0, 2)}/${digits.slice(2)}`
}
