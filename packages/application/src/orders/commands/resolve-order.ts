/**
 * An operator settles an attempt whose outcome the acquirer never reported.
 *
 * The acquirer is asked once more. Its answer counts; only if it has none, the operator's verdict does.
 */
import { instant } from "@vintem/domain/calendar"
import { firstAttempt } from "@vintem/domain/identifiers"
import { type Attempt, attemptFacts, attemptState, isOutcomeOwed, type Order, type Verdict } from "@vintem/domain/order"
import { type Acquirer, type StoredOrder, UnitOfWork } from "@vintem/domain/ports"
import { Clock, Effect } from "effect"
import { resolveOutcome } from "../../charging/ask-acquirer.ts"
import { type Answered, keepAnswer } from "../../idempotency/answered.ts"
import { againOnConflict } from "../../units/again-on-conflict.ts"
import { recordReports } from "../reports/record-reports.ts"
import type {
  OrderCommandFailure,
  OrderCommandNeeds,
  OrderCommandOutcome,
  OrderCommandRequest,
} from "./order-command-request.ts"
import { commandAcrossUnits, outcomeOf, type RecordedCommand, recordTrackedCommandInUnit } from "./record-command.ts"

/** An operator's verdict. */
export interface ResolveOrder extends OrderCommandRequest {
  readonly verdict: Verdict
}

/** Answers with `request.encode`, and repeats that answer to a repeated request. Fails with `NoSuchOrder`. */
export const resolveOrder = Effect.fn("resolveOrder")(function* (
  request: ResolveOrder,
): Effect.fn.Return<Answered<OrderCommandOutcome>, OrderCommandFailure, Acquirer | OrderCommandNeeds> {
  return yield* commandAcrossUnits(request, (found) => resolved(request, found))
}, Effect.uninterruptible)

const resolved = Effect.fnUntraced(function* (request: ResolveOrder, { order }: StoredOrder) {
  const { company, number, verdict } = request
  const { commit } = yield* UnitOfWork
  const owed = order.attempts.findLast(isOwed)
  if (owed !== undefined) yield* recordReports(company, number, [yield* resolveOutcome(company, owed)])
  const attempt = (owed ?? order.attempts.at(-1))?.id ?? firstAttempt
  const at = instant(yield* Clock.currentTimeMillis)
  return yield* againOnConflict(
    commit(
      Effect.flatMap(
        recordTrackedCommandInUnit(company, number, { _tag: "Resolve", attempt, verdict, at }),
        (recorded) =>
          keepAnswer(request, owed === undefined ? outcomeOf(recorded) : outcomeAfterAsking(recorded, owed, verdict)),
      ),
    ),
  )
})

/** If the acquirer's last answer equals the operator's verdict, the command succeeded. */
const outcomeAfterAsking = (recorded: RecordedCommand, { id }: Attempt, verdict: Verdict): OrderCommandOutcome =>
  verdictOf(recorded.stored.order, id) === verdict ? { _tag: "Done", stored: recorded.stored } : outcomeOf(recorded)

/** How an attempt ended, or null if it has not. */
const verdictOf = (order: Order, id: number): Verdict | null => {
  switch (attemptState(order.attempts.find((attempt) => attempt.id === id)?.facts ?? attemptFacts.of())) {
    case "confirmed":
      return "paid"
    case "rejected":
    case "refused":
    case "expired":
    case "voided":
      return "unpaid"
    default:
      return null
  }
}

/** True if the acquirer owes an outcome. */
const isOwed = ({ facts }: Attempt): boolean => isOutcomeOwed(attemptState(facts))
