/**
 * Metrics of the store's backlog and health. Every process on a store reports the same values.
 *
 * They are read with the metrics, at most once in a few seconds. If the store does not answer, these series are absent.
 * If it does not answer or takes no write, `vintem_store_up` is 0.
 */
import { Backlog, TriedWrite } from "@vintem/adapters"
import { workKinds } from "@vintem/application"
import { type Instant, instant } from "@vintem/domain/calendar"
import { Clock, Context, Effect, Exit, Fiber, Layer, Option } from "effect"
import { catalogue, type GaugeMetric } from "./catalogue.ts"
import { Meter } from "./meter.ts"

/** The maximal age of the values, milliseconds. */
const keptMillis = 5_000

/** How long the store may take to answer, milliseconds: Prometheus usually waits ten seconds. */
const patienceMillis = 2_000

export class BacklogMeter extends Context.Service<
  BacklogMeter,
  {
    /** Asks the store, unless it was asked a moment ago. Ends soon, even if the store hangs. */
    readonly refresh: Effect.Effect<void>
  }
>()("@vintem/api/metrics/BacklogMeter") {
  static readonly layer = Layer.effect(
    BacklogMeter,
    Effect.gen(function* () {
      const { gauge } = yield* Meter
      const backlog = yield* Backlog.Backlog
      const { tried } = yield* TriedWrite.TriedWrite
      let told: ReadonlyArray<() => void> = []
      const tell = (series: ReadonlyArray<Series>) => {
        for (const remove of told) remove()
        told = series.map(({ labels, metric, value }) => gauge(metric, labels, () => value))
      }

      let asked: Fiber.Fiber<Option.Option<ReadonlyArray<Series>>> | undefined
      const ask = Effect.gen(function* () {
        const now = instant(yield* Clock.currentTimeMillis)
        return seriesOf(yield* backlog.read(now), now)
      }).pipe(
        Effect.tapError((error) => Effect.logWarning("the store did not report its backlog", error)),
        Effect.option,
        Effect.ensuring(
          Effect.sync(() => {
            asked = undefined
          }),
        ),
      )
      // A question is not interrupted, because its connection returns with the answer. Only one question is open at a
      // time.
      const answer = Effect.gen(function* () {
        asked ??= yield* Effect.forkDetach(ask)
        return Option.flatten(yield* Effect.timeoutOption(Fiber.join(asked), patienceMillis))
      })
      const write = Effect.map(Effect.timeoutOption(Effect.exit(tried), patienceMillis), Option.exists(Exit.isSuccess))
      const refresh = yield* Effect.cachedWithTTL(
        Effect.map(Effect.all([answer, write], { concurrency: "unbounded" }), ([series, isWritten]) =>
          tell([
            { metric: catalogue.storeUp, labels: {}, value: Option.isSome(series) && isWritten ? 1 : 0 },
            ...Option.getOrElse(series, () => []),
          ]),
        ),
        keptMillis,
      )
      return BacklogMeter.of({ refresh })
    }),
  )
}

interface Series {
  readonly metric: GaugeMetric
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

const seriesOf = (
  { dead, due, held, queues, unknownOutcomes, unsettledRefunds }: Backlog.BacklogReport,
  now: Instant,
): ReadonlyArray<Series> => {
  const ageOf = (since: Instant | null) => (since === null ? 0 : Math.max(0, now - since) / 1e3)
  const single = (metric: GaugeMetric<never>, value: number): Series => ({ metric, labels: {}, value })
  return [
    ...queues.map(({ count, queue }): Series => ({ metric: catalogue.dueInQueue, labels: { queue }, value: count })),
    ...kinds.flatMap((kind): ReadonlyArray<Series> => {
      const counted = (jobs: ReadonlyArray<Backlog.JobsOfKind>) =>
        ofKind(jobs, kind).reduce((sum, { count }) => sum + count, 0)
      const oldest = Math.min(now, ...ofKind(due, kind).map(({ earliest }) => earliest))
      return [
        { metric: catalogue.dueJobs, labels: { kind }, value: counted(due) },
        { metric: catalogue.oldestDueAge, labels: { kind }, value: (now - oldest) / 1e3 },
        { metric: catalogue.heldJobs, labels: { kind }, value: counted(held) },
        { metric: catalogue.deadJobs, labels: { kind }, value: counted(dead) },
      ]
    }),
    single(catalogue.unknownOutcomes, unknownOutcomes.count),
    single(catalogue.oldestUnknownOutcomeAge, ageOf(unknownOutcomes.oldest)),
    single(catalogue.unsettledRefunds, unsettledRefunds.count),
    single(catalogue.oldestUnsettledRefundAge, ageOf(unsettledRefunds.oldest)),
  ]
}

/** Jobs of an unknown kind, left by another version. */
const otherKind = "other"

const kinds: ReadonlyArray<string> = [...workKinds, otherKind]

const ofKind = <Jobs extends { readonly kind: string }>(jobs: ReadonlyArray<Jobs>, kind: string): ReadonlyArray<Jobs> =>
  jobs.filter((one) => (workKinds.includes(one.kind) ? one.kind === kind : kind === otherKind))
