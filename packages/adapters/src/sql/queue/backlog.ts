/**
 * How many jobs wait, and for how long: for monitoring.
 *
 * Reads by an index, and at most a fixed number of rows, so that it costs little however many wait. Counts stop at that number; the
 * earliest row is always among those read.
 */
import { Instant, instant } from "@vintem/domain/calendar"
import { CompanyId, OrderNumber } from "@vintem/domain/identifiers"
import { AttemptFact, attemptFacts, isInFlight, isRefundUnderWay, RefundFact, refundFacts } from "@vintem/domain/order"
import { type QueueName, queueNames, type StorageUnavailable } from "@vintem/domain/ports"
import { Context, Effect, Layer, Schema } from "effect"
import { type CompiledQuery, type SelectQueryBuilder, type SqlBool, sql } from "kysely"
import { Executor } from "../engine/executor.ts"
import { type Parameter, preparedQuery } from "../engine/prepared-query.ts"
import { readerOfJson } from "../engine/stored-value.ts"
import type { Tables } from "../engine/tables.ts"
import { isFree, type OfQueue } from "./job-row.ts"

/** Jobs of one kind. */
export interface JobsOfKind {
  readonly kind: string
  readonly count: number
}

/** Jobs that are due and that no worker holds. */
export interface DueJobs extends JobsOfKind {
  /** When the first of them became due. */
  readonly earliest: Instant
}

/** How many are unfinished, and since when the oldest is: null if there are none. */
export interface Unended {
  readonly count: number
  readonly oldest: Instant | null
}

/** Jobs of one queue. */
export interface JobsOfQueue {
  readonly queue: QueueName
  readonly count: number
}

/** The waiting work. */
export interface BacklogReport {
  /** How many jobs of each queue are due and free: counted up to `dueCounted`. */
  readonly queues: ReadonlyArray<JobsOfQueue>
  /** The first `jobsLookedAt` due jobs of each queue. */
  readonly due: ReadonlyArray<DueJobs>
  /** Jobs that a worker holds, up to `jobsLookedAt` of each queue. */
  readonly held: ReadonlyArray<JobsOfKind>
  /** Jobs that were given up, the latest `jobsLookedAt`. */
  readonly dead: ReadonlyArray<JobsOfKind>
  /**
   * Charges without an outcome, of up to three times `ordersLookedAt` orders. The service may have stopped asking for some.
   */
  readonly unknownOutcomes: Unended
  /** Requested refunds that have neither settled nor failed, of as many orders. */
  readonly unsettledRefunds: Unended
}

/** A charge without an outcome from the acquirer. */
export interface UnknownCharge {
  readonly company: CompanyId
  readonly order: OrderNumber
  readonly startedAt: Instant
}

/** How many jobs are counted. */
export const dueCounted = 10_000

/** How many jobs are read for their kind, which takes several times as long as counting them. */
export const jobsLookedAt = 2_000

/** How many orders are read: as many with a waiting job, with a running job, and with a given-up job. */
export const ordersLookedAt = 300

export class Backlog extends Context.Service<
  Backlog,
  {
    /** Reads the current backlog. @param now - by the clock of the jobs' due times */
    readonly read: (now: Instant) => Effect.Effect<BacklogReport, StorageUnavailable>
    /** The charges that `unknownOutcomes` counts, each with its order, the oldest first. */
    readonly unknownCharges: Effect.Effect<ReadonlyArray<UnknownCharge>, StorageUnavailable>
  }
>()("@vintem/adapters/sql/Backlog") {}

/** The jobs that ask for unknown outcomes. */
const unendedWork = { attempts: "ResolveAttempt", refunds: "ResolveRefund" } as const

type UnendedWork = (typeof unendedWork)[keyof typeof unendedWork]

