/**
 * Reads the body of a single order paid with a new card, by hand: the rules of the service in substance, every fault at once.
 */

interface Customer {
  readonly fullname: string
  readonly email: string
  readonly document: string
  readonly telephone: string
}

interface Address {
  readonly postcode: string
  readonly street: string
  readonly number: string
  readonly complement: string
  readonly district: string
  readonly city: string
  readonly region: string
}

/** `unitPrice` is in centavos. */
interface Item {
  readonly productId: null
  readonly sku: string
  readonly title: string
  readonly unitPrice: number
  readonly priceCost: null
  readonly quantity: number
}

interface Card {
  readonly holder: string
  readonly number: string
  readonly brand: string
}

/** `amount` and `discount` are in centavos. */
export interface SingleOrder {
  readonly customer: Customer
  readonly address: Address
  readonly items: ReadonlyArray<Item>
  readonly amount: number
  readonly discount: number
  readonly installments: number
  readonly card: Card
}

/** Messages by dotted path. */
export type Faults = Record<string, Array<string>>

export type Read =
  | { readonly order: SingleOrder; readonly faults?: never }
  | { readonly faults: Faults; readonly order?: never }

/** @param month - the current one in America/Sao_Paulo, `YYYY-MM`: a card that ended before it is refused */
export const readSingleOrder = (body: unknown, month: string): Read => {
  const faults: Faults = {}
  const root = objectAt(faults, "body", body)
  const customer = readCustomer(faults, objectAt(faults, "customer", root["customer"]))
  const address = readAddress(faults, objectAt(faults, "address", root["address"]))
  const items = readItems(faults, root["items"])
  const discount = readDiscount(faults, root["discount"])
  const payment = readPayment(faults, objectAt(faults, "payment", root["payment"]), month)
  const amount = items.reduce((total, item) => total + item.unitPrice * item.quantity, -discount)
  if (Object.keys(faults).length === 0) {
    if (!Number.isSafeInteger(amount) || amount >= amountEnd) blame(faults, "items", "may not add up to so much.")
    else if (amount < 1) blame(faults, "items", "must add up to at least 0.01 after the discount.")
    else if (payment.installments > amount) blame(faults, "payment.installments", "may not be more than centavos.")
  }
  return Object.keys(faults).length > 0
    ? { faults }
    : { order: { customer, address, items, amount, discount, ...payment } }
}

/** 10¹¹ reais in centavos. */
const amountEnd = 1e13

type Fields = Readonly<Record<string, unknown>>

const blame = (faults: Faults, path: string, predicate: string): void => {
  const message = `The ${path} ${predicate}`
  const known = faults[path]
  if (known === undefined) faults[path] = [message]
  else known.push(message)
}

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const objectAt = (faults: Faults, path: string, value: unknown): Fields => {
  if (isFields(value)) return value
  blame(faults, path, value === undefined || value === null ? "field is required." : "must be an object.")
  return {}
}

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === "string" && value.trim() === "")

/** The trimmed text of a required field; nothing where it was blamed. */
const stringAt = (faults: Faults, path: string, value: unknown): string | undefined => {
  if (isBlank(value)) blame(faults, path, "field is required.")
  else if (typeof value !== "string") blame(faults, path, "must be a string.")
  else return value.trim()
  return undefined
}

const unstorable = /[\p{Cc}\p{Cs}]/u

const textAt = (faults: Faults, path: string, value: unknown, max: number, min = 1): string => {
  const given = stringAt(faults, path, value)
  if (given === undefined) return ""
  const text = given.normalize("NFC")
  const length = codePoints(text)
  if (unstorable.test(text)) blame(faults, path, "may not contain control characters.")
  else if (length < min) blame(faults, path, `must have at least ${min} characters.`)
  else if (length > max) blame(faults, path, `may not be longer than ${max} characters.`)
  return text
}

const codePoints = (text: string): number => {
  let count = 0
  for (const _ of text) count += 1
  return count
}

const integerAt = (faults: Faults, path: string, value: unknown, min: number, max: number): number => {
  if (isBlank(value)) {
    blame(faults, path, "field is required.")
    return 0
  }
  const number = typeof value === "string" && /^-?\d{1,15}$/u.test(value.trim()) ? Number(value) : value
  if (typeof number !== "number" || !Number.isSafeInteger(number)) blame(faults, path, "must be an integer.")
  else if (number < min || number > max) blame(faults, path, `must be between ${min} and ${max}.`)
  else return number
  return 0
}

/** Centavos of a number or decimal text with at most two decimals; fifteen digits are what a double keeps of a decimal. */
const amountAt = (faults: Faults, path: string, value: unknown): number => {
  if (isBlank(value)) {
    blame(faults, path, "field is required.")
    return 0
  }
  const text = typeof value === "number" ? value.toPrecision(15).replace(/0+$/u, "") : String(value).trim()
  const [, reais, decimals = ""] = /^(\d{1,11})(?:\.(\d{0,2}))?$/u.exec(text) ?? []
  if (reais === undefined) {
    blame(faults, path, "must be an amount of zero or more with at most two decimals.")
    return 0
  }
  return Number(reais) * 100 + Number(decimals.padEnd(2, "0"))
}

