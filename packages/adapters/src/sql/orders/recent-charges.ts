/**
 * The outcomes of the latest orders' charges: shows whether the service is charging.
 *
 * ```sql
 * select "placed_at", "progress" from "orders" order by "id" desc limit ?
 * ```
 */
import { Instant, instant } from "@vintem/domain/calendar"
import { AttemptFact, attemptFacts, type FactSet, UnreachedKey } from "@vintem/domain/order"
import type { StorageUnavailable } from "@vintem/domain/ports"
import { Effect, Schema } from "effect"
import { Executor } from "../engine/executor.ts"
import { readerOfJson } from "../engine/stored-value.ts"

/** One charge: when the acquirer was first asked, and the known outcome. */
export interface RecentCharge {
  readonly startedAt: Instant
  readonly facts: FactSet<AttemptFact>
  /** Whether it never left this service, and the acquirer has not answered for its key since. */
  readonly isStillUnreached: boolean
}

/** The latest orders of all companies. */
export interface RecentCharges {
  /** How many orders were read. */
  readonly orders: number
  /** When the first of them was placed; null if there is none. */
  readonly since: Instant | null
  /** The charges of all these orders, grouped by order. */
  readonly charges: ReadonlyArray<RecentCharge>
}

/** @param limit - how many orders are read */
export const recentCharges: (limit: number) => Effect.Effect<RecentCharges, StorageUnavailable, Executor> =
  Effect.fnUntraced(function* (limit) {
    const { dialect, read } = yield* Executor
    const rows = yield* read(
      operation,
      dialect.build.selectFrom("orders").select(["placed_at", "progress"]).orderBy("id", "desc").limit(limit).compile(),
    )
    const charges = yield* Effect.forEach(rows, ({ progress }) =>
      readAttempts(operation, "The progress of an order", progress),
    )
    const first = rows.at(-1)
    return {
      orders: rows.length,
      since: first === undefined ? null : instant(Number(first.placed_at)),
      charges: charges.flatMap(({ attempts }) =>
        attempts.map(({ startedAt, facts, unreached }) => ({
          startedAt,
          facts: attemptFacts.of(...facts),
          isStillUnreached: unreached === "open",
        })),
      ),
    }
  })

const operation = "recentCharges"

/** The rest of an order's progress is neither read nor checked. */
const readAttempts = readerOfJson(
  Schema.Struct({
    attempts: Schema.Array(
      Schema.Struct({
        startedAt: Instant,
        facts: Schema.Array(AttemptFact),
        unreached: Schema.optionalKey(UnreachedKey),
      }),
    ),
  }),
)
