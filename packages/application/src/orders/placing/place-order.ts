/**
 * The first step of a new order: key, customer, order and attempt in one commit, or an answer that needs none of them.
 * Then it is charged, if it is paid at once.
 */
import { type Instant, instant } from "@vintem/domain/calendar"
import type { Company } from "@vintem/domain/company"
import type { AttemptKey, CompanyCode, CustomerId, OrderNumber } from "@vintem/domain/identifiers"
import { type Order, type OrderDetails, type OrderPlaced, placed } from "@vintem/domain/order"
import { CustomerRepository, Identifiers, OrderRepository, type StoredAnswer, UnitOfWork } from "@vintem/domain/ports"
import { Clock, Effect, Option, Result } from "effect"
import { ChargePolicy } from "../../charging/charge-policy.ts"
import { isUnderModeration } from "../../charging/is-under-moderation.ts"
import type { OrderPayment } from "../../charging/order-payment.ts"
import { attemptNames, type PricedPayment, startAttempt } from "../../charging/start-attempt.ts"
import { attachKey, claimKey, storeAnswer, workMarginMillis } from "../../idempotency/claim-key.ts"
import type { KeyedRequest } from "../../idempotency/keyed-request.ts"
import type { Answered } from "../../idempotency/once.ts"
import { jobWrites } from "../../reactions/jobs.ts"
import { writeAll } from "../../reactions/write.ts"
import { againOnConflict } from "../../units/again-on-conflict.ts"
import {
  type ChargingFailure,
  type ChargingNeeds,
  completeCharge,
  type Intent,
  settled,
} from "../paying/complete-charge.ts"

/** The agreement of an order, before it has a number and a time. */
export interface OrderDraft {
  readonly details: Omit<OrderDetails, "company" | "number" | "token" | "publicKey" | "customerId" | "placedAt">
  /** The id of a known customer. Null to find them by the document. */
  readonly customerId: CustomerId | null
  /** Null if the order is paid later. */
  readonly payment: PricedPayment | null
}

/** How an order is placed: its company, its draft, and the encoding of the outcome. */
export interface OrderPlacing<Offer, Refusal, Missing, E, R> {
  readonly company: Company
  /**
   * The sender of the request: the company with its API key, or a payer, who has none. A payer's input never changes a
   * customer whom the company knows; the order keeps the input.
   */
  readonly sender: "company" | "payer"
  readonly keyed: KeyedRequest | null
  /** The request's payment. Null if it has none. */
  readonly payment: OrderPayment | null
  /** Part of the unit, after the key is known to be new: the offer of the order. Fails first if it does not exist. */
  readonly offer: Effect.Effect<Offer, Missing, R>
  /**
   * Part of the unit, after it is certain that the company takes money: the new order, or why there is none. A refusal
   * is stored as the answer, together with everything written before it.
   *
   * @param attempt - the key of the attempt that starts with the order; null if the request has no payment
   */
  readonly draft: (
    offer: Offer,
    number: OrderNumber,
    at: Instant,
    attempt: AttemptKey | null,
  ) => Effect.Effect<Result.Result<OrderDraft, Refusal>, E, R>
  /** Encodes an outcome for the wire. The answer is stored under the key and repeated byte for byte. */
  readonly encode: (outcome: PlaceOrderOutcome<Refusal>) => StoredAnswer
}

/** How placing an order ended. */
export type PlaceOrderOutcome<Refusal> =
  /** The company is under moderation, and sells nothing until that ends. Nothing was placed. */
  | { readonly _tag: "UnderModeration" }
  /** Nothing was placed. */
  | { readonly _tag: "Refused"; readonly refusal: Refusal }
  /** The order exists; see its status. */
  | { readonly _tag: "Placed"; readonly order: Order }

/**
 * Must not be interrupted: if the client disconnects, the charge continues and its outcome is stored.
 *
 * @returns the answer to send, and if it repeats an earlier one
 */
export const placeOrder = Effect.fnUntraced(function* <
  Offer,
  Refusal,
  Missing extends { readonly _tag: string },
  E extends { readonly _tag: string },
  R,
>(
  placing: OrderPlacing<Offer, Refusal, Missing, E, R>,
): Effect.fn.Return<Answered, ChargingFailure | E | Missing, ChargingNeeds | R> {
  const { company, encode, keyed } = placing
  const intent = yield* againOnConflict(commitIntent(placing))
  const charging = { company: company.id, keyed, encode: (order: Order) => encode({ _tag: "Placed", order }) }
  return yield* completeCharge(charging, intent)
}, Effect.uninterruptible)

