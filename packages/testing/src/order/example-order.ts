/**
 * A plain order for stories: everything has a value, and a story names only the values that matter to it.
 *
 * R$ 100,00 on a checkout of an invented company, by invented people. Attempts, refunds and disputes have numbers.
 */

import { addDays, type Instant, instant, saoPauloDate } from "@vintem/domain/calendar"
import {
  type Address,
  type CustomerDetails,
  parseEmail,
  parseFullName,
  parsePostalCode,
  parseTelephone,
} from "@vintem/domain/customer"
import { parseDocument } from "@vintem/domain/documents"
import { demoFeeSchedule, type Quote, quote } from "@vintem/domain/fees"
import {
  AttemptKey,
  CaseKey,
  CompanyId,
  CustomerId,
  OrderNumber,
  OrderToken,
  PublicKey,
  RefundKey,
  SavedCardToken,
} from "@vintem/domain/identifiers"
import { singlePayment } from "@vintem/domain/installments"
import type { Instrument, Method, PaymentMethod } from "@vintem/domain/method"
import { centavos, zero } from "@vintem/domain/money"
import {
  type Charge,
  type ChargedCard,
  chargeFrom,
  evolve,
  type Order,
  type OrderChange,
  type OrderDetails,
  type OrderPlaced,
  placed,
} from "@vintem/domain/order"
import { encodeDynamicCode, PixLocation } from "@vintem/domain/pix"
import { BankCode, barcodeFromSlip, digitableLineFromBarcode, FreeField } from "@vintem/domain/slip"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

/** Monday, 2 March 2026, nine in the morning in São Paulo. */
export const examplePlacedAt: Instant = instant(Date.UTC(2026, 2, 2, 12))

/** An hour later: everything else happens then, unless a story says otherwise. */
export const exampleNow: Instant = instant(examplePlacedAt + 3_600_000)

/** An invented person: the CPF is made up, and valid. */
export const exampleCustomer: CustomerDetails = {
  fullname: Result.getOrThrow(parseFullName("Maria Exemplo")),
  email: Result.getOrThrow(parseEmail("maria@example.com")),
  document: Result.getOrThrow(parseDocument("529.982.247-25")),
  telephone: Result.getOrThrow(parseTelephone("(11) 98765-4321")),
}

/** An invented number in an invented street, with a real postal code. */
export const exampleAddress: Address = {
  postcode: Result.getOrThrow(parsePostalCode("01310-100")),
  street: "Avenida Exemplo",
  number: "1000",
  complement: "",
  district: "Centro",
  city: "São Paulo",
  region: "SP",
}

/** The details of the example order. @param overrides - values that a story needs */
export const exampleOrderDetails = (overrides: Partial<OrderDetails> = {}): OrderDetails => ({
  company: CompanyId.make(1),
  number: OrderNumber.make("EXEMPLO1"),
  token: OrderToken.make("01890a5d-ac96-774b-bcce-b302099a8057"),
  publicKey: PublicKey.make("exemplo_publicKey_0001"),
  origin: "checkout",
  src: null,
  ref: null,
  checkout: { title: "Curso", slug: "curso", product: { title: "Curso", sku: "curso" } },
  customerId: CustomerId.make(1),
  customer: exampleCustomer,
  address: exampleAddress,
  items: [{ productId: 1, sku: "curso", title: "Curso", unitPrice: centavos(10_000), priceCost: null, quantity: 1 }],
  amount: centavos(10_000),
  discount: zero,
  placedAt: examplePlacedAt,
  ...overrides,
})

/** Its first event. @param overrides - values that a story needs */
export const examplePlaced = (overrides: Partial<OrderDetails> = {}): OrderPlaced => {
  const details = exampleOrderDetails(overrides)
  return { _tag: "OrderPlaced", details, at: details.placedAt }
}

/** The example order after some changes. */
export const exampleOrder = (...changes: ReadonlyArray<OrderChange>): Order =>
  changes.reduce(evolve, placed(examplePlaced()))

/** Credit is paid at once. */
export const exampleMethod = (method: PaymentMethod): Method =>
  method === "credit" ? { _tag: "credit", installments: singlePayment } : { _tag: method }

/** @param amount - centavos, at least one; charged unchanged, in one installment */
export const exampleQuote = (method: PaymentMethod, amount = 10_000): Quote =>
  Result.getOrThrow(
    quote({ amount: centavos(amount), method: exampleMethod(method), feeMode: "none", fees: demoFeeSchedule }),
  )

/** The card of every attempt by credit. */
export const exampleCard: ChargedCard = {
  token: SavedCardToken.make("01890a5d-ac96-774b-bcce-b302099a8058"),
  brand: "visa",
  firstDigits: "411111",
  lastDigits: "1111",
}

/** A charge, with a card if it is by credit. @param amount - centavos, at least one */
export const exampleCharge = (method: PaymentMethod, amount = 10_000, card: ChargedCard = exampleCard): Charge =>
  Option.getOrThrow(chargeFrom(exampleQuote(method, amount), method === "credit" ? card : null))

/** Expires ten minutes after `exampleNow`. */
export const examplePix: Instrument = {
  _tag: "pix",
  code: Result.getOrThrow(
    encodeDynamicCode({
      name: "Empresa Exemplo",
      city: "São Paulo",
      postalCode: null,
      location: PixLocation.make("pix.example.com/v2/0001"),
    }),
  ),
  expiresAt: instant(exampleNow + 10 * 60_000),
}

const dueDate = addDays(saoPauloDate(exampleNow), 3)
const barcode = Result.getOrThrow(
  barcodeFromSlip({
    bank: BankCode.make("001"),
    dueDate,
    amount: centavos(10_000),
    freeField: FreeField.make("0".repeat(25)),
  }),
)

/** A slip with valid check digits. */
export const exampleSlip: Instrument = {
  _tag: "bank_slip",
  line: digitableLineFromBarcode(barcode),
  barcode,
  dueDate,
}

/** @param attempt - counted from 1 */
export const exampleAttemptKey = (attempt: number): AttemptKey =>
  AttemptKey.make(`attempt${String(attempt).padStart(19, "0")}`)

/** @param refund - counted from 1 */
export const exampleRefundKey = (refund: number): RefundKey => RefundKey.make(`refund${refund}`)

/** @param dispute - counted from 1 */
export const exampleCaseKey = (dispute: number): CaseKey => CaseKey.make(`case${dispute}`)
