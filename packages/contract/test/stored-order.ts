/** Orders for tests: one small sale, after some events. */
import { instant } from "@vintem/domain/calendar"
import { demoFeeSchedule, quote } from "@vintem/domain/fees"
import {
  AttemptId,
  AttemptKey,
  CompanyId,
  CustomerId,
  OrderNumber,
  OrderToken,
  PublicKey,
  SavedCardToken,
} from "@vintem/domain/identifiers"
import { InstallmentCount } from "@vintem/domain/installments"
import type { Method } from "@vintem/domain/method"
import { centavos } from "@vintem/domain/money"
import {
  type AttemptFact,
  type AttemptReport,
  type ChargedCard,
  chargeFrom,
  evolve,
  type Order,
  OrderDetails,
  placed,
} from "@vintem/domain/order"
import type { StoredOrder } from "@vintem/domain/ports"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

/** 2026-11-21 10:15:00 in São Paulo. */
export const placedAt = instant(Date.UTC(2026, 10, 21, 13, 15))

export const details = Schema.decodeSync(OrderDetails)({
  company: CompanyId.make(7),
  number: OrderNumber.make("7K3M9Q2X5R8T"),
  token: OrderToken.make("9a1c6f0e-3b7d-4a52-8e1f-5c2d7b9a0e34"),
  publicKey: PublicKey.make("b0GzT1kq3v8Yy2mXw5LhNA"),
  origin: "single",
  src: null,
  ref: null,
  checkout: null,
  customerId: CustomerId.make(42),
  customer: {
    fullname: "Maria da Silva",
    email: "maria@example.com",
    document: "52998224725",
    telephone: "11987654321",
  },
  address: {
    postcode: "01310100",
    street: "Avenida Paulista",
    number: "1578",
    complement: "",
    district: "Bela Vista",
    city: "São Paulo",
    region: "SP",
  },
  items: [
    { productId: null, sku: "camiseta-azul", title: "Camiseta azul", unitPrice: 9_990, priceCost: null, quantity: 2 },
    { productId: 3, sku: "frete", title: "Frete", unitPrice: 20, priceCost: 5, quantity: 1 },
  ],
  amount: 10_000,
  discount: 10_000,
  placedAt,
})

/** The order as it was placed. */
export const created: Order = placed({ _tag: "OrderPlaced", details, at: placedAt })

export const card: ChargedCard = {
  token: SavedCardToken.make("5f0c1c52-7b6e-4c7e-9a55-0d3c1f5d2b11"),
  brand: "visa",
  firstDigits: "424242",
  lastDigits: "4242",
}

export const pix: Method = { _tag: "pix" }
export const slip: Method = { _tag: "bank_slip" }
export const credit: Method = { _tag: "credit", installments: InstallmentCount.make(3) }

/** The order after one more attempt and the acquirer's reports about it, each a second later. */
export const attempted = (
  order: Order,
  method: Method,
  ...told: ReadonlyArray<readonly [fact: AttemptFact, report: AttemptReport]>
): Order => {
  const attempt = AttemptId.make(order.attempts.length + 1)
  const price = Result.getOrThrow(quote({ amount: centavos(10_000), method, feeMode: "none", fees: demoFeeSchedule }))
  const started = evolve(order, {
    _tag: "AttemptStarted",
    attempt,
    key: AttemptKey.make(`attempt${attempt}`.padEnd(26, "0")),
    ...Option.getOrThrow(chargeFrom(price, method._tag === "credit" ? card : null)),
    at: order.updatedAt,
  })
  return told.reduce<Order>(
    (before, [fact, report]) =>
      evolve(before, {
        _tag: "AttemptReported",
        attempt,
        fact,
        report,
        at: instant(before.updatedAt + 1_000),
      }),
    started,
  )
}

export const stored = (order: Order): StoredOrder => ({ id: 12, order })
