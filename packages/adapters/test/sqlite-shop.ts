/** A company with a customer, and numbered orders. */
import { cpfCheckDigits, type Document, parseDocument } from "@vintem/domain/documents"
import {
  type CompanyId,
  type CustomerId,
  firstAttempt,
  OrderNumber,
  OrderToken,
  PublicKey,
} from "@vintem/domain/identifiers"
import { evolve, type Order, type OrderChange, type OrderDetails, placed } from "@vintem/domain/order"
import { CompanyRepository, CustomerRepository, OrderRepository } from "@vintem/domain/ports"
import {
  exampleAttemptKey,
  exampleCharge,
  exampleCompany,
  exampleCustomer,
  exampleNow,
  examplePlaced,
} from "@vintem/testing"
import { Effect, Result } from "effect"

export interface Shop {
  readonly company: CompanyId
  readonly customerId: CustomerId
}

export const openShop = Effect.gen(function* () {
  const companies = yield* CompanyRepository
  const customers = yield* CustomerRepository
  const { id: company } = yield* companies.add(exampleCompany())
  const customerId = yield* customers.put({ company, token: uuid(1), details: exampleCustomer, createdAt: exampleNow })
  const shop: Shop = { company, customerId }
  return shop
})

export const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`

export const documentOf = (n: number): Document => {
  const base = String(100_000_000 + n)
  return Result.getOrThrow(parseDocument(`${base}${cpfCheckDigits(base)}`))
}

/** A payment by Pix begins, as the first attempt of the order of this number. */
export const paymentBegins = (n: number): OrderChange => ({
  _tag: "AttemptStarted",
  attempt: firstAttempt,
  key: exampleAttemptKey(n),
  ...exampleCharge("pix"),
  at: exampleNow,
})

/** Stores the order of this number after these events. */
export const storeOrder = Effect.fnUntraced(function* (
  n: number,
  details: Shop & Partial<OrderDetails>,
  ...changes: ReadonlyArray<OrderChange>
) {
  const orders = yield* OrderRepository
  const placing = examplePlaced({
    number: OrderNumber.make(`EXEMPLO${n}`),
    token: OrderToken.make(uuid(n)),
    publicKey: PublicKey.make(`exemplo_publicKey_${String(n).padStart(6, "0")}`),
    ...details,
  })
  const order: Order = changes.reduce(evolve, placed(placing))
  yield* orders.add(order, [placing, ...changes])
  return order
})
