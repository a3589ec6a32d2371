/**
 * Refunds a payer.
 *
 * Three steps, as with a charge: the intent is committed and its amount reserved; the acquirer is asked under the
 * refund's key; the outcome is committed. Whatever happens between them leaves a requested refund, which the queue
 * requests again.
 */
import { type Instant, instant } from "@vintem/domain/calendar"
import {
  type AttemptId,
  companyCodeLength,
  firstAttempt,
  type OrderNumber,
  RefundKey,
} from "@vintem/domain/identifiers"
import { decide } from "@vintem/domain/machine"
import { type Centavos, centavos } from "@vintem/domain/money"
import {
  type Attempt,
  type Order,
  type OrderCommand,
  obligationsOf,
  orderMachine,
  paidAttempts,
  type Refund,
  refundableOf,
  refundState,
} from "@vintem/domain/order"
import {
  type Acquirer,
  Identifiers,
  OrderRepository,
  Secrets,
  type StoredOrder,
  UnitOfWork,
} from "@vintem/domain/ports"
import { Clock, Effect, Option, Result } from "effect"
import { askForRefund } from "../../charging/ask-acquirer.ts"
import { ChargePolicy } from "../../charging/charge-policy.ts"
import { type Answered, keepAnswer, replayed } from "../../idempotency/answered.ts"
import { attachKey, claimKey, releaseKey, workMarginMillis } from "../../idempotency/claim-key.ts"
import type { KeyedRequest } from "../../idempotency/keyed-request.ts"
import { duplicateFailuresMax, failedRefundsOf } from "../../reactions/jobs.ts"
import { againOnConflict } from "../../units/again-on-conflict.ts"
import { recordReportsInUnit } from "../reports/record-reports.ts"
import {
  NoSuchOrder,
  type OrderCommandFailure,
  type OrderCommandNeeds,
  type OrderCommandOutcome,
  type OrderCommandRequest,
} from "./order-command-request.ts"
import { recordTrackedCommandInUnit } from "./record-command.ts"

export interface RefundOrder extends OrderCommandRequest {
  /** Centavos. Null for the rest of a payment. */
  readonly amount: Centavos | null
}

/**
 * Answers with `request.encode`, and repeats that answer to a repeated request. Fails with `NoSuchOrder`.
 *
 * Must not be interrupted: if the client disconnects, the refund continues and its outcome is stored.
 */
export const refundOrder = Effect.fn("refundOrder")(function* (
  request: RefundOrder,
): Effect.fn.Return<Answered<OrderCommandOutcome>, OrderCommandFailure, Acquirer | OrderCommandNeeds | Secrets> {
  const intent = yield* againOnConflict(commitIntent(request))
  if (intent._tag === "Settled") return intent.answered
  return yield* completeRefund(request, intent).pipe(Effect.tapCause(() => releaseKey(request.keyed)))
}, Effect.uninterruptible)

type Intent =
  | { readonly _tag: "Settled"; readonly answered: Answered<OrderCommandOutcome> }
  | { readonly _tag: "Requested"; readonly order: Order; readonly refund: Refund }

const settled = (answered: Answered<OrderCommandOutcome>): Intent => ({ _tag: "Settled", answered })

/** First step: key and refund in one commit, or an answer that needs no refund. */
const commitIntent = Effect.fnUntraced(function* (request: RefundOrder) {
  const { company, number, keyed } = request
  const { commit } = yield* UnitOfWork
  const orders = yield* OrderRepository
  const { acquirerTimeoutMillis } = yield* ChargePolicy
  const keys = yield* keysFor(number, keyed)
  const now = instant(yield* Clock.currentTimeMillis)
  return yield* commit(
    Effect.gen(function* () {
      const claim = yield* claimKey(keyed, now, acquirerTimeoutMillis + workMarginMillis)
      if (claim._tag === "Answered") return settled(replayed(claim.answer))
      const found = yield* orders.find(company, number)
      if (Option.isNone(found)) return yield* new NoSuchOrder({ number })
      const { order } = found.value
      const isResumed = claim._tag === "Resumed" && claim.order === number
      // A key is attached to an order together with its refund. If no refund has our key, it was made under a secret
      // key that the service no longer has: then the latest refund is assumed to be it, because a second one would
      // refund twice.
      const begun = isResumed ? (order.refunds.findLast(keys.isOurs) ?? order.refunds.at(-1)) : undefined
      if (begun !== undefined) return { _tag: "Requested", order, refund: begun } satisfies Intent

      const key = keys.next(order)
      const recorded = yield* recordTrackedCommandInUnit(company, number, requestOf(order, key, request.amount, now))
      if (recorded.refusal !== null) {
        return settled(yield* keepAnswer(request, { _tag: "Refused", refusal: recorded.refusal }))
      }
      yield* attachKey(keyed, number)
      return {
        _tag: "Requested",
        order: recorded.stored.order,
        refund: refundOf(recorded.stored, key),
      } satisfies Intent
    }),
  )
})