/** For both engines. */
export const layer = Layer.effect(
  Backlog,
  Effect.gen(function* () {
    const executor = yield* Executor
    const { build, memberText } = executor.dialect

    /** `select kind, count(*) … group by kind` of the jobs that a query finds. */
    const countedByKind = <Job extends { kind: string }>(jobs: SelectQueryBuilder<Tables, "job", Job>) =>
      build
        .selectFrom(jobs.as("piece"))
        .select((e) => ["piece.kind", e.fn.countAll<number>().as("count")])
        .groupBy("piece.kind")

    const dueOf = (value: Parameter<Due>) =>
      build
        .selectFrom("job")
        .where(isFree)
        .where("queue", "=", value("queue"))
        .where("ready_at", "<=", value("now"))
        .orderBy("ready_at")
        .orderBy("id")
        .limit(value("limit"))

    /** Other fibers run before each one: on SQLite the event loop waits for a query. */
    const readFor = <O>(operation: Operation, query: CompiledQuery<O>) =>
      Effect.andThen(Effect.yieldNow, executor.read(operation, query))
    const read = <O>(query: CompiledQuery<O>) => readFor("backlog.read", query)

    const countQueue = preparedQuery<Due, { count: number }>((value) =>
      build.selectFrom(dueOf(value).select("id").as("piece")).select((e) => e.fn.countAll<number>().as("count")),
    )

    const countDue = preparedQuery<Due, Counted & { earliest: number }>((value) =>
      countedByKind(dueOf(value).select(["kind", "due_at"])).select((e) => e.fn.min("due_at").as("earliest")),
    )

    const held = build
      .selectFrom("job")
      .select(["company_id", "kind", "payload"])
      .where("lease", "is not", null)
      .orderBy("ready_at")
      .orderBy("id")

    const countHeld = preparedQuery<OfQueue & { limit: number }, Counted>((value) =>
      countedByKind(held.where("queue", "=", value("queue")).limit(value("limit"))),
    )

    const latestDead = build
      .selectFrom("job")
      .select(["company_id", "kind", "payload"])
      .where("died_at", "is not", null)
      .orderBy("died_at", "desc")
      .orderBy("id", "desc")

    /**
     * All of this work is in one queue. It is written out as in the index: with a bound value, the engine would not see
     * that the index fits.
     */
    const isInWork = sql<SqlBool>`queue = 'work'`

    const countDead = preparedQuery<{ limit: number }, Counted>((value) =>
      countedByKind(latestDead.limit(value("limit"))),
    )

    const orderOfPiece = memberText("piece.payload", "order")

    /** The orders that jobs are about. */
    const ordersOf = <Job extends { company_id: number; kind: string; payload: string }>(
      jobs: SelectQueryBuilder<Tables, "job", Job>,
    ) =>
      build
        .selectFrom(jobs.as("piece"))
        .innerJoin("orders", (join) =>
          join.onRef("orders.company_id", "=", "piece.company_id").on("orders.number", "=", orderOfPiece),
        )
        .select(looked)

    const selectWaiting = preparedQuery<{ kind: string; limit: number }, Looked>((value) =>
      ordersOf(
        build
          .selectFrom("job")
          .select(["company_id", "kind", "payload"])
          .where("died_at", "is", null)
          .where("lease", "is", null)
          .where(isInWork)
          .where("kind", "=", value("kind"))
          .where("id", ">", 0) // makes SQLite search the index of kinds, and not scan the table for the order
          .orderBy("id")
          .limit(value("limit")),
      ),
    )

    const selectOfKind = (jobs: typeof held) =>
      preparedQuery<{ kind: string; jobs: number; limit: number }, Looked>((value) =>
        ordersOf(jobs.limit(value("jobs")))
          .where("piece.kind", "=", value("kind"))
          .limit(value("limit")),
      )
    const selectBeingDone = selectOfKind(held.where(isInWork))
    const selectGivenUp = selectOfKind(latestDead)

    /** Reads the orders of the jobs of one kind, each once. */
    const progressOf = Effect.fnUntraced(function* (kind: UnendedWork, operation: Operation = "backlog.read") {
      const some = { kind, jobs: jobsLookedAt, limit: ordersLookedAt }
      const found: Array<Looked> = []
      for (const query of [selectWaiting(some), selectBeingDone(some), selectGivenUp(some)]) {
        found.push(...(yield* readFor(operation, query)))
      }
      const orders = new Map(found.map((one) => [`${one.company_id} ${one.number}`, one]))
      return yield* Effect.forEach([...orders.values()], ({ company_id: company, number: order, progress }) =>
        Effect.map(readProgress(operation, "The progress of an order", progress), (read) => ({
          ...read,
          company,
          order,
        })),
      )
    })

    return Backlog.of({
      unknownCharges: Effect.map(progressOf(unendedWork.attempts, "backlog.unknownCharges"), (orders) =>
        orders
          .flatMap(({ attempts, company, order }) =>
            attempts.flatMap(({ facts, startedAt }) =>
              isInFlight(attemptFacts.of(...facts))
                ? [{ company: CompanyId.make(company), order: OrderNumber.make(order), startedAt }]
                : [],
            ),
          )
          .toSorted((one, other) => one.startedAt - other.startedAt),
      ),
      read: Effect.fnUntraced(function* (now) {
        const queues: Array<JobsOfQueue> = []
        const due: Array<DueJobs> = []
        const held: Array<JobsOfKind> = []
        for (const queue of queueNames) {
          const [counted] = yield* read(countQueue({ queue, now, limit: dueCounted }))
          queues.push({ queue, count: counted?.count ?? 0 })
          for (const { earliest, ...jobs } of yield* read(countDue({ queue, now, limit: jobsLookedAt }))) {
            due.push({ ...jobs, earliest: instant(earliest) })
          }
          held.push(...(yield* read(countHeld({ queue, limit: jobsLookedAt }))))
        }
        const dead = yield* read(countDead({ limit: jobsLookedAt }))
        const attempts = (yield* progressOf(unendedWork.attempts)).flatMap((order) => order.attempts)
        const refunds = (yield* progressOf(unendedWork.refunds)).flatMap((order) => order.refunds)
        return {
          queues,
          due,
          held,
          dead,
          unknownOutcomes: unended(
            attempts.flatMap(({ facts, startedAt }) => (isInFlight(attemptFacts.of(...facts)) ? [startedAt] : [])),
          ),
          unsettledRefunds: unended(
            refunds.flatMap(({ facts, requestedAt }) =>
              requestedAt !== undefined && isRefundUnderWay(refundFacts.of(...facts)) ? [requestedAt] : [],
            ),
          ),
        }
      }),
    })
  }),
)

const unended = (since: ReadonlyArray<Instant>): Unended => ({
  count: since.length,
  oldest: since.reduce<Instant | null>((oldest, one) => (oldest === null || one < oldest ? one : oldest), null),
})

type Operation = "backlog.read" | "backlog.unknownCharges"

/** The columns of an order that are read. */
const looked = ["orders.company_id", "orders.number", "orders.progress"] as const

interface Looked {
  readonly company_id: number
  readonly number: string
  readonly progress: string
}

interface Due extends OfQueue {
  readonly now: number
  readonly limit: number
}

interface Counted {
  readonly kind: string
  readonly count: number
}

/** The fields of an order that are needed here: the others are neither read nor checked. */
const readProgress = readerOfJson(
  Schema.Struct({
    attempts: Schema.Array(Schema.Struct({ startedAt: Instant, facts: Schema.Array(AttemptFact) })),
    refunds: Schema.Array(Schema.Struct({ facts: Schema.Array(RefundFact), requestedAt: Schema.optionalKey(Instant) })),
  }),
)
