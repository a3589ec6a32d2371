/**
 * Reads stored subscriptions for the storage check, by key and in pieces: part of storage-check.ts.
 */
import { OrderNumber } from "@vintem/domain/identifiers"
import type {
  BesideOrders,
  CheckedSubscription,
  CheckPiece,
  CheckWalk,
  StorageBreach,
  StorageUnavailable,
} from "@vintem/domain/ports"
import {
  type Subscription,
  SubscriptionDetails,
  SubscriptionEvent,
  SubscriptionProgress,
} from "@vintem/domain/subscription"
import { Effect, Option, Result, Stream } from "effect"
import { type SqlBool, sql } from "kysely"
import type { Executor } from "../engine/executor.ts"
import { type Parameter, preparedQuery } from "../engine/prepared-query.ts"
import { type FullSubscriptionRow, subscriptionColumnsOf } from "../subscriptions/subscription-row.ts"
import { alongKey, lastIdOf, type PieceStart, startOf } from "./along-key.ts"
import {
  checkerOf,
  columnsDiffer,
  countDiffers,
  eventCheckerOf,
  type FoundEventRow,
  logsById,
  missing,
  unreadable,
} from "./check-findings.ts"

/** How many counts are checked at once: each means all subscriptions of a checkout. */
const countsAtOnce = 20

const operation = "storageCheck.subscriptions"

export const subscriptionCheck = (executor: Executor["Service"]): CheckWalk<CheckedSubscription> => {
  const { dialect, read } = executor
  const { build } = dialect
  const { isAfter, key } = alongKey(dialect, "subscription")

  /** The rows of a piece, as the queries for their related rows name them. */
  const piece = (value: Parameter<PieceStart>) =>
    build
      .selectFrom("subscription")
      .select(["company_id", "id", "checkout_slug", "status"])
      .where(isAfter(value))
      .orderBy(key)
      .limit(value("limit"))
      .as("piece")

  const selectSubscriptions = preparedQuery<PieceStart, NumberedRow>((value) =>
    build.selectFrom("subscription").selectAll().where(isAfter(value)).orderBy(key).limit(value("limit")),
  )

  const selectEvents = preparedQuery<PieceStart, FoundEventRow>((value) =>
    build
      .selectFrom(piece(value))
      .innerJoin("subscription_event", (join) =>
        join
          .onRef("subscription_event.company_id", "=", "piece.company_id")
          .onRef("subscription_event.subscription_id", "=", "piece.id"),
      )
      .select(["piece.id", "sequence", "at", "type", "body"]),
  )

  const selectRenewals = preparedQuery<PieceStart, RenewalRow>((value) =>
    build
      .selectFrom(piece(value))
      .innerJoin("renewal", (join) =>
        join.onRef("renewal.company_id", "=", "piece.company_id").onRef("renewal.subscription_id", "=", "piece.id"),
      )
      .select(["piece.id", "period", "order_number"]),
  )

  const selectUncounted = preparedQuery<PieceStart, { id: number }>((value) =>
    build
      .selectFrom(piece(value))
      .select("piece.id")
      .where((e) =>
        e.not(
          e.exists(
            e
              .selectFrom("subscription_count")
              .select("subscription_count.count")
              .whereRef("subscription_count.company_id", "=", "piece.company_id")
              .whereRef("subscription_count.checkout_slug", "=", "piece.checkout_slug")
              .whereRef("subscription_count.status", "=", "piece.status"),
          ),
        ),
      ),
  )

  const scan = Effect.fnUntraced(function* (
    place: CheckPiece,
  ): Effect.fn.Return<ReadonlyArray<CheckedSubscription>, StorageUnavailable> {
    const start = startOf(place)
    const rows = yield* read(operation, selectSubscriptions(start))
    if (rows.length === 0) return []
    const events = logsById(yield* read(operation, selectEvents(start)))
    const renewals = Map.groupBy(yield* read(operation, selectRenewals(start)), ({ id }) => id)
    const uncounted = new Set((yield* read(operation, selectUncounted(start))).map(({ id }) => id))
    return rows.map((row): CheckedSubscription => {
      const { subscription, breaches } = stateOf(row)
      const log = (events.get(row.id) ?? []).map(foundEvent)
      return {
        company: row.company_id,
        id: row.id,
        token: row.token,
        subscription,
        log: log.map(({ sequence, event }) => ({ sequence, event })),
        renewals: (renewals.get(row.id) ?? [])
          .toSorted((one, other) => one.period - other.period)
          .map(({ period, order_number }) => ({
            period,
            order: OrderNumber.make(order_number, { disableChecks: true }),
          })),
        breaches: [
          ...breaches,
          ...log.flatMap((found) => found.breaches),
          ...(uncounted.has(row.id) ? [missing("subscription_count", `its checkout, as ${row.status}`)] : []),
        ],
      }
    })
  })

  return {
    lastId: lastIdOf(executor, operation, "subscription"),
    scan,
  }
}

