/**
 * Idempotency keys in SQL.
 */
import { instant } from "@vintem/domain/calendar"
import { OrderNumber } from "@vintem/domain/identifiers"
import {
  type ClaimResult,
  type IdempotencyClaim,
  IdempotencyStore,
  idempotencyRetentionMillis,
  isClaimOf,
  type KeyScope,
  type StoredAnswer,
  UnitOfWork,
} from "@vintem/domain/ports"
import { Effect, Layer } from "effect"
import { idOfOwner } from "../engine/company-or-platform.ts"
import { Executor } from "../engine/executor.ts"
import { lockedSelection } from "../engine/locked-selection.ts"
import { preparedQuery } from "../engine/prepared-query.ts"

export const layer = Layer.effect(
  IdempotencyStore,
  Effect.gen(function* () {
    const executor = yield* Executor
    const { commit } = yield* UnitOfWork
    const { build } = executor.dialect

    const selectByKey = preparedQuery<KeyPlace, ClaimRow>((value) =>
      build
        .selectFrom("idempotency")
        .select(["fingerprint", "order_number", "status", "body", "expires_at", "alive_until"])
        .where("company_id", "=", value("company_id"))
        .where("scope", "=", value("scope"))
        .where("key", "=", value("key")),
    )

    /**
     * A key whose day is over can be claimed again. The statement checks that itself, so that only one of two concurrent claims gets it.
     */
    const takeFresh = preparedQuery<Fresh & { now: number }, unknown>((value) =>
      build
        .insertInto("idempotency")
        .values({
          company_id: value("company_id"),
          scope: value("scope"),
          key: value("key"),
          fingerprint: value("fingerprint"),
          order_number: null,
          status: null,
          body: null,
          expires_at: value("expires_at"),
          alive_until: value("alive_until"),
        })
        .onConflict((conflict) =>
          conflict
            .columns(["company_id", "scope", "key"])
            .doUpdateSet((e) => ({
              fingerprint: e.ref("excluded.fingerprint"),
              order_number: null,
              status: null,
              body: null,
              expires_at: e.ref("excluded.expires_at"),
              alive_until: e.ref("excluded.alive_until"),
            }))
            .where("idempotency.expires_at", "<=", value("now")),
        ),
    )

    /**
     * The day begins with the claim that will store the answer: otherwise a request resumed late could be done twice. Only one of two
     * concurrent requests resumes.
     */
    const resume = preparedQuery<Resumption, unknown>((value) =>
      build
        .updateTable("idempotency")
        .set({
          fingerprint: value("fingerprint"),
          expires_at: value("expires_at"),
          alive_until: value("alive_until"),
        })
        .where("company_id", "=", value("company_id"))
        .where("scope", "=", value("scope"))
        .where("key", "=", value("key"))
        .where("alive_until", "=", value("alive_until_read"))
        .where("expires_at", "=", value("expires_at_read"))
        .where("status", "is", null),
    )

    const storeAnswer = preparedQuery<KeyPlace & StoredAnswer, unknown>((value) =>
      build
        .updateTable("idempotency")
        .set({ status: value("status"), body: value("body") })
        .where("company_id", "=", value("company_id"))
        .where("scope", "=", value("scope"))
        .where("key", "=", value("key"))
        .where("status", "is", null),
    )

    const attachOrder = preparedQuery<KeyPlace & { order: string }, unknown>((value) =>
      build
        .updateTable("idempotency")
        .set({ order_number: value("order") })
        .where("company_id", "=", value("company_id"))
        .where("scope", "=", value("scope"))
        .where("key", "=", value("key")),
    )

    const letGo = preparedQuery<KeyPlace, unknown>((value) =>
      build
        .updateTable("idempotency")
        .set({ alive_until: 0 })
        .where("company_id", "=", value("company_id"))
        .where("scope", "=", value("scope"))
        .where("key", "=", value("key")),
    )

    /** Found by their expiry, a day after they were made: only the latest claims are read. */
    const letGoOfAll = preparedQuery<{ expires_from: number }, unknown>((value) =>
      build
        .updateTable("idempotency")
        .set({ alive_until: 0 })
        .where("expires_at", ">=", value("expires_from"))
        .where("status", "is", null)
        .where("alive_until", ">", 0),
    )

    const deleteOver = preparedQuery<{ before: number; limit: number }, unknown>((value) => {
      const over = build
        .selectFrom("idempotency")
        .select(["company_id", "scope", "key"])
        .where("expires_at", "<", value("before"))
        .orderBy("expires_at")
        .limit(value("limit"))
      return lockedSelection(executor.dialect, over)
        .deleteFrom("idempotency")
        .where((e) =>
          e(
            e.refTuple("company_id", "scope", "key"),
            "in",
            e
              .selectFrom("chosen")
              .select(["chosen.company_id", "chosen.scope", "chosen.key"])
              .$asTuple("company_id", "scope", "key"),
          ),
        )
    })

    const claim = Effect.fnUntraced(function* (request: IdempotencyClaim): Effect.fn.Return<ClaimResult, ClaimError> {
      const { key, fingerprint, now, aliveAt, aliveUntil: alive_until } = request
      const place = placeOf(request, key)
      const expires_at = now + idempotencyRetentionMillis
      const taken = yield* executor.write(
        "idempotency.claim",
        takeFresh({ ...place, fingerprint, expires_at, alive_until, now }),
      )
      if (taken.changes === 1) return { _tag: "Claimed" }
      const [known] = yield* executor.read("idempotency.claim", selectByKey(place))
      if (known === undefined) return yield* Effect.die(new Error("A key that was taken is not there."))
      if (!isClaimOf(known.fingerprint, request)) return { _tag: "Mismatched" }
      if (known.status !== null && known.body !== null) {
        return { _tag: "Answered", answer: { status: known.status, body: known.body } }
      }
      if (known.alive_until > aliveAt) return { _tag: "Running" }
      const resumed = yield* executor.write(
        "idempotency.claim",
        resume({
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
    }, commit)

    const answer = Effect.fnUntraced(function* (
      scope: KeyScope,
      key: string,
      given: StoredAnswer,
    ): Effect.fn.Return<StoredAnswer, ClaimError> {
      const place = placeOf(scope, key)
      const { changes } = yield* executor.write("idempotency.answer", storeAnswer({ ...place, ...given }))
      if (changes === 1) return given
      const [known] = yield* executor.read("idempotency.answer", selectByKey(place))
      return known === undefined || known.status === null || known.body === null
        ? given
        : { status: known.status, body: known.body }
    }, commit)

    return IdempotencyStore.of({
      claim,
      attach: (scope, key, order) =>
        Effect.asVoid(executor.write("idempotency.attach", attachOrder({ ...placeOf(scope, key), order }))),
      answer,
      release: (scope, key) => Effect.asVoid(executor.write("idempotency.release", letGo(placeOf(scope, key)))),
      releaseAll: (since) =>
        Effect.map(
          executor.write("idempotency.releaseAll", letGoOfAll({ expires_from: since + idempotencyRetentionMillis })),
          ({ changes }) => changes,
        ),
      forget: (before, limit) =>
        Effect.map(executor.write("idempotency.forget", deleteOver({ before, limit })), ({ changes }) => changes),
    })
  }),
)

type ClaimError = Effect.Error<ReturnType<IdempotencyStore["Service"]["claim"]>>

/** Where a key stands. */
interface KeyPlace {
  readonly company_id: number
  readonly scope: string
  readonly key: string
}

const placeOf = ({ company, scope }: KeyScope, key: string): KeyPlace => ({
  company_id: idOfOwner(company),
  scope,
  key,
})

interface Fresh extends KeyPlace {
  readonly fingerprint: string
  readonly expires_at: number
  readonly alive_until: number
}

interface Resumption extends KeyPlace {
  readonly fingerprint: string
  readonly expires_at: number
  readonly alive_until: number
  readonly alive_until_read: number
  readonly expires_at_read: number
}

interface ClaimRow {
  readonly fingerprint: string
  readonly order_number: string | null
  readonly status: number | null
  readonly body: string | null
  readonly expires_at: number
  readonly alive_until: number
}
