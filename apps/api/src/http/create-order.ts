/**
 * `POST /api/v1/order`: an order on a checkout of the catalogue.
 */
import {
  type CheckoutOrderRefusal,
  findCheckoutReferences,
  type Placing,
  placeCheckoutOrder,
  type UnusableReferences,
} from "@vintem/application"
import {
  aboveMethodMax,
  Caller,
  checkoutOrderAnswer,
  decodeCheckoutOrder,
  type Fault,
  fault,
  invalid,
  invalidFields,
  partialCheckoutReferences,
  underModeration,
  unknownReference,
} from "@vintem/contract"
import { type CouponRefusal, instant, type StoredAnswer, saoPauloDate } from "@vintem/domain"
import { Clock, Effect, Result } from "effect"
import { answerText, errorText, failed } from "./answers.ts"
import { checkoutPayment } from "./fingerprinted-body.ts"
import { jsonBody } from "./json-body.ts"
import { answered, companyScope, faultsOf, keyedRequest, keyOf, keyRefusals } from "./keyed.ts"
import { PublicUrl } from "./public-url.ts"
import { orServerError } from "./server-error.ts"

/** Whoever hangs up changes nothing: the charge goes on, its outcome is kept, and asking again under the same key tells it. */
export const createOrder = Effect.gen(function* () {
  const { company } = yield* Caller
  const { base } = yield* PublicUrl
  const body = yield* jsonBody
  const now = instant(yield* Clock.currentTimeMillis)
  const order = decodeCheckoutOrder(body, saoPauloDate(now))
  const key = yield* keyOf
  if (Result.isFailure(order) || Result.isFailure(key)) {
    // What the body refers to is looked up all the same, so that everything is told at once.
    const { unusable } = yield* findCheckoutReferences(company.id, partialCheckoutReferences(body), now)
    return failed(invalid(invalidFields([...faultsOf(order, key), ...unusableFaults(unusable)])))
  }
  const answer = yield* placeCheckoutOrder({
    company,
    order: order.success,
    keyed: yield* keyedRequest(companyScope(company.id), key.success, body, checkoutPayment(order.success)),
    encode: (outcome) => encoded(outcome, base),
  })
  return answered(answer)
}).pipe(Effect.catchTags(keyRefusals), orServerError)

const encoded = (outcome: Placing<CheckoutOrderRefusal>, publicUrl: string): StoredAnswer => {
  switch (outcome._tag) {
    case "Placed":
      return answerText(200, checkoutOrderAnswer(outcome.order, publicUrl))
    case "UnderModeration":
      return errorText(underModeration())
    case "Refused":
      return errorText(invalid(invalidFields(faultsOfRefusal(outcome.refusal))))
  }
}

const faultsOfRefusal = (refusal: CheckoutOrderRefusal): ReadonlyArray<Fault> => {
  switch (refusal._tag) {
    case "UnusableReferences":
      return unusableFaults(refusal.references)
    case "TotalTooSmall":
      return [fault("items", "must leave a total of at least 0.01.")]
    case "TotalOutOfRange":
      return [fault("items", "may not add up to 100000000000.00 or more.")]
    case "AboveMethodMax":
      return [aboveMethodMax(refusal.method)]
    case "TooManyInstallments":
      return [fault("payment.installments", "may not be more than the total has centavos.")]
  }
}

const unusableFaults = ({ checkout, coupon, cardToken }: UnusableReferences): ReadonlyArray<Fault> => [
  ...(checkout ? [unknownReference("checkout_id")] : []),
  ...(coupon === null ? [] : [fault("coupon_code", couponSentences[coupon])]),
  ...(cardToken ? [unknownReference("payment.card.token")] : []),
]

const couponSentences: Readonly<Record<CouponRefusal, string>> = {
  absent: "does not exist.",
  expired: "has expired.",
  used_up: "has been used as often as it may be.",
}
