/**
 * Closes a paid order: the company has done its part.
 */
import { instant } from "@vintem/domain/calendar"
import { Clock, Effect } from "effect"
import type { Answered } from "../../idempotency/answered.ts"
import type {
  OrderCommandFailure,
  OrderCommandNeeds,
  OrderCommandOutcome,
  OrderCommandRequest,
} from "./order-command-request.ts"
import { commandInOneUnit } from "./record-command.ts"

/** Answers with `request.encode`, and repeats that answer to a repeated request. Fails with `NoSuchOrder`. */
export const completeOrder = Effect.fn("completeOrder")(function* (
  request: OrderCommandRequest,
): Effect.fn.Return<Answered<OrderCommandOutcome>, OrderCommandFailure, OrderCommandNeeds> {
  const at = instant(yield* Clock.currentTimeMillis)
  return yield* commandInOneUnit(request, { _tag: "Complete", at })
})