/** The opposite direction: wrong counts of subscriptions. */
export const subscriptionCountCheck = ({ dialect: { build }, read }: Executor["Service"]) => {
  const selectCounts = preparedQuery<CountKey & { limit: number }, CountRow>((value) =>
    build
      .selectFrom("subscription_count")
      .select((e) => [
        "subscription_count.company_id",
        "subscription_count.checkout_slug",
        "subscription_count.status",
        e.fn.sum<number>("subscription_count.count").as("count"),
        e
          .selectFrom("subscription")
          .select((f) => f.fn.countAll<number>().as("counted"))
          .whereRef("subscription.company_id", "=", "subscription_count.company_id")
          .whereRef("subscription.checkout_slug", "=", "subscription_count.checkout_slug")
          .whereRef("subscription.status", "=", "subscription_count.status")
          .as("counted"),
      ])
      .where(
        sql<SqlBool>`(subscription_count.company_id, subscription_count.checkout_slug, subscription_count.status) > (${value("company_id")}, ${value("checkout_slug")}, ${value("status")})`,
      )
      .groupBy(["subscription_count.company_id", "subscription_count.checkout_slug", "subscription_count.status"])
      .orderBy("subscription_count.company_id")
      .orderBy("subscription_count.checkout_slug")
      .orderBy("subscription_count.status")
      .limit(value("limit")),
  )

  return Stream.paginate(
    beforeAllCounts,
    Effect.fnUntraced(function* (after: CountKey) {
      const rows = yield* read("storageCheck.besideOrders", selectCounts({ ...after, limit: countsAtOnce }))
      const wrong = rows.flatMap(
        ({ company_id, checkout_slug, status, count, counted }): ReadonlyArray<BesideOrders> =>
          countDiffers(
            company_id,
            "subscription_count",
            `${checkout_slug}, ${status}`,
            "count",
            count,
            Number(counted),
          ),
      )
      return [[wrong], Option.fromUndefinedOr(rows.at(-1))]
    }),
  )
}

interface NumberedRow extends FullSubscriptionRow {
  readonly id: number
}

interface RenewalRow {
  readonly id: number
  readonly period: number
  readonly order_number: string
}

interface CountKey {
  readonly company_id: number
  readonly checkout_slug: string
  readonly status: string
}

interface CountRow extends CountKey {
  readonly count: number
  readonly counted: number | string | bigint | null
}

const beforeAllCounts: CountKey = { company_id: Number.MIN_SAFE_INTEGER, checkout_slug: "", status: "" }

const checkDetails = checkerOf(SubscriptionDetails)
const checkProgress = checkerOf(SubscriptionProgress)
const foundEvent = eventCheckerOf("subscription_event", SubscriptionEvent)

const stateOf = (row: NumberedRow): { subscription: Subscription | null; breaches: ReadonlyArray<StorageBreach> } => {
  const details = checkDetails(row.details)
  const progress = checkProgress(row.progress)
  const told = [
    ...(details.why === null ? [] : [unreadable("subscription.details", details.why)]),
    ...(progress.why === null ? [] : [unreadable("subscription.progress", progress.why)]),
  ]
  if (details.value === null || progress.value === null) return { subscription: null, breaches: told }
  const subscription: Subscription = { details: details.value, version: row.version, ...progress.value }
  // A period without a date has no place in the calendar, so checks of dates leave it out.
  const columns = Result.try(() => subscriptionColumnsOf(subscription))
  return Result.isFailure(columns)
    ? { subscription: null, breaches: [...told, unreadable("subscription", "its periods have no dates")] }
    : { subscription, breaches: [...told, ...columnsDiffer("subscription", `id ${row.id}`, row, columns.success)] }
}
