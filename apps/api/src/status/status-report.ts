/**
 * The report of `vintem status` and the operators' page: the running service's own answer, and its database's backlog.
 *
 * The database is only read, by indexed queries with bounded rows. On SQLite they use a connection of their own, which
 * blocks no writer; on PostgreSQL one connection of the server.
 */
import { Backlog, disabledWebhooks, recentCharges } from "@vintem/adapters"
import type { StatusView } from "@vintem/contract"
import { type Instant, instant } from "@vintem/domain/calendar"
import { AttemptFact, attemptState } from "@vintem/domain/order"
import { Clock, Effect, Option, Schema } from "effect"
import { HttpClient, HttpClientResponse } from "effect/http"
import type { DatabaseLocation } from "../configuration/database-location.ts"
import { lastBackup } from "./last-backup.ts"

/** The number of latest orders that show if the service is charging. */
const recentOrders = 100

/** At most this many companies without a webhook are named. */
const companiesNamed = 20

/** How long the readiness check may take. */
const patience = "3 seconds"

/** With `--json` exactly these fields, and `findings`. */
export type StatusReport = StatusView

/** @param service - the service's answer about itself */
export const statusReport = Effect.fnUntraced(function* (service: StatusReport["service"], database: DatabaseLocation) {
  const now = instant(yield* Clock.currentTimeMillis)
  const backlog = yield* Effect.flatMap(Backlog.Backlog, ({ read }) => read(now))
  const recent = yield* recentCharges(recentOrders)
  const report: StatusReport = {
    at: iso(now),
    service,
    charging: {
      orders: recent.orders,
      since: isoOrNull(recent.since),
      latest_charge_at: isoOrNull(latest(recent.charges.map(({ startedAt }) => startedAt))),
      charges: countedStates(
        recent.charges.map(({ facts, isStillUnreached }) =>
          isStillUnreached ? "unreached" : (attemptState(facts) ?? "sent"),
        ),
      ),
    },
    unknown_outcomes: unended(backlog.unknownOutcomes),
    unsettled_refunds: unended(backlog.unsettledRefunds),
    due: {
      work: backlog.queues.find(({ queue }) => queue === "work")?.count ?? 0,
      webhook: backlog.queues.find(({ queue }) => queue === "webhook")?.count ?? 0,
      kinds: backlog.due.map(({ count, earliest, kind }) => ({ kind, count, oldest_at: iso(earliest) })),
    },
    in_hand: backlog.held.reduce((sum, { count }) => sum + count, 0),
    dead: backlog.dead,
    disabled_webhooks: yield* disabledWebhooks(companiesNamed),
    last_backup: database._tag === "sqlite_file" ? Option.getOrNull(yield* lastBackup(database.path)) : null,
  }
  return report
})

const Ready = Schema.Struct({ status: Schema.String, degraded: Schema.optionalKey(Schema.String) })

/**
 * The service's answer about itself. A service that does not answer in time is silent, whatever the reason.
 *
 * @param url - of the service, without a trailing slash
 */
export const serviceState = Effect.fnUntraced(function* (url: string) {
  const asked = HttpClient.get(`${url}/health/ready`).pipe(
    Effect.flatMap((response) =>
      Effect.map(HttpClientResponse.schemaBodyJson(Ready)(response), ({ status, degraded }): StatusReport["service"] =>
        response.status === 200
          ? { url, state: "ready", reason: null, degraded: degraded?.slice(0, wordLengthMax) ?? null }
          : { url, state: "not_ready", reason: status.slice(0, wordLengthMax), degraded: null },
      ),
    ),
    Effect.timeout(patience),
  )
  return yield* Effect.orElseSucceed(asked, (): StatusReport["service"] => ({
    url,
    state: "silent",
    reason: null,
    degraded: null,
  }))
})

/** Another program may answer at the address. */
const wordLengthMax = 100

const countedStates = (states: ReadonlyArray<AttemptFact | "unreached">) =>
  Object.fromEntries(
    [...AttemptFact.literals, "unreached" as const].flatMap((one) => {
      const count = states.filter((state) => state === one).length
      return count === 0 ? [] : [[one, count] as const]
    }),
  )

const unended = ({ count, oldest }: Backlog.Unended): StatusReport["unknown_outcomes"] => ({
  count,
  oldest_at: isoOrNull(oldest),
})

const latest = (instants: ReadonlyArray<Instant>): Instant | null =>
  instants.reduce<Instant | null>((found, one) => (found === null || one > found ? one : found), null)

const iso = (at: Instant): string => new Date(at).toISOString()

const isoOrNull = (at: Instant | null): string | null => (at === null ? null : iso(at))
