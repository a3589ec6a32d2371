/**
 * Pays an order that exists: one that waits for its first payment, or one whose last payment was refused.
 */
import type { Instant } from "@vintem/domain/calendar"
import type { Company } from "@vintem/domain/company"
import { type CompanyId, type LinkSlug, PublicKey } from "@vintem/domain/identifiers"
import { installmentCountOf } from "@vintem/domain/method"
import type { Centavos } from "@vintem/domain/money"
import type { CardStop, Order, OrderDetails, OrderRefused } from "@vintem/domain/order"
import type { LinkRefused } from "@vintem/domain/payment-link"
import { isErasedPerson } from "@vintem/domain/personal-data"
import {
  OrderRepository,
  PaymentLinkRepository,
  type Secrets,
  type StorageUnavailable,
  type WriteSet,
} from "@vintem/domain/ports"
import { Effect, Option, Result, Schema } from "effect"
import { isTrading } from "../../charging/is-under-moderation.ts"
import { methodOf, type OrderPayment } from "../../charging/order-payment.ts"
import { priceAsShown, priceOf } from "../../charging/price-of.ts"
import { type PriceRefused, priceRefused } from "../../charging/price-refused.ts"
import { attemptNames, startAttempt } from "../../charging/start-attempt.ts"
import { startLinkPayment } from "../../charging/start-link-payment.ts"
import type { Answered, Answering } from "../../idempotency/answered.ts"
import type { CouponUnusable } from "../../reactions/coupon.ts"
import { consequencesOf, type SaveNeeds } from "../../reactions/save-changes.ts"
import { stepsOf } from "../../reactions/steps.ts"
import {
  commitIntent,
  type Decision,
  type IntentFailure,
  type IntentKind,
  type IntentRefused,
} from "./commit-intent.ts"
import { type ChargingNeeds, completeCharge } from "./complete-charge.ts"
import { installmentsOffered } from "./installments-offered.ts"
import { payerCard } from "./payer-card.ts"

/** There is no order with this public key, or its customer was erased. */
export class NoSuchPublicKey extends Schema.TaggedError<NoSuchPublicKey>()("NoSuchPublicKey", {
  key: PublicKey,
}) {}

/** What paying an order needs, besides the ports. */
export interface PayOrder extends Answering<PayOrderOutcome> {
  /** The company whose order it is. */
  readonly company: Company
  /** The order to pay, by its public key from the payer. */
  readonly order: Pick<OrderDetails, "number" | "publicKey">
  /** By a card that is not saved, by Pix or slip. */
  readonly payment: OrderPayment
  /** The price that the payer saw, in centavos: another price is refused. Null if unknown. */
  readonly total: Centavos | null
  /** The network of the payer's address: see `PayerAttempt`. */
  readonly visitor: string
}

/** How `payOrder` ended. */
export type PayOrderOutcome =
  /** The company is under moderation, and takes no money until that ends. */
  | { readonly _tag: "UnderModeration" }
  /** The order accepts no payment, or none at the moment. */
  | { readonly _tag: "OrderRefused"; readonly refusal: OrderRefused }
  /** The order's link accepts no payment, or none at the moment. */
  | { readonly _tag: "LinkRefused"; readonly refusal: LinkRefused }
  | PriceRefused
  /** A renewal is charged at once. */
  | { readonly _tag: "TooManyInstallments" }
  /** Too many cards were refused. Payment by Pix or slip, or later, is possible. */
  | { readonly _tag: "CardStopped"; readonly stop: CardStop }
  /** The coupon in its price can no longer be used. */
  | { readonly _tag: "CouponRefused"; readonly coupon: CouponUnusable }
  /** The acquirer was asked: see the order's status. */
  | { readonly _tag: "Paying"; readonly order: Order }

/**
 * Answers with `request.encode`, and repeats that answer to a repeated request. Fails with `NoSuchPublicKey`. Must not
 * be interrupted: if the client disconnects, the charge continues and its outcome is stored.
 */
