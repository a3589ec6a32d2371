/**
 * Cancels an order that nobody has paid.
 *
 * What could still be paid is withdrawn at the acquirer first: so a payment that has just come in is noticed before the order is
 * given up. Where the acquirer is silent the order is canceled all the same, and the withdrawing is left to the queue.
 */
import {
  attemptStanding,
  decide,
  instant,
  type OrderCommand,
  OrderRepository,
  type StoredOrder,
  UnitOfWork,
} from "@vintem/domain"
import { Clock, Effect, Option, Result } from "effect"
import { keepAnswer, workMarginMillis } from "../idempotency/claim-key.ts"
import { onceAtLength } from "../idempotency/once-at-length.ts"
import { againOnConflict } from "./again-on-conflict.ts"
import { withdraw } from "./ask-acquirer.ts"
import { ChargePolicy } from "./charge-policy.ts"
import { NoSuchOrder, type OperatorRequest } from "./operator-request.ts"
import { outcomeOf, recordCommandInUnit } from "./record-command.ts"

/** Answers as `request.encode` puts it, to a repeated request the same; fails with `NoSuchOrder`. */
export const cancelOrder = Effect.fn("cancelOrder")(function* (request: OperatorRequest) {
  const { acquirerTimeoutMillis } = yield* ChargePolicy
  const orders = yield* OrderRepository
  const found = yield* orders.find(request.company, request.number)
  if (Option.isNone(found)) return yield* new NoSuchOrder({ number: request.number })
  const workMillis = acquirerTimeoutMillis + workMarginMillis
  return yield* onceAtLength(request.keyed, workMillis, canceled(request, found.value))
}, Effect.uninterruptible)

const canceled = Effect.fnUntraced(function* ({ company, number, keyed, encode }: OperatorRequest, found: StoredOrder) {
  const { commit } = yield* UnitOfWork
  const command: OrderCommand = { _tag: "Cancel", at: instant(yield* Clock.currentTimeMillis) }
  const news = Result.isSuccess(decide(found.order, command)) ? yield* withdrawn(found) : []
  return yield* againOnConflict(
    commit(
      Effect.flatMap(recordCommandInUnit(company, number, command, news), (recorded) =>
        keepAnswer(keyed, encode(outcomeOf(recorded))),
      ),
    ),
  )
})

/** All at once, so that together they take the time of one. */
const withdrawn = Effect.fnUntraced(function* ({ order }: StoredOrder) {
  const live = order.attempts.filter(({ facts }) => {
    const standing = attemptStanding(facts)
    return standing === "open" || standing === "review"
  })
  const answers = yield* Effect.forEach(live, withdraw, { concurrency: "unbounded" })
  return answers.flatMap(Option.toArray)
})