const bidiControl = /\p{Bidi_Control}/u
const email =
  /^[A-Za-z0-9.!#$%&'*+/=?^_{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/u
const misplacedDot = /^\.|\.\.|\.@/u

const readCustomer = (faults: Faults, customer: Fields): Customer => {
  const fullname = textAt(faults, "customer.fullname", customer["fullname"], 140, 2).replace(/\p{Z}+/gu, " ")
  if (bidiControl.test(fullname)) blame(faults, "customer.fullname", "may not contain control characters.")
  const address = stringAt(faults, "customer.email", customer["email"])
  if (address !== undefined && (address.length > 254 || !email.test(address) || misplacedDot.test(address))) {
    blame(faults, "customer.email", "must be a valid e-mail address.")
  }
  const document = stringAt(faults, "customer.taxvat", customer["taxvat"])
    ?.replace(/[./ -]+/gu, "")
    .toUpperCase()
  if (document !== undefined && !isDocument(document)) {
    blame(faults, "customer.taxvat", "must be a valid CPF or CNPJ.")
  }
  const telephone = stringAt(faults, "customer.telephone", customer["telephone"])
    ?.replace(/[ ().-]+/gu, "")
    .replace(/^(?:\+55|55(?=[0-9]{10,11}$))/u, "")
  if (telephone !== undefined && !(/^[0-9]{10,11}$/u.test(telephone) && areaCodes.has(telephone.slice(0, 2)))) {
    blame(faults, "customer.telephone", "must be a Brazilian telephone number with its area code.")
  }
  return { fullname, email: address ?? "", document: document ?? "", telephone: telephone ?? "" }
}

const areaCodes = new Set(
  (
    "11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49 51 53 54 55 " +
    "61 62 63 64 65 66 67 68 69 71 73 74 75 77 79 81 82 83 84 85 86 87 88 89 91 92 93 94 95 96 97 98 99"
  ).split(" "),
)

const isDocument = (text: string): boolean => {
  if (!/^(?:[0-9]{11}|[0-9A-Z]{12}[0-9]{2})$/u.test(text) || /^(.)\1+$/u.test(text)) return false
  const weightMax = text.length === 11 ? 11 : 9
  const base = text.slice(0, -2)
  const first = checkDigit(base, weightMax)
  return text.endsWith(`${first}${checkDigit(`${base}${first}`, weightMax)}`)
}

/** Modulo 11 with weights 2, 3, … from the right, starting over after `weightMax`. */
const checkDigit = (text: string, weightMax: number): number => {
  let sum = 0
  let weight = 2
  for (let place = text.length - 1; place >= 0; place -= 1) {
    sum += (text.charCodeAt(place) - 48) * weight
    weight = weight === weightMax ? 2 : weight + 1
  }
  const remainder = sum % 11
  return remainder < 2 ? 0 : 11 - remainder
}

const regions = new Set("AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO".split(" "))

const readAddress = (faults: Faults, address: Fields): Address => {
  const postcode = stringAt(faults, "address.postcode", address["postcode"])
  const isPostcode = postcode !== undefined && /^[0-9]{5}-?[0-9]{3}$/u.test(postcode) && !/^0{5}-?0{3}$/u.test(postcode)
  if (postcode !== undefined && !isPostcode) blame(faults, "address.postcode", "must be a valid postal code.")
  const number = address["number"]
  const region = stringAt(faults, "address.region", address["region"])?.toUpperCase()
  if (region !== undefined && !regions.has(region)) {
    blame(faults, "address.region", "must be the abbreviation of a Brazilian state.")
  }
  return {
    postcode: postcode?.replace("-", "") ?? "",
    street: textAt(faults, "address.street", address["street"], 255),
    number: textAt(faults, "address.number", Number.isSafeInteger(number) ? String(number) : number, 20),
    complement: isBlank(address["complement"]) ? "" : textAt(faults, "address.complement", address["complement"], 255),
    district: textAt(faults, "address.district", address["district"], 120),
    city: textAt(faults, "address.city", address["city"], 120),
    region: region ?? "",
  }
}

const readItems = (faults: Faults, items: unknown): ReadonlyArray<Item> => {
  if (!Array.isArray(items) || items.length === 0 || items.length > 100) {
    blame(faults, "items", "must be an array of 1 to 100 items.")
    return []
  }
  return items.map((value: unknown, position) => {
    const path = `items.${position}`
    const item = objectAt(faults, path, value)
    const title = textAt(faults, `${path}.title`, item["title"], 255)
    return {
      productId: null,
      sku: isBlank(item["sku"]) ? slugOf(title) : textAt(faults, `${path}.sku`, item["sku"], 255),
      title,
      unitPrice: amountAt(faults, `${path}.unit_price`, item["unit_price"]),
      priceCost: null,
      quantity: integerAt(faults, `${path}.quantity`, item["quantity"], 1, 999_999),
    }
  })
}

const slugOf = (title: string): string =>
  title
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, "-")
    .replace(/^-|-$/gu, "") || "item"