export const payOrder = Effect.fn("payOrder")(function* (
  request: PayOrder,
): Effect.fn.Return<Answered<PayOrderOutcome>, IntentFailure | NoSuchPublicKey, ChargingNeeds | Secrets> {
  const { company, encode, keyed } = request
  const outcomeOf = (order: Order): PayOrderOutcome => ({ _tag: "Paying", order })
  const charging = { company: company.id, keyed, encode, outcomeOf }
  const intent = yield* commitIntent({ ...charging, decide: (at, refused) => decision(request, at, refused) })
  return yield* completeCharge(charging, intent)
}, Effect.uninterruptible)

/** Decides the request. Nothing is written. */
const decision = Effect.fnUntraced(function* (
  request: PayOrder,
  at: Instant,
  refused: IntentRefused | null,
): Effect.fn.Return<Decision<PayOrderOutcome, NoSuchPublicKey>, StorageUnavailable, SaveNeeds | Secrets> {
  const { company, payment, total, visitor } = request
  const { number, publicKey: key } = request.order
  const orders = yield* OrderRepository
  const found = yield* orders.find(company.id, number)
  // An erased customer cannot be charged: to pay again, the payer places a new order.
  if (Option.isNone(found) || isErasedPerson(found.value.order.details.customer)) {
    return { _tag: "Missing", failure: new NoSuchPublicKey({ key }) }
  }
  const { order } = found.value
  if (!(yield* isTrading(company, refused))) return refuse({ _tag: "UnderModeration" })
  const { amount, coupon, feeMode = "none", paymentLink: slug } = order.details
  const method = methodOf(payment)
  const link = slug === undefined ? null : yield* linkOf(company.id, slug)
  const asked = { amount, feeMode, installments: installmentsOffered(order, link) }
  const price = Result.flatMap(priceOf(asked, method, company), priceAsShown(total))
  if (Result.isFailure(price)) return refuse(priceRefused(price.failure, method, asked, company))
  const names = yield* attemptNames(number, payment)
  const started = startAttempt(company, order, { payment, quote: price.success, saved: null }, names, at)
  if (Result.isFailure(started)) return refuse({ _tag: "OrderRefused", refusal: started.failure })
  const ofLink = link === null ? null : startLinkPayment({ link, number, method, at })
  if (ofLink !== null && Result.isFailure(ofLink)) return refuse({ _tag: "LinkRefused", refusal: ofLink.failure })
  if (link === null && installmentCountOf(method) > asked.installments) return refuse({ _tag: "TooManyInstallments" })
  const card = yield* payerCard(
    { company: company.id, visitor, order, link: slug ?? null, payment, key: names.key, at },
    refused,
  )
  if (card.stop !== null) return refuse({ _tag: "CardStopped", stop: card.stop }, card.writes)
  if (coupon !== undefined && refused?._tag === "CouponRefused") {
    return refuse({ _tag: "CouponRefused", coupon: { code: coupon.code, reason: refused.reason } })
  }
  const { attempt, charge, events } = started.success
  const known = ofLink === null ? {} : { link: ofLink.success }
  const { order: paying, writes } = yield* consequencesOf(stepsOf(order, events), known)
  return {
    _tag: "Started",
    order: paying,
    attempt,
    charge,
    writes: [
      { _tag: "RequireTrading", company: company.id },
      ...card.writes,
      ...(coupon === undefined ? [] : [{ _tag: "TakeCouponAgain", company: company.id, order: number, at } as const]),
      ...writes,
    ],
  }
})

const refuse = (outcome: PayOrderOutcome, writes: WriteSet<IntentKind> = []): Decision<PayOrderOutcome, never> => ({
  _tag: "Settled",
  outcome,
  writes,
})

/** The order's link. Null if it is missing. */
const linkOf = Effect.fnUntraced(function* (company: CompanyId, slug: LinkSlug) {
  const links = yield* PaymentLinkRepository
  return Option.getOrNull(yield* links.find(company, slug))
})
