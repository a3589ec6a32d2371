/** Reads the body of a card order: judges every field, and reports every fault. */
import {
  centavosOf,
  creditFee,
  isDocument,
  isGoodThrough,
  passesLuhn,
  plainDocument,
  regions,
  telephoneOf,
} from "./rules.ts"

/** Amounts in centavos. */
interface Item {
  readonly sku: string
  readonly title: string
  readonly unitPrice: number
  readonly quantity: number
}

/** Amounts in centavos. */
export interface SingleOrder {
  readonly customer: { fullname: string; email: string; taxvat: string; telephone: string }
  readonly address: Readonly<
    Record<"postcode" | "street" | "number" | "complement" | "district" | "city" | "region", string>
  >
  readonly items: ReadonlyArray<Item>
  readonly discount: number
  readonly total: number
  readonly fee: number
  readonly installments: number
  readonly card: { readonly number: string; readonly expiration: string }
}

/** Messages by dotted path. */
type Faults = Record<string, Array<string>>

type Fields = Readonly<Record<string, unknown>>

export type Read =
  | { readonly order: SingleOrder; readonly faults?: never }
  | { readonly faults: Faults; readonly order?: never }

export const readSingleOrder = (body: unknown): Read => {
  const faults: Faults = {}
  const root = objectAt(faults, "body", body)
  const customer = readCustomer(faults, objectAt(faults, "customer", root["customer"]))
  const address = readAddress(faults, objectAt(faults, "address", root["address"]))
  const items = readItems(faults, root["items"])
  const discount = readDiscount(faults, root["discount"])
  const { card, installments } = readPayment(faults, objectAt(faults, "payment", root["payment"]))
  let total = -discount
  for (const { quantity, unitPrice } of items) total += unitPrice * quantity
  if (total < 1) blame(faults, "items", "The total must be at least R$ 0.01.")
  for (const _ in faults) return { faults }
  const fee = creditFee(total, installments)
  return { order: { customer, address, items, discount, total, fee, installments, card } }
}

const blame = (faults: Faults, path: string, message: string): void => {
  const known = faults[path]
  if (known === undefined) faults[path] = [message]
  else known.push(message)
}

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const objectAt = (faults: Faults, path: string, value: unknown): Fields => {
  if (isFields(value)) return value
  blame(faults, path, "This field is required.")
  return noFields
}

const noFields: Fields = {}

const printable = /^[\x20-\x7e]*$/u
const control = /\p{Cc}/u

/** Trimmed text in NFC of 1 to `max` characters. */
const textAt = (faults: Faults, path: string, value: unknown, max: number, isOptional = false): string => {
  if (typeof value !== "string") {
    const isMissing = value === undefined || value === null
    if (!(isMissing && isOptional)) {
      blame(faults, path, isMissing ? "This field is required." : "This field must be a text.")
    }
    return ""
  }
  const trimmed = value.trim()
  const isPlain = printable.test(trimmed)
  if (!isPlain && control.test(trimmed)) blame(faults, path, "This field has a character that is not allowed.")
  const text = isPlain ? trimmed : trimmed.normalize("NFC")
  if (text === "" && !isOptional) blame(faults, path, "This field is required.")
  if (text.length > max && [...text].length > max) blame(faults, path, `This field may have ${max} characters at most.`)
  return text
}

const integerAt = (faults: Faults, path: string, value: unknown, min: number, max: number): number => {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= min && value <= max) return value
  blame(faults, path, `This field must be an integer from ${min} to ${max}.`)
  return 0
}

const amountAt = (faults: Faults, path: string, value: unknown): number => {
  const centavos = centavosOf(value)
  if (centavos >= 0) return centavos
  blame(faults, path, "This is not an amount in reais.")
  return 0
}

const email = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/u

const readCustomer = (faults: Faults, customer: Fields): SingleOrder["customer"] => {
  const fullname = textAt(faults, "customer.fullname", customer["fullname"], 150)
  const address = textAt(faults, "customer.email", customer["email"], 254)
  if (address !== "" && !email.test(address)) blame(faults, "customer.email", "This e-mail address is not valid.")
  const taxvat = plainDocument(textAt(faults, "customer.taxvat", customer["taxvat"], 18))
  if (taxvat !== "" && !isDocument(taxvat)) blame(faults, "customer.taxvat", "This CPF or CNPJ is not valid.")
  const given = textAt(faults, "customer.telephone", customer["telephone"], 20)
  const telephone = given === "" ? "" : telephoneOf(given)
  if (telephone === undefined) blame(faults, "customer.telephone", "This telephone is not valid.")
  return { fullname, email: address, taxvat, telephone: telephone ?? "" }
}

