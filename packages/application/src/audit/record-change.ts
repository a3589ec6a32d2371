/** Records who changed what, in the commit of the change. */
import { inCompany, type Realm } from "@vintem/domain/access"
import { type AuditAction, changedFacts, maskedFacts, maskedText } from "@vintem/domain/audit"
import { instant } from "@vintem/domain/calendar"
import type { CompanyId } from "@vintem/domain/identifiers"
import { AuditLog, type StorageUnavailable } from "@vintem/domain/ports"
import { Clock, Effect } from "effect"
import { CurrentActor, RequestOrigin } from "./current-actor.ts"

/** A change, as the code that makes it sees it. The fields are masked here. */
export interface RecordedChange {
  readonly realm: Realm
  readonly action: AuditAction
  /** See `auditActions`. */
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
}: RecordedChange): Effect.fn.Return<void, StorageUnavailable, AuditLog> {
  const { append } = yield* AuditLog
  const { address, requestId } = yield* RequestOrigin
  const facts = before !== null && after !== null ? changedFacts(before, after) : null
  yield* append({
    realm,
    at: instant(yield* Clock.currentTimeMillis),
    actor: yield* CurrentActor,
    origin: { address, requestId },
    action,
    subject: String(subject),
    before: facts?.before ?? (before === null ? null : maskedFacts(before)),
    after: facts?.after ?? (after === null ? null : maskedFacts(after)),
  })
})

/** Records a change in a company's log. */
export const recordInCompany = (
  company: CompanyId,
  change: Omit<RecordedChange, "realm">,
): Effect.Effect<void, StorageUnavailable, AuditLog> => recordChange({ realm: inCompany(company), ...change })

/** A subject that a person typed: an address, a code. */
export const typedSubject = (text: string): string => maskedText(text)
