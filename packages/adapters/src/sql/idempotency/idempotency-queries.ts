/**
 * Statements about idempotency keys.
 */
import type { StoredAnswer } from "@vintem/domain/ports"
import type { Dialect } from "../engine/dialect.ts"
import { lockedSelection } from "../engine/locked-selection.ts"
import { preparedQuery } from "../engine/prepared-query.ts"

/** Compiled once for each storage. */
export const idempotencyQueries = (dialect: Dialect) => {
  const { build } = dialect

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
        order_number: value("order_number"),
        status: value("status"),
        body: value("body"),
        expires_at: value("expires_at"),
        alive_until: value("alive_until"),
      })
      .onConflict((conflict) =>
        conflict
          .columns(["company_id", "scope", "key"])
          .doUpdateSet((e) => ({
            fingerprint: e.ref("excluded.fingerprint"),
            order_number: e.ref("excluded.order_number"),
            status: e.ref("excluded.status"),
            body: e.ref("excluded.body"),
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
    return lockedSelection(dialect, over)
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

  return { selectByKey, takeFresh, resume, storeAnswer, attachOrder, letGo, letGoOfAll, deleteOver }
}

export type IdempotencyQueries = ReturnType<typeof idempotencyQueries>

/** The state of a key. */
export interface KeyPlace {
  readonly company_id: number
  readonly scope: string
  readonly key: string
}

interface Fresh extends KeyPlace {
  readonly fingerprint: string
  readonly order_number: string | null
  readonly status: number | null
  readonly body: string | null
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
