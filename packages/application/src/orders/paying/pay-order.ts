/** Pays an existing order: one that waits for its first payment, or whose last payment was refused. */
import { type Instant, instant } from "@vintem/domain/calendar"
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
  type StoredAnswer,
  UnitOfWork,
} from "@vintem/domain/ports"
import { Clock, Effect, Option, Result, Schema } from "effect"
import { ChargePolicy } from "../../charging/charge-policy.ts"
import { isUnderModeration } from "../../charging/is-under-moderation.ts"
import { methodOf, type OrderPayment } from "../../charging/order-payment.ts"
import { priceAsShown, priceOf } from "../../charging/price-of.ts"
import { type PriceRefused, priceRefused } from "../../charging/price-refused.ts"
import { type AttemptNames, attemptNames, startAttempt } from "../../charging/start-attempt.ts"
import { saveLinkPayment, startLinkPayment } from "../../charging/start-link-payment.ts"
import { attachKey, claimKey, storeAnswer, workMarginMillis } from "../../idempotency/claim-key.ts"
import type { KeyedRequest } from "../../idempotency/keyed-request.ts"
import type { Answered } from "../../idempotency/once.ts"
import { type CouponUnusable, retakeCoupon } from "../../reactions/coupon.ts"
import { saveChanges } from "../../reactions/save-changes.ts"
import { stepsOf } from "../../reactions/steps.ts"
import { againOnConflict } from "../../units/again-on-conflict.ts"
import { type ChargingFailure, type ChargingNeeds, completeCharge, type Intent, settled } from "./complete-charge.ts"
import { installmentsOffered } from "./installments-offered.ts"
import { forgetPayerCard, startPayerCard } from "./payer-card.ts"

/** There is no order with this public key, or its customer was erased. */
export class NoSuchPublicKey extends Schema.TaggedError<NoSuchPublicKey>()("NoSuchPublicKey", {
  key: PublicKey,
}) {}

/** The request for paying an order. */
export interface PayOrder {
  /** The order's company. */
  readonly company: Company
  /** The order to pay, by its public key from the payer. */
  readonly order: Pick<OrderDetails, "number" | "publicKey">
  /** By a card that is not saved, by Pix or slip. */
  readonly payment: OrderPayment
  /** The price that the payer saw, in centavos: another price is refused. Null if unknown. */
  readonly total: Centavos | null
  /** The network of the payer's address: see `PayerAttempt`. */
  readonly visitor: string
  readonly keyed: KeyedRequest | null
  /** Encodes an outcome for the wire. The answer is stored under the key and repeated byte for byte. */
  readonly encode: (outcome: PayOrderOutcome) => StoredAnswer
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
): Effect.fn.Return<Answered, ChargingFailure | NoSuchPublicKey, ChargingNeeds | Secrets> {
  const { company, encode, keyed } = request
  const intent = yield* againOnConflict(commitIntent(request))
  const charging = { company: company.id, keyed, encode: (order: Order) => encode({ _tag: "Paying", order }) }
  return yield* completeCharge(charging, intent)
}, Effect.uninterruptible)

const commitIntent = Effect.fnUntraced(function* (request: PayOrder) {
  const { commit } = yield* UnitOfWork
  const { acquirerTimeoutMillis } = yield* ChargePolicy
  const names = yield* attemptNames(request.order.number, request.payment)
  const now = instant(yield* Clock.currentTimeMillis)
  return yield* commit(intentIn(request, names, now, acquirerTimeoutMillis + workMarginMillis))
})

/**
 * Part of the unit that commits the intent.
 *
 * @param claimMillis - how long the key belongs to this request without an answer
 */
const intentIn = Effect.fnUntraced(function* (
  request: PayOrder,
  names: AttemptNames,
  now: Instant,
  claimMillis: number,
) {
  const { company, encode, keyed, payment, total, visitor } = request
  const { number, publicKey: key } = request.order
  const claim = yield* claimKey(keyed, now, claimMillis)
  if (claim._tag === "Answered") return settled(claim.answer, true)
  const orders = yield* OrderRepository
  const found = yield* orders.find(company.id, number)
  if (Option.isNone(found)) return yield* new NoSuchPublicKey({ key })
  const { order } = found.value
  // An erased customer cannot be charged: to pay again, the payer places a new order.
  if (isErasedPerson(order.details.customer)) return yield* new NoSuchPublicKey({ key })
  if (claim._tag === "Resumed") return { _tag: "Resumed", order, since: claim.since } satisfies Intent
  const refuse = (outcome: PayOrderOutcome) =>
    Effect.map(storeAnswer(keyed, encode(outcome)), (kept) => settled(kept, false))

  if (yield* isUnderModeration(company.id)) return yield* refuse({ _tag: "UnderModeration" })
  const { amount, feeMode = "none", paymentLink: slug } = order.details
  const method = methodOf(payment)
  const link = slug === undefined ? null : yield* linkOf(company.id, slug)
  const asked = { amount, feeMode, installments: installmentsOffered(order, link) }
  const price = Result.flatMap(priceOf(asked, method, company), priceAsShown(total))
  if (Result.isFailure(price)) return yield* refuse(priceRefused(price.failure, method, asked, company))
  const started = startAttempt(company, order, { payment, quote: price.success, saved: null }, names, now)
  if (Result.isFailure(started)) return yield* refuse({ _tag: "OrderRefused", refusal: started.failure })
  const ofLink = link === null ? null : startLinkPayment({ link, number, method, at: now })
  if (ofLink !== null && Result.isFailure(ofLink)) {
    return yield* refuse({ _tag: "LinkRefused", refusal: ofLink.failure })
  }
  if (link === null && installmentCountOf(method) > asked.installments) {
    return yield* refuse({ _tag: "TooManyInstallments" })
  }
  // From here on a refusal has something to undo, because a refusal is committed, too.
  const card = { company: company.id, visitor, order, link: slug ?? null, payment, key: names.key, at: now }
  const stop = yield* startPayerCard(card)
  if (stop !== null) return yield* refuse({ _tag: "CardStopped", stop })
  const coupon = yield* retakeCoupon(order, now)
  if (coupon !== null) {
    yield* forgetPayerCard(card)
    return yield* refuse({ _tag: "CouponRefused", coupon })
  }
  if (ofLink !== null) yield* saveLinkPayment(ofLink.success)
  const { attempt, charge, events } = started.success
  yield* saveChanges(stepsOf(order, events))
  yield* attachKey(keyed, number)
  return { _tag: "Started", order: started.success.order, attempt, charge } satisfies Intent
})

/** The order's link. Null if it is missing. */
const linkOf = Effect.fnUntraced(function* (company: CompanyId, slug: LinkSlug) {
  const links = yield* PaymentLinkRepository
  return Option.getOrNull(yield* links.find(company, slug))
})