const readAddress = (faults: Faults, address: Fields): SingleOrder["address"] => {
  const postcode = textAt(faults, "address.postcode", address["postcode"], 9)
  if (postcode !== "" && !/^\d{5}-?\d{3}$/u.test(postcode)) {
    blame(faults, "address.postcode", "This postal code is not valid.")
  }
  const number = address["number"]
  const region = textAt(faults, "address.region", address["region"], 2)
  if (region !== "" && !regions.has(region)) blame(faults, "address.region", "This is not a state of Brazil.")
  return {
    postcode: postcode.length === 8 ? `${postcode.slice(0, 5)}-${postcode.slice(5)}` : postcode,
    street: textAt(faults, "address.street", address["street"], 200),
    number: textAt(faults, "address.number", Number.isSafeInteger(number) ? `${number}` : number, 20),
    complement: textAt(faults, "address.complement", address["complement"], 100, true),
    district: textAt(faults, "address.district", address["district"], 100),
    city: textAt(faults, "address.city", address["city"], 100),
    region,
  }
}

/** The most items that the keys of an order's items allow. */
const itemsMax = 50

const readItems = (faults: Faults, items: unknown): ReadonlyArray<Item> => {
  if (!Array.isArray(items) || items.length === 0 || items.length > itemsMax) {
    blame(faults, "items", `There must be 1 to ${itemsMax} items.`)
    return []
  }
  return items.map((value: unknown, position) => {
    const item = objectAt(faults, `items.${position}`, value)
    return {
      sku: textAt(faults, `items.${position}.sku`, item["sku"], 100),
      title: textAt(faults, `items.${position}.title`, item["title"], 200),
      unitPrice: amountAt(faults, `items.${position}.unit_price`, item["unit_price"]),
      quantity: integerAt(faults, `items.${position}.quantity`, item["quantity"], 1, 1_000_000),
    }
  })
}

const readDiscount = (faults: Faults, discount: unknown): number =>
  discount === undefined || discount === null
    ? 0
    : amountAt(faults, "discount.total", objectAt(faults, "discount", discount)["total"])

const readPayment = (faults: Faults, payment: Fields) => {
  if (payment["method"] !== "credit") blame(faults, "payment.method", "This server sells by credit card only.")
  const installments = integerAt(faults, "payment.installments", payment["installments"], 1, 12)
  const card = objectAt(faults, "payment.card", payment["card"])
  const holder = textAt(faults, "payment.card.holder", card["holder"], 25)
  const number = textAt(faults, "payment.card.number", card["number"], 23)
  const expiration = textAt(faults, "payment.card.expiration", card["expiration"], 7)
  const security = textAt(faults, "payment.card.security", card["security"], 4)
  if (holder !== "" && !/^[\p{L} ]+$/u.test(holder)) blame(faults, "payment.card.holder", "Letters and spaces only.")
  if (number !== "" && !passesLuhn(number)) blame(faults, "payment.card.number", "This card number is not valid.")
  if (expiration !== "" && !isGood(expiration)) blame(faults, "payment.card.expiration", "This card has expired.")
  if (security !== "" && !/^\d{3,4}$/u.test(security)) blame(faults, "payment.card.security", "3 or 4 digits.")
  return { installments, card: { number, expiration } }
}

/** Results for expirations within a minute: there are few different ones. */
const found = new Map<string, boolean>()
const foundMillis = 60_000
const foundMax = 1_000
let foundUntil = 0

const isGood = (expiration: string): boolean => {
  const now = Date.now()
  if (now > foundUntil || found.size >= foundMax) {
    found.clear()
    foundUntil = now + foundMillis
  }
  const known = found.get(expiration)
  if (known !== undefined) return known
  const good = isGoodThrough(expiration, new Date(now))
  found.set(expiration, good)
  return good
}
