/**
 * Counts requests in SQL, for a service of several processes with common counts. Requests of one key that arrive while
 * another is being counted are counted together: otherwise they would wait for each other at one row, each with a
 * connection.
 */
import { RateLimiter, type RateVerdict, rateWindowMillis } from "@vintem/domain/ports"
import { Clock, Effect, Layer } from "effect"
import { sql } from "kysely"
import { Executor } from "../engine/executor.ts"
import { gathered } from "../engine/gathered.ts"
import { preparedQuery } from "../engine/prepared-query.ts"

/** How often closed windows are deleted, milliseconds. */
const sweepMillis = 60_000

/** It uses the process's `Clock`: the clocks of all processes should agree to within a second or two. */
export const layer = Layer.effect(
  RateLimiter,
  Effect.gen(function* () {
    const executor = yield* Executor
    const { build } = executor.dialect

    const count = preparedQuery<Counting, WindowRow>((value) => {
      const isClosed = sql<boolean>`rate_window.reset_at <= ${value("now")}`
      const admitted = sql<number>`case
        when ${isClosed} then excluded.is_allowed
        when rate_window.taken >= ${value("limit")} then 0
        when rate_window.taken + ${value("count")} <= ${value("limit")} then ${value("count")}
        else ${value("limit")} - rate_window.taken end`
      return build
        .insertInto("rate_window")
        .values({ key: value("key"), reset_at: value("closes"), taken: value("most"), is_allowed: value("most") })
        .onConflict((conflict) =>
          conflict.column("key").doUpdateSet({
            reset_at: sql<number>`case when ${isClosed} then excluded.reset_at else rate_window.reset_at end`,
            taken: sql<number>`case when ${isClosed} then 0 else rate_window.taken end + ${admitted}`,
            is_allowed: admitted,
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
      Effect.catchTag("StorageUnavailable", (error) =>
        Effect.logWarning("closed rate-limit windows were not deleted", error),
      ),
    )
    yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep(sweepMillis), sweep)))

    const takeAll = (limit: number) =>
      gathered(
        (key: string) => key,
        Effect.fnUntraced(function* (asked: readonly [string, ...ReadonlyArray<string>]) {
          const [key] = asked
          const requests = asked.length
          const now = yield* Clock.currentTimeMillis
          const closes = now + rateWindowMillis
          const most = Math.min(requests, Math.max(limit, 1))
          const {
            rows: [row],
          } = yield* executor.write("rateLimiter.take", count({ key, now, limit, closes, count: requests, most }))
          if (row === undefined) return yield* Effect.die(new Error("insert … returning gave no row"))
          const { reset_at: resetAt, taken, is_allowed: admitted } = row
          return (place: number) =>
            verdictOn({ isAllowed: place < admitted, limit, taken: taken - admitted + place + 1, resetAt })
        }),
      )
    const byLimit = new Map<number, ReturnType<typeof takeAll>>()
    /** There are as many limits as in the configuration. */
    const takeUnder = (limit: number) => {
      const known = byLimit.get(limit) ?? takeAll(limit)
      byLimit.set(limit, known)
      return known
    }

    return RateLimiter.of({
      take: (key, limit) => takeUnder(limit)(key),
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

interface Counting {
  readonly key: string
  readonly now: number
  readonly closes: number
  readonly limit: number
  /** Requests to be counted. */
  readonly count: number
  /** How many of them a new window admits. */
  readonly most: number
}

interface WindowRow {
  readonly reset_at: number
  readonly taken: number
  /** How many of the last counted requests are allowed. */
  readonly is_allowed: number
}

/** @param taken - including this request */
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
