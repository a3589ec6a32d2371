/**
 * Claims and answers idempotency keys.
 */
import { instant } from "@vintem/domain/calendar"
import { OrderNumber } from "@vintem/domain/identifiers"
import {
  type ClaimResult,
  type IdempotencyClaim,
  idempotencyRetentionMillis,
  isClaimOf,
  type KeyScope,
  type StoredAnswer,
} from "@vintem/domain/ports"
import { idOfOwner } from "../engine/company-or-platform.ts"
import { type Procedure, read, write, writeUnread } from "../engine/procedure.ts"
import type { IdempotencyQueries, KeyPlace } from "./idempotency-queries.ts"

export const placeOf = ({ company, scope }: KeyScope, key: string): KeyPlace => ({
  company_id: idOfOwner(company),
  scope,
  key,
})

export const idempotencyWriting = (queries: IdempotencyQueries) => {
  /** Claims a key that nobody has claimed, or whose day is over. @returns whether it claimed the key */
  function* take(
    request: IdempotencyClaim,
    order: OrderNumber | null,
    answer: StoredAnswer | null,
  ): Procedure<boolean> {
    const { aliveUntil: alive_until, fingerprint, key, now } = request
    const { changes } = yield* write(
      queries.takeFresh({
        ...placeOf(request, key),
        fingerprint,
        order_number: order,
        status: answer?.status ?? null,
        body: answer?.body ?? null,
        expires_at: now + idempotencyRetentionMillis,
        alive_until,
        now,
      }),
    )
    return changes === 1
  }

  /** @see IdempotencyStore.claim */
  function* claim(request: IdempotencyClaim): Procedure<ClaimResult> {
    const { key, fingerprint, now, aliveAt, aliveUntil: alive_until } = request
    const place = placeOf(request, key)
    const expires_at = now + idempotencyRetentionMillis
    if (yield* take(request, null, null)) return { _tag: "Claimed" }
    const [known] = yield* read(queries.selectByKey(place))
    if (known === undefined) throw new Error("A key that was taken is not there.")
    if (!isClaimOf(known.fingerprint, request)) return { _tag: "Mismatched" }
    if (known.status !== null && known.body !== null) {
      return { _tag: "Answered", answer: { status: known.status, body: known.body } }
    }
    if (known.alive_until > aliveAt) return { _tag: "Running" }
    const resumed = yield* write(
      queries.resume({
        ...place,
        fingerprint,
        expires_at,
        alive_until,
        alive_until_read: known.alive_until,
        expires_at_read: known.expires_at,
      }),
    )
    if (resumed.changes === 0) return { _tag: "Running" }
    return {
      _tag: "Resumed",
      order: known.order_number === null ? null : OrderNumber.make(known.order_number),
      since: instant(known.expires_at - idempotencyRetentionMillis),
    }
  }

  /** @see IdempotencyStore.attach */
  function* attach(scope: KeyScope, key: string, order: OrderNumber): Procedure<void> {
    yield* writeUnread(queries.attachOrder({ ...placeOf(scope, key), order }))
  }

  /** @see IdempotencyStore.answer */
  function* answer(scope: KeyScope, key: string, given: StoredAnswer): Procedure<StoredAnswer> {
    const place = placeOf(scope, key)
    const { changes } = yield* write(queries.storeAnswer({ ...place, ...given }))
    if (changes === 1) return given
    const [known] = yield* read(queries.selectByKey(place))
    return known === undefined || known.status === null || known.body === null
      ? given
      : { status: known.status, body: known.body }
  }

  return { answer, attach, claim, take }
}
