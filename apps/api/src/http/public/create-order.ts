/**
 * `POST /api/v1/order`: an order on a checkout of the catalogue.
 */
import {
  type CheckoutOrderRefusal,
  findCheckoutReferences,
  type PlaceOrderOutcome,
  placeCheckoutOrder,
  type UnusableReferences,
} from "@vintem/application"
import {
  aboveMethodMax,
  Caller,
  checkoutOrderAnswer,
  checkoutOrderBody,
  type Fault,
  fault,
  installmentTooSmall,
  invalidFields,
  partialCheckoutReferences,
  underModeration,
  unknownReference,
} from "@vintem/contract"
import type { CouponRefusal } from "@vintem/domain/catalogue"
import type { StoredAnswer } from "@vintem/domain/ports"
import { Effect } from "effect"
import { answerText, errorText, invalidText } from "../edge/answers.ts"
import { checkoutPayment } from "../edge/fingerprinted-body.ts"
import { companyScope } from "../edge/keyed.ts"
import { PublicUrl } from "../edge/public-url.ts"
import { operation } from "../edge/received-request.ts"

/** An order on a checkout. By credit it is charged in the same request. */
export const createOrder = operation(
  {
    body: checkoutOrderBody,
    beside: Effect.fnUntraced(function* (body, now) {
      const { company } = yield* Caller
      const { unusable } = yield* findCheckoutReferences(company.id, partialCheckoutReferences(body), now)
      return unusableFaults(unusable)
    }),
  },
  Effect.fnUntraced(function* ({ input, keyed }) {
    const { company } = yield* Caller
    const { base } = yield* PublicUrl
    return yield* placeCheckoutOrder({
      company,
      order: input,
      keyed: keyed(companyScope(company.id), checkoutPayment(input)),
      encode: (outcome) => encoded(outcome, base),
    })
  }),
)

const encoded = (outcome: PlaceOrderOutcome<CheckoutOrderRefusal>, publicUrl: string): StoredAnswer => {
  switch (outcome._tag) {
    case "Placed":
      return answerText(200, checkoutOrderAnswer(outcome.order, publicUrl))
    case "UnderModeration":
      return errorText(underModeration())
    case "Refused":
      return invalidText(invalidFields(faultsOfRefusal(outcome.refusal)))
  }
}

const faultsOfRefusal = (refusal: CheckoutOrderRefusal): ReadonlyArray<Fault> => {
  switch (refusal._tag) {
    case "UnusableReferences":
      return unusableFaults(refusal.references)
    case "TotalTooSmall":
      return [fault("items", "must leave a total of at least 0.01.")]
    case "RenewalTooSmall":
      return [fault("payment.custom_total", "must be at least 0.01 for a subscription: each renewal charges it.")]
    case "TotalOutOfRange":
      return [fault("items", "may not add up to 100000000000.00 or more.")]
    case "AboveMethodMax":
      return [aboveMethodMax(refusal.method)]
    case "TooManyInstallments":
      return [fault("payment.installments", "may not be more than the total has centavos.")]
    case "InstallmentTooSmall":
      return [installmentTooSmall(refusal)]
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