const commitIntent = Effect.fnUntraced(function* <
  Offer,
  Refusal,
  Missing extends { readonly _tag: string },
  E extends { readonly _tag: string },
  R,
>(request: OrderPlacing<Offer, Refusal, Missing, E, R>) {
  const { commit, commitTogether } = yield* UnitOfWork
  const names = yield* namesFor(request.company.code, request.payment)
  const unit = intentOf(request, names, instant(yield* Clock.currentTimeMillis))
  // A payer's unit compares the version of a link, and locks its visitor's count: two of them could not share a commit.
  return yield* request.sender === "company" ? commitTogether(unit) : commit(unit)
})

/** Part of a unit. */
const intentOf = Effect.fnUntraced(function* <
  Offer,
  Refusal,
  Missing extends { readonly _tag: string },
  E extends { readonly _tag: string },
  R,
>(request: OrderPlacing<Offer, Refusal, Missing, E, R>, names: Names, now: Instant) {
  const { company, encode, keyed } = request
  const orders = yield* OrderRepository
  const policy = yield* ChargePolicy
  const claim = yield* claimKey(keyed, now, policy.acquirerTimeoutMillis + workMarginMillis)
  if (claim._tag === "Answered") return settled(claim.answer, true)
  if (claim._tag === "Resumed") {
    const stored = yield* orders.find(company.id, claim.order)
    if (Option.isSome(stored)) {
      return { _tag: "Resumed", order: stored.value.order, since: claim.since } satisfies Intent
    }
  }

  const offer = yield* request.offer
  if (yield* isUnderModeration(company.id)) {
    return settled(yield* storeAnswer(keyed, encode({ _tag: "UnderModeration" })), false)
  }
  const drafted = yield* request.draft(offer, names.number, now, names.attempt?.key ?? null)
  if (Result.isFailure(drafted)) {
    return settled(yield* storeAnswer(keyed, encode({ _tag: "Refused", refusal: drafted.failure })), false)
  }
  const draft = drafted.success
  const placing = yield* placingOf(request, draft, names, now)
  const order = placed(placing)
  if (draft.payment === null || names.attempt === null) {
    yield* orders.add(order, [placing])
    yield* writeAll(jobWrites(order, [placing], policy.acquirerTimeoutMillis))
    return settled(yield* storeAnswer(keyed, encode({ _tag: "Placed", order })), false)
  }
  const started = Result.getOrThrow(startAttempt(company, order, draft.payment, names.attempt, now))
  yield* orders.add(started.order, [placing, ...started.events])
  yield* writeAll(jobWrites(started.order, started.events, policy.acquirerTimeoutMillis))
  yield* attachKey(keyed, names.number)
  return {
    _tag: "Started",
    order: started.order,
    attempt: started.attempt,
    charge: started.charge,
  } satisfies Intent
})

/** Identifiers are made before the unit: a unit that runs again must not make others. */
const namesFor = Effect.fnUntraced(function* (company: CompanyCode, payment: OrderPayment | null) {
  const identifiers = yield* Identifiers
  const number = yield* identifiers.orderNumber(company)
  return {
    number,
    token: yield* identifiers.orderToken,
    publicKey: yield* identifiers.publicKey(number),
    customerToken: yield* identifiers.customerToken,
    attempt: payment === null ? null : yield* attemptNames(number, payment),
  }
})

type Names = Effect.Success<ReturnType<typeof namesFor>>

const placingOf = (
  { company, sender }: Pick<OrderPlacing<never, never, never, never, never>, "company" | "sender">,
  { customerId, details }: OrderDraft,
  { customerToken, number, publicKey, token }: Names,
  at: Instant,
) => {
  const placedBy = (customerId: CustomerId): OrderPlaced => ({
    _tag: "OrderPlaced",
    details: { company: company.id, number, token, publicKey, ...details, customerId, placedAt: at },
    at,
  })
  if (customerId !== null) return Effect.succeed(placedBy(customerId))
  const customer = { company: company.id, token: customerToken, details: details.customer, createdAt: at }
  return Effect.flatMap(CustomerRepository, ({ put, register }) =>
    Effect.map(sender === "company" ? put(customer) : register(customer), placedBy),
  )
}
