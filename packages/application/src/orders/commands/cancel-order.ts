/**
 * Cancels an unpaid order.
 *
 * Instruments that could still be paid are withdrawn at the acquirer first, so that a payment that has just arrived is
 * noticed before the order is canceled. If the acquirer does not answer, the order is canceled anyway, and the queue
 * does the withdrawal.
 */
import { instant } from "@vintem/domain/calendar"
import { decide } from "@vintem/domain/machine"
import { isPayableOrHeld, orderMachine } from "@vintem/domain/order"
import { type Acquirer, type StoredOrder, UnitOfWork } from "@vintem/domain/ports"
import { Clock, Effect, Result } from "effect"
import { withdrawAttempts } from "../../charging/ask-acquirer.ts"
import { type Answered, keepAnswer } from "../../idempotency/answered.ts"
import { againOnConflict } from "../../units/again-on-conflict.ts"
import { subscriptionAwaiting } from "../paying/subscription-awaiting.ts"
import type {
  OrderCommandFailure,
  OrderCommandNeeds,
  OrderCommandOutcome,
  OrderCommandRequest,
} from "./order-command-request.ts"
import { commandAcrossUnits, outcomeOf, recordTrackedCommandInUnit } from "./record-command.ts"

/** Answers with `request.encode`, and repeats that answer to a repeated request. Fails with `NoSuchOrder`. */
export const cancelOrder = Effect.fn("cancelOrder")(function* (
  request: OrderCommandRequest,
): Effect.fn.Return<Answered<OrderCommandOutcome>, OrderCommandFailure, Acquirer | OrderCommandNeeds> {
  return yield* commandAcrossUnits(request, (found) => canceled(request, found))
}, Effect.uninterruptible)

const canceled = Effect.fnUntraced(function* (request: OrderCommandRequest, found: StoredOrder) {
  const { company, number } = request
  const { commit } = yield* UnitOfWork
  const command = { _tag: "Cancel", at: instant(yield* Clock.currentTimeMillis) } as const
  const isPossible =
    Result.isSuccess(decide(orderMachine, found.order, command)) &&
    (yield* subscriptionAwaiting(found.order.details)) === null
  const reports = isPossible
    ? yield* withdrawAttempts(
        company,
        found.order.attempts.filter(({ facts }) => isPayableOrHeld(facts)),
      )
    : []
  const unit = Effect.gen(function* () {
    // After a cancelation its period could never be paid: the subscription has to be canceled, and the order with it.
    const subscription = (yield* subscriptionAwaiting(found.order.details))?.details.token
    if (subscription !== undefined) return { _tag: "RenewalOpen", subscription } satisfies OrderCommandOutcome
    return outcomeOf(yield* recordTrackedCommandInUnit(company, number, command, reports))
  })
  return yield* againOnConflict(commit(Effect.flatMap(unit, (outcome) => keepAnswer(request, outcome))))
})
