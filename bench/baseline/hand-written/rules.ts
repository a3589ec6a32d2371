/**
 * The rules of a card order that the baselines share: documents, telephones, amounts, cards, fees. Written to be fast.
 */

/** True if the check digits of a CPF (11 digits) or CNPJ (14, of them up to 12 letters) are right. */
export const isDocument = (text: string): boolean => (text.length === 11 ? isCpf(text) : isCnpj(text))

/** A document without its punctuation. */
export const plainDocument = (text: string): string =>
  text.length === 11 ? text : text.replace(/[.\-/\s]/gu, "").toUpperCase()

const isCpf = (text: string): boolean => {
  const first = text.charCodeAt(0)
  let isOneDigit = true
  let sum = 0
  let secondSum = 0
  for (let place = 0; place < 11; place += 1) {
    const digit = text.charCodeAt(place) - 48
    if (digit < 0 || digit > 9) return false
    isOneDigit &&= digit === first - 48
    if (place < 9) {
      sum += digit * (10 - place)
      secondSum += digit * (11 - place)
    }
  }
  if (isOneDigit) return false
  const check = ((sum * 10) % 11) % 10
  return check === text.charCodeAt(9) - 48 && (((secondSum + check * 2) * 10) % 11) % 10 === text.charCodeAt(10) - 48
}

const isCnpj = (text: string): boolean => {
  if (!/^[0-9A-Z]{12}\d\d$/u.test(text) || /^(.)\1{13}$/u.test(text)) return false
  return checkDigit(text, 12) === text.charCodeAt(12) - 48 && checkDigit(text, 13) === text.charCodeAt(13) - 48
}

/** Modulo 11 over the first characters, weighted 2 to 9 from the right. */
const checkDigit = (text: string, length: number): number => {
  let sum = 0
  for (let place = 0; place < length; place += 1)
    sum += (text.charCodeAt(place) - 48) * (((length - 1 - place) % 8) + 2)
  return sum % 11 < 2 ? 0 : 11 - (sum % 11)
}

/** True for a card number of 13 to 19 digits with a correct check digit. */
export const passesLuhn = (text: string): boolean => {
  let sum = 0
  let isDoubled = false
  for (let place = text.length - 1; place >= 0; place -= 1) {
    const digit = text.charCodeAt(place) - 48
    if (digit < 0 || digit > 9) return false
    const value = isDoubled ? digit * 2 : digit
    sum += value > 9 ? value - 9 : value
    isDoubled = !isDoubled
  }
  return text.length >= 13 && text.length <= 19 && sum % 10 === 0
}

/** A card `MM/YYYY` is good through the last day of its month. */
export const isGoodThrough = (expiration: string, now: Date): boolean => {
  const [, month, year] = /^(0[1-9]|1[0-2])\/(\d{4})$/u.exec(expiration) ?? []
  return month !== undefined && Number(year) * 12 + Number(month) >= now.getUTCFullYear() * 12 + now.getUTCMonth() + 1
}

export const regions: ReadonlySet<string> = new Set(
  "AC AL AP AM BA CE DF ES GO MA MT MS MG PA PB PR PE PI RJ RN RS RO RR SC SP SE TO".split(" "),
)

const areaCodes = new Set(
  (
    "11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49 51 53 54 55 " +
    "61 62 63 64 65 66 67 68 69 71 73 74 75 77 79 81 82 83 84 85 86 87 88 89 91 92 93 94 95 96 97 98 99"
  ).split(" "),
)

/** The national digits of a telephone; undefined if it is none. */
export const telephoneOf = (text: string): string | undefined => {
  const digits = /^\d+$/u.test(text) ? text : text.replace(/^\s*\+55/u, "").replace(/[()\-.\s]/gu, "")
  return /^\d{10,11}$/u.test(digits) && areaCodes.has(digits.slice(0, 2)) ? digits : undefined
}

/** Centavos from a number of reais, or its text, with two decimals at most; NaN for anything else. */
export const centavosOf = (value: unknown): number => {
  const reais = typeof value === "string" && /^\d{1,11}(\.\d{1,2})?$/u.test(value) ? Number(value) : value
  if (typeof reais !== "number" || !(reais >= 0 && reais < 1e11)) return Number.NaN
  const centavos = Math.round(reais * 100)
  return Math.abs(reais * 100 - centavos) < 1e-6 * Math.max(1, reais) ? centavos : Number.NaN
}

/** For up to this many installments: percentage in basis points, fixed part in centavos. */
const creditFees = [
  { upTo: 1, percent: 399, fixed: 39 },
  { upTo: 6, percent: 949, fixed: 39 },
  { upTo: 12, percent: 1599, fixed: 39 },
]

/** The company's cost for a card payment, in centavos. */
export const creditFee = (total: number, installments: number): number => {
  for (const { fixed, percent, upTo } of creditFees) {
    if (upTo >= installments) return Math.floor((total * percent + 5_000) / 10_000) + fixed
  }
  return 0
}
