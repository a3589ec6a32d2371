/** The order in the example webhook: R$ 100,00 by card, by invented people. */
import { type Instant, instant } from "@vintem/domain/calendar"
import { demoFeeSchedule, quote } from "@vintem/domain/fees"
import { AttemptKey, firstAttempt, SavedCardToken } from "@vintem/domain/identifiers"
import { singlePayment } from "@vintem/domain/installments"
import { centavos } from "@vintem/domain/money"
import {
  abandonAfterMillis,
  chargeFrom,
  type Order,
  type OrderChange,
  OrderDetails,
  placed,
} from "@vintem/domain/order"
import { Option, Result, Schema } from "effect"

const placedAt = instant(Date.UTC(2026, 2, 2, 12))

/** The time of its payment. */
export const exampleNow: Instant = instant(placedAt + abandonAfterMillis)

/** Centavos. */
const amount = 10_000

const details = Schema.decodeSync(OrderDetails)({
  company: 1,
  number: "EXEMPLO1",
  token: "01890a5d-ac96-774b-bcce-b302099a8057",
  publicKey: "exemplo_publicKey_0001",
  origin: "checkout",
  src: null,
  ref: null,
  checkout: null,
  customerId: 1,
  customer: {
    fullname: "Maria Exemplo",
    email: "maria@example.com",
    document: "52998224725",
    telephone: "11987654321",
  },
  address: {
    postcode: "01310100",
    street: "Avenida Exemplo",
    number: "1000",
    complement: "",
    district: "Centro",
    city: "São Paulo",
    region: "SP",
  },
  items: [{ productId: null, sku: "curso", title: "Curso", unitPrice: amount, priceCost: null, quantity: 1 }],
  amount,
  discount: 0,
  placedAt,
})

/** The order just after it was placed. */
export const exampleOrder: Order = placed({ _tag: "OrderPlaced", details, at: placedAt })

const quoted = Result.getOrThrow(
  quote({
    amount: centavos(amount),
    method: { _tag: "credit", installments: singlePayment },
    feeMode: "none",
    fees: demoFeeSchedule,
  }),
)

export const exampleAttempt: OrderChange = {
  _tag: "AttemptStarted",
  attempt: firstAttempt,
  key: AttemptKey.make(`attempt${"1".padStart(19, "0")}`),
  ...Option.getOrThrow(
    chargeFrom(quoted, {
      token: SavedCardToken.make("01890a5d-ac96-774b-bcce-b302099a8058"),
      brand: "visa",
      firstDigits: "411111",
      lastDigits: "1111",
    }),
  ),
  at: exampleNow,
}
