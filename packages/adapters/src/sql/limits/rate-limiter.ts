/**
 * Counted requests in SQL: for a service of several processes, which count together.
 */
import { RateLimiter, type RateVerdict, rateWindowMillis } from "@vintem/domain/ports"
import { Clock, Effect, Layer } from "effect"
import { sql } from "kysely"
import { Executor } from "../engine/executor.ts"
import { preparedQuery } from "../engine/prepared-query.ts"

/** How often windows that have closed are forgotten, milliseconds. */
const sweepMillis = 60_000

/** Counts by the clock of its surroundings: those of the processes should agree to within a second or two. */
export const layer = Layer.effect(
  RateLimiter,
  Effect.gen(function* () {
    const executor = yield* Executor
    const { build } = executor.dialect

    const count = preparedQuery<{ key: string; now: number; limit: number; closes: number }, WindowRow>((value) => {
      const isClosed = sql<boolean>`rate_window.reset_at <= ${value("now")}`
      const hasRoom = sql<boolean>`rate_window.taken < ${value("limit")}`
      return build
        .insertInto("rate_window")
        .values({ key: value("key"), reset_at: value("closes"), taken: 1, is_allowed: 1 })
        .onConflict((conflict) =>
          conflict.column("key").doUpdateSet({
            reset_at: sql<number>`case when ${isClosed} then excluded.reset_at else rate_window.reset_at end`,
            taken: sql<number>`case when ${isClosed} then 1 when ${hasRoom} then rate_window.taken + 1 else rate_window.taken end`,
            is_allowed: sql<number>`case when ${isClosed} or ${hasRoom} then 1 else 0 end`,
          }),
        )
        .returning(["reset_at", "taken", "is_allowed"])
    })

    const select = preparedQuery<{ key: string; now: number }, WindowRow>((value) =>
      build
        .selectFrom("rate_window")
        .select(["reset_at", "taken", "is_allowed"])
        .where("key", "=", value("key"))
        .where("reset_at", ">", value("now")),
    )

    const forget = preparedQuery<{ now: number }, unknown>((value) =>
      build.deleteFrom("rate_window").where("reset_at", "<=", value("now")),
    )

    const sweep = Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      yield* executor.write("rateLimiter.forget", forget({ now }))
    }).pipe(
      Effect.catchTag("StorageUnavailable", (error) => Effect.logWarning("closed windows were not forgotten", error)),
    )
    yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep(sweepMillis), sweep)))

    return RateLimiter.of({
      take: Effect.fnUntraced(function* (key, limit) {
        const now = yield* Clock.currentTimeMillis
        const closes = now + rateWindowMillis
        const {
          rows: [row],
        } = yield* executor.write("rateLimiter.take", count({ key, now, limit, closes }))
        if (row === undefined) return yield* Effect.die(new Error("insert … returning gave no row"))
        const { reset_at: resetAt, taken, is_allowed: isAllowed } = row
        return verdictOn({ isAllowed: isAllowed === 1, limit, taken, resetAt })
      }),
      peek: Effect.fnUntraced(function* (key, limit) {
        const now = yield* Clock.currentTimeMillis
        const [row] = yield* executor.read("rateLimiter.peek", select({ key, now }))
        const taken = row?.taken ?? 0
        const resetAt = row?.reset_at ?? now + rateWindowMillis
        return verdictOn({ isAllowed: taken < limit, limit, taken: Math.min(taken, limit) + 1, resetAt })
      }),
    })
  }),
)

interface WindowRow {
  readonly reset_at: number
  readonly taken: number
  readonly is_allowed: number
}

/** @param taken - with the request at hand */
const verdictOn = ({
  isAllowed,
  limit,
  taken,
  resetAt,
}: Omit<RateVerdict, "remaining"> & { readonly taken: number }): RateVerdict => ({
  isAllowed,
  limit,
  remaining: Math.max(0, limit - taken),
  resetAt,
})