const readDiscount = (faults: Faults, discount: unknown): number => {
  if (isBlank(discount)) return 0
  const { total } = objectAt(faults, "discount", discount)
  return isBlank(total) ? 0 : amountAt(faults, "discount.total", total)
}

const readPayment = (faults: Faults, payment: Fields, month: string) => {
  if (payment["method"] !== "credit") blame(faults, "payment.method", "must be credit.")
  const installments = integerAt(faults, "payment.installments", payment["installments"], 1, 12)
  const card = objectAt(faults, "payment.card", payment["card"])
  return { installments, card: readCard(faults, card, month) }
}

const readCard = (faults: Faults, card: Fields, month: string): Card => {
  const holder = stringAt(faults, "payment.card.holder", card["holder"])?.normalize("NFC")
  if (
    holder !== undefined &&
    !(/^[\p{L}\p{M} ]*$/u.test(holder) && /\p{L}/u.test(holder) && codePoints(holder) <= 25)
  ) {
    blame(faults, "payment.card.holder", "may only contain letters and spaces, 25 at most.")
  }
  const number = stringAt(faults, "payment.card.number", card["number"])?.replace(/[ -]+/gu, "")
  const isNumber = number !== undefined && /^[0-9]{13,19}$/u.test(number) && passesLuhn(number)
  if (number !== undefined && !isNumber) blame(faults, "payment.card.number", "must be a valid card number.")
  const expiration = stringAt(faults, "payment.card.expiration", card["expiration"])
  if (expiration !== undefined && !/^(0[1-9]|1[0-2])\/20[0-9]{2}$/u.test(expiration)) {
    blame(faults, "payment.card.expiration", "must be a month as MM/YYYY.")
  } else if (expiration !== undefined && month > `${expiration.slice(3)}-${expiration.slice(0, 2)}`) {
    blame(faults, "payment.card.expiration", "must not be in the past.")
  }
  const brand = isNumber ? brandOf(number) : "unknown"
  const security = stringAt(faults, "payment.card.security", card["security"])
  if (
    security !== undefined &&
    !securityCode[brand === "amex" || brand === "unknown" ? brand : "other"].test(security)
  ) {
    blame(faults, "payment.card.security", "must have as many digits as the brand prints.")
  }
  return { holder: holder ?? "", number: number ?? "", brand }
}

const securityCode = { amex: /^[0-9]{4}$/u, unknown: /^[0-9]{3,4}$/u, other: /^[0-9]{3}$/u }

const passesLuhn = (digits: string): boolean => {
  let sum = 0
  let isDoubled = false
  for (let place = digits.length - 1; place >= 0; place -= 1) {
    const digit = digits.charCodeAt(place) - 48
    const value = isDoubled ? digit * 2 : digit
    sum += value > 9 ? value - 9 : value
    isDoubled = !isDoubled
  }
  return sum % 10 === 0
}

/** Brand, lengths, ranges of first digits. The longest prefix that fits decides. */
const brandTable: ReadonlyArray<readonly [string, ReadonlyArray<number>, string]> = [
  [
    "elo",
    [16],
    "401178 401179 431274 438935 451416 457393 457631 457632 504175 506699-506778 509000-509999 627780 636297 " +
      "636368 650031-650033 650035-650051 650405-650439 650485-650538 650541-650598 650700-650718 650720-650727 " +
      "650901-650978 651652-651679 655000-655019 655021-655058",
  ],
  ["hipercard", [16], "606282"],
  ["hipercard", [19], "3841"],
  ["hiper", [16], "637095 637568 637599 637609 637612"],
  ["aura", [16, 19], "5078"],
  ["amex", [15], "34 37"],
  ["diners", [14, 15, 16, 17, 18, 19], "300-305 36 38 39"],
  ["jcb", [16, 17, 18, 19], "3528-3589"],
  ["discover", [16, 17, 18, 19], "6011 644-649 65"],
  ["mastercard", [16], "51-55 2221-2720 503143"],
  ["visa", [13, 16, 18, 19], "4"],
]

const brandRanges = brandTable
  .flatMap(([brand, lengths, ranges]) =>
    ranges.split(" ").map((range) => {
      const [from = "", to = from] = range.split("-")
      return { brand, lengths, from, to }
    }),
  )
  .sort((left, right) => right.from.length - left.from.length)

const brandOf = (number: string): string => {
  for (const { brand, lengths, from, to } of brandRanges) {
    const prefix = number.slice(0, from.length)
    if (prefix >= from && prefix <= to && lengths.includes(number.length)) return brand
  }
  return "unknown"
}
