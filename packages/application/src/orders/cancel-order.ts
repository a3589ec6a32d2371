/**
 * Cancels an order that is not paid.
 *
 * What could still be paid is withdrawn at the acquirer first, so that a payment that has just arrived is noticed before the order is
 * canceled. If the acquirer does not answer, the order is canceled anyway, and the queue does the withdrawal.
 */
import { instant } from "@vintem/domain/calendar"
import { decide } from "@vintem/domain/machine"
import { attemptState, type Order, orderMachine } from "@vintem/domain/order"
import {
  type Acquirer,
  type AuditLog,
  type IdempotencyStore,
  OrderRepository,
  type StorageUnavailable,
  type StoredOrder,
  SubscriptionRepository,
  UnitOfWork,
} from "@vintem/domain/ports"
import { Clock, Effect, Option, Result } from "effect"
import { withdraw } from "../charging/ask-acquirer.ts"
import { ChargePolicy } from "../charging/charge-policy.ts"
import { storeAnswer, workMarginMillis } from "../idempotency/claim-key.ts"
import type { KeyInUse, KeyMismatched } from "../idempotency/keyed-request.ts"
import type { Answered } from "../idempotency/once.ts"
import { onceAtLength } from "../idempotency/once-at-length.ts"
import type { SaveConflict, SaveNeeds } from "../reactions/save-changes.ts"
import { againOnConflict } from "../units/again-on-conflict.ts"
import { NoSuchOrder, type OperatorOutcome, type OperatorRequest } from "./operator-request.ts"
import { outcomeOf, recordAskedCommandInUnit } from "./record-command.ts"

/** Answers as `request.encode` puts it, to a repeated request the same; fails with `NoSuchOrder`. */
export const cancelOrder = Effect.fn("cancelOrder")(function* (
  request: OperatorRequest,
): Effect.fn.Return<
  Answered,
  KeyInUse | KeyMismatched | NoSuchOrder | SaveConflict | StorageUnavailable,
  Acquirer | AuditLog | IdempotencyStore | SaveNeeds | UnitOfWork
> {
  const { acquirerTimeoutMillis } = yield* ChargePolicy
  const orders = yield* OrderRepository
  const found = yield* orders.find(request.company, request.number)
  if (Option.isNone(found)) return yield* new NoSuchOrder({ number: request.number })
  const workMillis = acquirerTimeoutMillis + workMarginMillis
  return yield* onceAtLength(request.keyed, workMillis, canceled(request, found.value))
}, Effect.uninterruptible)

const canceled = Effect.fnUntraced(function* ({ company, number, keyed, encode }: OperatorRequest, found: StoredOrder) {
  const { commit } = yield* UnitOfWork
  const command = { _tag: "Cancel", at: instant(yield* Clock.currentTimeMillis) } as const
  const isPossible =
    Result.isSuccess(decide(orderMachine, found.order, command)) && (yield* renewedBy(found.order)) === null
  const reports = isPossible ? yield* withdrawn(found) : []
  const unit = Effect.gen(function* () {
    const subscription = yield* renewedBy(found.order)
    if (subscription !== null) return { _tag: "RenewalOpen", subscription } satisfies OperatorOutcome
    return outcomeOf(yield* recordAskedCommandInUnit(company, number, command, reports))
  })
  return yield* againOnConflict(commit(Effect.flatMap(unit, (outcome) => storeAnswer(keyed, encode(outcome)))))
})

/**
 * The subscription that waits for this order to be paid, null where none does. Its period could never be paid after a cancelation. So the
 * subscription has to be canceled, and the order with it.
 */
const renewedBy = Effect.fnUntraced(function* ({ details: { company, number, subscription } }: Order) {
  if (subscription === undefined) return null
  const subscriptions = yield* SubscriptionRepository
  const found = Option.getOrNull(yield* subscriptions.find(company, subscription.token))
  const isOpen = found !== null && found.canceled === null && found.renewal?.order === number
  return isOpen ? subscription.token : null
})

/** All at once, so that together they take the time of one. */
const withdrawn = Effect.fnUntraced(function* ({ order }: StoredOrder) {
  const live = order.attempts.filter(({ facts }) => {
    const state = attemptState(facts)
    return state === "open" || state === "review"
  })
  const answers = yield* Effect.forEach(live, withdraw, { concurrency: "unbounded" })
  return answers.flatMap(Option.toArray)
})
