/** The list of charges: its query, and a page of it. */
import { AttemptKey, OrderNumber } from "@vintem/domain/identifiers"
import { PaymentMethod } from "@vintem/domain/method"
import { Centavos } from "@vintem/domain/money"
import { ChargeCursor, chargePageMax } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { ChargeStatus } from "./charge-answer.ts"
import { InstantText } from "./instant.ts"

/** The most charges in a page. */
const Limit = Schema.String.check(Schema.isPattern(/^[0-9]{1,3}$/u)).pipe(
  Schema.decodeTo(Schema.FiniteFromString.check(Schema.isBetween({ minimum: 1, maximum: chargePageMax }))),
)

export const ChargeListQuery = Schema.Struct({
  since: InstantText,
  after: Schema.optionalKey(ChargeCursor),
  limit: Limit.pipe(Schema.withDecodingDefaultKey(Effect.succeed(String(chargePageMax)))),
})

const ListedChargeBody = Schema.Struct({
  key: AttemptKey,
  order: OrderNumber,
  amount: Centavos.check(Schema.isGreaterThanOrEqualTo(1)),
  method: PaymentMethod,
  madeAt: InstantText,
  fact: ChargeStatus,
  returned: Centavos.check(Schema.isGreaterThanOrEqualTo(0)),
}).pipe(Schema.encodeKeys({ order: "order_number", madeAt: "made_at", fact: "status" }))

/** `next` is present if there is more; a page without charges has none. */
export const ChargeListBody = Schema.Struct({
  charges: Schema.Array(ListedChargeBody).check(Schema.isMaxLength(chargePageMax)),
  next: Schema.optionalKey(ChargeCursor),
})
