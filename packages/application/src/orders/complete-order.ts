/**
 * Closes a paid order: the company has done its part.
 */
import { instant } from "@vintem/domain/calendar"
import type { AuditLog, IdempotencyStore, StorageUnavailable, UnitOfWork } from "@vintem/domain/ports"
import { Clock, Effect } from "effect"
import type { KeyInUse, KeyMismatched } from "../idempotency/keyed-request.ts"
import type { Answered } from "../idempotency/once.ts"
import type { SaveConflict, SaveNeeds } from "../reactions/save-changes.ts"
import type { NoSuchOrder, OperatorRequest } from "./operator-request.ts"
import { commandOnce } from "./record-command.ts"

/** Answers as `request.encode` puts it, to a repeated request the same; fails with `NoSuchOrder`. */
export const completeOrder = Effect.fn("completeOrder")(function* (
  request: OperatorRequest,
): Effect.fn.Return<
  Answered,
  KeyInUse | KeyMismatched | NoSuchOrder | SaveConflict | StorageUnavailable,
  AuditLog | IdempotencyStore | SaveNeeds | UnitOfWork
> {
  const at = instant(yield* Clock.currentTimeMillis)
  return yield* commandOnce(request, { _tag: "Complete", at })
})
