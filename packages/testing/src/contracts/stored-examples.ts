/** Examples for the contracts: companies, customers and orders, by number, stored through the ports. */

import { type Instant, instant } from "@vintem/domain/calendar"
import { type Checkout, CheckoutSlug, type Product } from "@vintem/domain/catalogue"
import type { CompanyDetails } from "@vintem/domain/company"
import { cpfCheckDigits, type Document, parseDocument } from "@vintem/domain/documents"
import {
  AttemptId,
  type CompanyId,
  type CustomerId,
  OrderNumber,
  OrderToken,
  PublicKey,
} from "@vintem/domain/identifiers"
import type { PaymentMethod } from "@vintem/domain/method"
import { centavos } from "@vintem/domain/money"
import { evolve, type Order, type OrderChange, type OrderDetails, placed } from "@vintem/domain/order"
import {
  CompanyRepository,
  type Customer,
  CustomerRepository,
  OrderRepository,
  PageNumber,
  type PageRequest,
  ProductRepository,
} from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { exampleCompany } from "../company/example-company.ts"
import {
  exampleAttemptKey,
  exampleCharge,
  exampleCustomer,
  exampleNow,
  examplePlaced,
  examplePlacedAt,
} from "../order/example-order.ts"

/** The instant this many milliseconds after the example order was placed; negative for before. */
export const later = (millis: number): Instant => instant(examplePlacedAt + millis)

export const page = (number: number, size: number): PageRequest => ({ page: PageNumber.make(number), size })

/** A first page with room for everything that a contract stores. */
export const wholeList = page(1, 1_000)

export const exampleUuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`

export const exampleDocument = (n: number): Document => {
  const base = String(100_000_000 + n)
  return Result.getOrThrow(parseDocument(`${base}${cpfCheckDigits(base)}`))
}

export const storeCompany = Effect.fnUntraced(function* (overrides: Partial<CompanyDetails> = {}) {
  const companies = yield* CompanyRepository
  return yield* companies.add(exampleCompany(overrides))
})

/** A company's customer with this number, which token and document contain. */
export const numberedCustomer = (company: CompanyId, n: number): Omit<Customer, "id"> => ({
  company,
  token: exampleUuid(n),
  details: { ...exampleCustomer, document: exampleDocument(n) },
  createdAt: examplePlacedAt,
})

export const exampleProduct = (
  company: CompanyId,
  overrides: Partial<Omit<Product, "id">> = {},
): Omit<Product, "id"> => ({
  company,
  sku: "curso",
  title: "Curso",
  unitPrice: centavos(19_990),
  priceCost: centavos(5_000),
  createdAt: examplePlacedAt,
  ...overrides,
})

export const storeProduct = Effect.fnUntraced(function* (
  company: CompanyId,
  overrides: Partial<Omit<Product, "id">> = {},
) {
  const products = yield* ProductRepository
  return yield* products.add(exampleProduct(company, overrides))
})

/** The checkout with this number, which its slug contains. Sells one piece, once. */
export const numberedCheckout = ({ company, id }: Product, n: number): Checkout => ({
  company,
  slug: CheckoutSlug.make(`checkout-${n}`),
  title: `Checkout ${n}`,
  product: id,
  quantity: 1,
  recurrence: null,
  redirectAfterSuccess: null,
  createdAt: examplePlacedAt,
})

/** The company and customer of an order: stores may require both to exist. */
export interface Parties {
  readonly company: CompanyId
  readonly customerId: CustomerId
}

export const storeParties = Effect.gen(function* () {
  const customers = yield* CustomerRepository
  const { id: company } = yield* storeCompany()
  const parties: Parties = { company, customerId: yield* customers.put(numberedCustomer(company, 1)) }
  return parties
})

/** The identifiers of the order with this number. */
export const numberedOrder = (n: number): Pick<OrderDetails, "number" | "token" | "publicKey"> => ({
  number: OrderNumber.make(`EXEMPLO${n}`),
  token: OrderToken.make(exampleUuid(n)),
  publicKey: PublicKey.make(`exemplo_publicKey_${String(n).padStart(6, "0")}`),
})

/** The start of an order's attempt, counted from 1, with the key of the number `n` over all orders. */
export const started = (attempt: number, n: number, method: PaymentMethod = "pix"): OrderChange => ({
  _tag: "AttemptStarted",
  attempt: AttemptId.make(attempt),
  key: exampleAttemptKey(n),
  ...exampleCharge(method),
  at: exampleNow,
})

/** An order after `changes`. */
export const changed = (order: Order, ...changes: ReadonlyArray<OrderChange>): Order => changes.reduce(evolve, order)

/** Stores an order that was placed and then changed, all at once. */
export const storeOrder = Effect.fnUntraced(function* (
  overrides: Partial<OrderDetails> & Parties,
  ...changes: ReadonlyArray<OrderChange>
) {
  const orders = yield* OrderRepository
  const placing = examplePlaced(overrides)
  const order = changed(placed(placing), ...changes)
  yield* orders.add(order, [placing, ...changes])
  return order
})

/** All data of a company in the stores, with its first two orders, by number. */
export const everythingOf = Effect.fnUntraced(function* (company: CompanyId) {
  const companies = yield* CompanyRepository
  const customers = yield* CustomerRepository
  const orders = yield* OrderRepository
  const numbers = [1, 2].map((n) => numberedOrder(n).number)
  return {
    companies: yield* companies.list(wholeList),
    customers: yield* customers.list(company, {}, wholeList),
    orders: yield* orders.list(company, {}, wholeList),
    found: yield* Effect.forEach(numbers, (number) => orders.find(company, number)),
    logs: yield* Effect.forEach(numbers, (number) => orders.history(company, number)),
  }
})
