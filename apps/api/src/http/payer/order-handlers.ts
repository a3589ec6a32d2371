/**
 * The payer's side: orders.
 */
import { orderForPayer, orderOffer, type PayOrderOutcome, payOrder } from "@vintem/application"
import {
  cardStopped,
  couponNotUsable,
  installmentRefused,
  linkNotPaid,
  NotFound,
  orderNotPaid,
  orderPaymentBody,
  PayerApi,
  payerAnswer,
  payerOrderView,
  priceRefused,
  publicKeyFromPath,
  renewalNotSplit,
  underModeration,
} from "@vintem/contract"
import { instant } from "@vintem/domain/calendar"
import type { StoredAnswer } from "@vintem/domain/ports"
import { Clock, Effect, Option, Result } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { answerText, errorText, invalidText } from "../edge/body/answers.ts"
import { orderScope } from "../edge/keys/keyed.ts"
import { uninterruptible } from "../edge/limits/uninterruptible.ts"
import { type Arrived, judged, operationOnArrival } from "../edge/received-request.ts"
import { visitorOf } from "../edge/request/client-address-of.ts"
import { PublicUrl } from "../edge/request/public-url.ts"
import { orServerError } from "../edge/server-error.ts"

export const payerOrders = HttpApiBuilder.group(PayerApi, "orders", (handlers) =>
  handlers
    .handle("get", ({ params }) =>
      Effect.map(offeredOrder(params.public_key), ({ now, offer }) => ({ data: payerOrderView(offer, now) })),
    )
    .handleRaw("pay", ({ params }) => pay(params.public_key), uninterruptible),
)

/** The current offer of an order. */
export const offeredOrder = Effect.fnUntraced(function* (key: string) {
  const found = yield* orderIn(key)
  const now = instant(yield* Clock.currentTimeMillis)
  return { offer: orderOffer(found, now), now }
}, orServerError)

/** Answers 404 if the text cannot be an order's key. */
const orderIn = Effect.fnUntraced(
  function* (text: string) {
    const key = publicKeyFromPath(text)
    return yield* Option.isSome(key) ? orderForPayer(key.value) : Effect.fail(new NotFound())
  },
  Effect.catchTag("NoSuchPublicKey", () => Effect.fail(new NotFound())),
)

/** Another payment of an order. A script or a page's form may send it. */
export const payOrderByKey = (text: string) => (arrived: Arrived) =>
  Effect.gen(function* () {
    const { base } = yield* PublicUrl
    const { order, company } = yield* orderIn(text)
    const read = yield* judged({ body: orderPaymentBody }, arrived)
    if (Result.isFailure(read)) return { answer: invalidText(read.failure), isReplayed: false }
    const { input, keyed } = read.success
    return yield* payOrder({
      company,
      order: order.details,
      payment: input.payment,
      total: input.total,
      visitor: yield* visitorOf,
      keyed: keyed(orderScope(order.details.company, order.details.publicKey), input),
      encode: (outcome) => encoded(outcome, base),
    })
  })

/** Reads the request as JSON, and answers in JSON. */
const pay = (text: string) =>
  operationOnArrival(payOrderByKey(text)).pipe(Effect.catchTag("NoSuchPublicKey", () => Effect.fail(new NotFound())))

const encoded = (outcome: PayOrderOutcome, publicUrl: string): StoredAnswer => {
  switch (outcome._tag) {
    case "Paying":
      return answerText(200, payerAnswer(outcome.order, publicUrl))
    case "UnderModeration":
      return errorText(underModeration())
    case "OrderRefused":
      return invalidText(orderNotPaid(outcome.refusal))
    case "LinkRefused":
      return invalidText(linkNotPaid(outcome.refusal))
    case "PriceRefused":
      return invalidText(priceRefused(outcome))
    case "InstallmentTooSmall":
      return invalidText(installmentRefused(outcome))
    case "TooManyInstallments":
      return invalidText(renewalNotSplit())
    case "CardStopped":
      return invalidText(cardStopped(outcome.stop))
    case "CouponRefused":
      return invalidText(couponNotUsable(outcome.coupon.code, outcome.coupon.reason))
  }
}
