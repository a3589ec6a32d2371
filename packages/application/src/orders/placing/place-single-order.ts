/** Places an order of unregistered items, and charges it in the same request. */

import { installmentsMax } from "@vintem/domain/installments"
import {
  type CustomerRepository,
  HostingAddressDetector,
  type SavedCardRepository,
  type StorageUnavailable,
} from "@vintem/domain/ports"
import { Effect, Option, Result } from "effect"
import { ChargePolicy } from "../../charging/charge-policy.ts"
import { methodOf, savedCardOf } from "../../charging/order-payment.ts"
import { priceOf } from "../../charging/price-of.ts"
import { installmentTooSmall } from "../../charging/price-refused.ts"
import type { Answered } from "../../idempotency/answered.ts"
import { RequestOrigin } from "../../trail/current-actor.ts"
import type { IntentFailure } from "../paying/commit-intent.ts"
import type { ChargingNeeds } from "../paying/complete-charge.ts"
import { findReferences } from "./find-references.ts"
import { type Drafted, type OrderDraft, type PlaceOrderOutcome, placeOrder, refuse } from "./place-order.ts"
import type { PlaceSingleOrder, SingleOrderRefusal } from "./single-order.ts"

/** @returns the answer to send, and if it repeats an earlier one */
export const placeSingleOrder = (
  request: PlaceSingleOrder,
): Effect.Effect<
  Answered<PlaceOrderOutcome<SingleOrderRefusal>>,
  IntentFailure,
  ChargingNeeds | HostingAddressDetector
> =>
  placeOrder({
    company: request.company,
    sender: "company",
    keyed: request.keyed,
    payment: request.order.payment,
    draft: () => draftOf(request),
    encode: request.encode,
  })

const draftOf = Effect.fnUntraced(function* (
  request: PlaceSingleOrder,
): Effect.fn.Return<
  Drafted<SingleOrderRefusal>,
  StorageUnavailable,
  ChargePolicy | CustomerRepository | HostingAddressDetector | SavedCardRepository
> {
  const { company, order } = request
  const { blockCloud } = yield* ChargePolicy
  if (company.blockCloud ?? blockCloud) {
    const barred = yield* barredFrom
    if (barred !== null) return refuse(barred)
  }
  const { customerId, payment } = order
  const { unknown, card } = yield* findReferences(company.id, { customerId, cardToken: savedCardOf(payment) })
  if (unknown.customerId || unknown.cardToken) {
    return refuse({ _tag: "UnknownReferences", references: unknown })
  }
  const asked = { amount: order.amount, feeMode: "none", installments: installmentsMax } as const
  const price = priceOf(asked, methodOf(payment), company)
  if (Result.isFailure(price) && price.failure === "installment_too_small") {
    return refuse(installmentTooSmall(asked, company))
  }
  const draft: OrderDraft = {
    details: {
      origin: "single",
      src: null,
      ref: null,
      checkout: null,
      customer: order.customer,
      address: order.address,
      items: order.items,
      amount: order.amount,
      discount: order.discount,
    },
    customerId,
    // Every other reason for a missing price was refused before. There is a centavo for each installment.
    payment: { payment, quote: Result.getOrThrow(price), saved: card },
  }
  return { _tag: "Draft", draft, writes: [] }
})

/** Why the request's address may not place a single order, if cloud hosting is refused. */
const barredFrom = Effect.gen(function* () {
  const detector = yield* HostingAddressDetector
  const { address } = yield* RequestOrigin
  const fromHosting: SingleOrderRefusal = { _tag: "FromHosting" }
  if (address === null) return null
  const hosting = detector.detect(address)
  if (Option.isNone(hosting)) return null
  yield* Effect.logInfo("single order from a hosting address", { asn: hosting.value.asn })
  return fromHosting
})
