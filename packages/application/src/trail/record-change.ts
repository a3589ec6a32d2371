/** Records who changed what, in the commit of the change. */
import { inCompany, type Realm } from "@vintem/domain/access"
import { instant } from "@vintem/domain/calendar"
import type { CompanyId } from "@vintem/domain/identifiers"
import { type StorageUnavailable, Trail } from "@vintem/domain/ports"
import { changedFields, maskedFields, maskedText, type TrailAction } from "@vintem/domain/trail"
import { Clock, Effect } from "effect"
import { CurrentActor, RequestOrigin } from "./current-actor.ts"

/** A change, as the code that makes it sees it. The fields are masked here. */
export interface RecordedChange {
  readonly realm: Realm
  readonly action: TrailAction
  /** See `trailActions`. */
  readonly subject: string | number
  /** Null if the subject was created. */
  readonly before: object | null
  /** Null if the subject was removed. */
  readonly after: object | null
}

/**
 * Part of the unit that makes the change. Call it last in the unit: other changes of the same company wait from here until the unit ends.
 * Only the fields that differ before and after are recorded.
 */
export const recordChange = Effect.fnUntraced(function* ({
  action,
  after,
  before,
  realm,
  subject,
}: RecordedChange): Effect.fn.Return<void, StorageUnavailable, Trail> {
  const { append } = yield* Trail
  const { address, requestId } = yield* RequestOrigin
  const fields = before !== null && after !== null ? changedFields(before, after) : null
  yield* append({
    realm,
    at: instant(yield* Clock.currentTimeMillis),
    actor: yield* CurrentActor,
    origin: { address, requestId },
    action,
    subject: String(subject),
    before: fields?.before ?? (before === null ? null : maskedFields(before)),
    after: fields?.after ?? (after === null ? null : maskedFields(after)),
  })
})

/** Records a change in a company's log. */
export const recordInCompany = (
  company: CompanyId,
  change: Omit<RecordedChange, "realm">,
): Effect.Effect<void, StorageUnavailable, Trail> => recordChange({ realm: inCompany(company), ...change })

/** A subject that a person typed: an address, a code. */
export const typedSubject = (text: string): string => maskedText(text)