/**
 * The keys of a request's refunds. With an idempotency key they are computed from it and from the number of refunds: a
 * resumed request finds its refund, and the same key on another day makes another.
 */
const keysFor = Effect.fnUntraced(function* (number: OrderNumber, keyed: KeyedRequest | null) {
  const identifiers = yield* Identifiers
  const { fingerprint, formerFingerprints } = yield* Secrets
  const unkeyed = yield* identifiers.refundKey(number)
  if (keyed === null) return { next: (_: Order): RefundKey => unkeyed, isOurs: ({ key }: Refund) => key === unkeyed }
  const nth = (count: number): string => `refund ${count} ${keyed.scope} ${keyed.key}`
  return {
    next: (order: Order): RefundKey => refundKeyOf(number, fingerprint(nth(order.refunds.length))),
    isOurs: ({ key }: Refund, position: number): boolean =>
      [fingerprint(nth(position)), ...formerFingerprints(nth(position))].some(
        (one) => refundKeyOf(number, one) === key,
      ),
  }
})

/** Begins with the company's code, like every refund's key. */
const refundKeyOf = (order: OrderNumber, fingerprint: string): RefundKey =>
  RefundKey.make((order.slice(0, companyCodeLength) + fingerprint.replace(/[^A-Za-z0-9]/gu, "")).slice(0, keyLength))

const keyLength = 32

/**
 * Refunds the first payment with enough money left. If there is none, the refusal is about the payment that is kept.
 *
 * An amount is taken first from payments that are owed to the payer anyway, then from the kept payment: a refund that
 * is too small can be topped up, one that is too large cannot be undone. Without an amount, it refunds the rest of the
 * kept payment, because the service refunds owed payments by itself.
 */
const requestOf = (order: Order, refund: RefundKey, amount: Centavos | null, at: Instant): RequestRefund => {
  const paid = paidAttempts(order.attempts)
  const goingBack = amount === null ? [] : paid.filter(({ id }) => isGoingBack(order, id))
  const requestFor = (payment: Attempt | undefined): RequestRefund => ({
    _tag: "RequestRefund",
    refund,
    attempt: payment?.id ?? firstAttempt,
    amount: amount ?? centavos(Math.max(refundableOf(order, payment), 1)),
    at,
  })
  const isAccepted = (request: RequestRefund): boolean => Result.isSuccess(decide(orderMachine, order, request))
  return [...goingBack, ...paid].map(requestFor).find(isAccepted) ?? requestFor(paid[0])
}

type RequestRefund = Extract<OrderCommand, { readonly _tag: "RequestRefund" }>

/** True if the payment is a second one whose refund is still being tried. */
const isGoingBack = (order: Order, id: AttemptId): boolean =>
  failedRefundsOf(order, id) < duplicateFailuresMax &&
  obligationsOf(order).some(({ _tag, attempt }) => _tag === "RefundDuplicate" && attempt === id)

/** Second and last step. A refund that another process has completed meanwhile is not requested again. */
const completeRefund = Effect.fnUntraced(function* (
  request: RefundOrder,
  { order, refund }: Extract<Intent, { readonly _tag: "Requested" }>,
) {
  const { company, number } = request
  const { commit } = yield* UnitOfWork
  const payment = order.attempts.find(({ id }) => id === refund.attempt)
  const reports =
    payment === undefined || isEnded(refund) ? [] : Option.toArray(yield* askForRefund(company, payment, refund))
  return yield* againOnConflict(
    commit(
      Effect.gen(function* () {
        const stored = yield* recordReportsInUnit(company, number, reports)
        if (Option.isNone(stored)) return yield* new NoSuchOrder({ number })
        return yield* keepAnswer(request, outcomeOf(stored.value, refund.key))
      }),
    ),
  )
})

/** For the operator, a refund counts as done if it is on its way or has no report yet. */
const outcomeOf = (stored: StoredOrder, key: RefundKey): OrderCommandOutcome => {
  const { facts, reason = null } = refundOf(stored, key)
  return refundState(facts) === "failed" ? { _tag: "RefundFailed", reason } : { _tag: "Done", stored }
}

const refundOf = ({ order }: StoredOrder, key: RefundKey): Refund => {
  const refund = order.refunds.find((one) => one.key === key)
  if (refund === undefined) throw new Error("A refund that was requested is part of its order.")
  return refund
}

const isEnded = ({ facts }: Refund): boolean => {
  const state = refundState(facts)
  return state === "settled" || state === "failed"
}
