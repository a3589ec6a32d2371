/**
 * The payer's side: orders.
 */
import { type OrderPaying, orderForPayer, orderOffer, payOrder } from "@vintem/application"
import {
  cardStopped,
  couponNotUsable,
  decodeOrderPayment,
  invalid,
  invalidFields,
  linkNotPaid,
  NotFound,
  orderNotPaid,
  PayerApi,
  payerAnswer,
  payerOrderView,
  priceRefused,
  publicKeyFromPath,
  underModeration,
} from "@vintem/contract"
import { instant, type StoredAnswer, saoPauloDate } from "@vintem/domain"
import { Clock, Effect, Option, Result } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { answerText, errorText } from "./answers.ts"
import { visitorOf } from "./client-address-of.ts"
import { answered, faultsOf, keyedRequest, keyRefusals, orderScope } from "./keyed.ts"
import { type PayerRequest, payerRequest } from "./payer-request.ts"
import { PublicUrl } from "./public-url.ts"
import { orServerError } from "./server-error.ts"

export const payerOrders = HttpApiBuilder.group(PayerApi, "orders", (handlers) =>
  handlers
    .handle("get", ({ params }) =>
      Effect.map(offeredOrder(params.public_key), ({ now, offer }) => ({ data: payerOrderView(offer, now) })),
    )
    .handleRaw("pay", ({ params }) => pay(params.public_key), { uninterruptible: true }),
)

/** An order as it is offered now. */
export const offeredOrder = Effect.fnUntraced(function* (key: string) {
  const found = yield* orderIn(key)
  const now = instant(yield* Clock.currentTimeMillis)
  return { offer: orderOffer(found, now), now }
}, orServerError)

/** What could be no order is none. */
const orderIn = Effect.fnUntraced(
  function* (text: string) {
    const key = publicKeyFromPath(text)
    return yield* Option.isSome(key) ? orderForPayer(key.value) : Effect.fail(new NotFound())
  },
  Effect.catchTag("NoSuchPublicKey", () => Effect.fail(new NotFound())),
)

/**
 * Another payment of an order, whoever sends it: a script, or the form of a page. Whoever hangs up changes nothing: the charge goes on, its
 * outcome is kept, and asking again under the same key tells it.
 */
export const payOrderByKey =
  (text: string) =>
  ({ body, key }: PayerRequest) =>
    Effect.gen(function* () {
      const { base } = yield* PublicUrl
      const { order, company } = yield* orderIn(text)
      const input = decodeOrderPayment(body, saoPauloDate(instant(yield* Clock.currentTimeMillis)))
      if (Result.isFailure(input) || Result.isFailure(key)) {
        return { answer: errorText(invalid(invalidFields(faultsOf(input, key)))), isReplayed: false }
      }
      return yield* payOrder({
        company,
        key: order.details.publicKey,
        payment: input.success.payment,
        total: input.success.total,
        visitor: yield* visitorOf,
        keyed: yield* keyedRequest(orderScope(order.details.publicKey), key.success, body, input.success),
        encode: (outcome) => encoded(outcome, base),
      })
    })

/** Reads the request as JSON, and answers so. */
const pay = (text: string) =>
  Effect.flatMap(payerRequest, payOrderByKey(text)).pipe(
    Effect.map(answered),
    Effect.catchTag("NoSuchPublicKey", () => Effect.fail(new NotFound())),
    Effect.catchTags(keyRefusals),
    orServerError,
  )

const encoded = (outcome: OrderPaying, publicUrl: string): StoredAnswer => {
  switch (outcome._tag) {
    case "Paying":
      return answerText(200, payerAnswer(outcome.order, publicUrl))
    case "UnderModeration":
      return errorText(underModeration())
    case "OrderRefused":
      return errorText(invalid(orderNotPaid(outcome.refusal)))
    case "LinkRefused":
      return errorText(invalid(linkNotPaid(outcome.refusal)))
    case "PriceRefused":
      return errorText(invalid(priceRefused(outcome)))
    case "CardStopped":
      return errorText(invalid(cardStopped(outcome.stop)))
    case "CouponRefused":
      return errorText(invalid(couponNotUsable(outcome.coupon.code, outcome.coupon.reason)))
  }
}
