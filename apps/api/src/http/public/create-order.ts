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
  moreInstallmentsThanCentavos,
  partialCheckoutReferences,
  totalTooLarge,
  totalTooSmall,
  underModeration,
  unknownReference,
} from "@vintem/contract"
import type { StoredAnswer } from "@vintem/domain/ports"
import { Effect } from "effect"
import { answerText, errorText, invalidText } from "../edge/body/answers.ts"
import { checkoutPayment } from "../edge/body/fingerprinted-body.ts"
import { companyScope } from "../edge/keys/keyed.ts"
import { operation } from "../edge/received-request.ts"
import { PublicUrl } from "../edge/request/public-url.ts"

/** An order on a checkout. A credit card is charged in the same request. */
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
      return [totalTooSmall("items", "order")]
    case "RenewalTooSmall":
      return [totalTooSmall("payment.custom_total", "renewal")]
    case "TotalOutOfRange":
      return [totalTooLarge("items", "items")]
    case "AboveMethodMax":
      return [aboveMethodMax(refusal.method)]
    case "TooManyInstallments":
      return [moreInstallmentsThanCentavos]
    case "InstallmentTooSmall":
      return [installmentTooSmall(refusal)]
  }
}

const unusableFaults = ({ checkout, coupon, cardToken }: UnusableReferences): ReadonlyArray<Fault> => [
  ...(checkout ? [unknownReference("checkout_id")] : []),
  ...(coupon === null ? [] : [fault("coupon_code", { code: "coupon_not_usable", because: coupon })]),
  ...(cardToken ? [unknownReference("payment.card.token")] : []),
]
