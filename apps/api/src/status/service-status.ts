/**
 * The state of the running service for its operators, in the panel and the administration.
 *
 * The store's figures are equal for every process on it. The event loop delay is the answering process's.
 */
import { Backlog, latestMigration } from "@vintem/adapters"
import type { ServiceStatusView } from "@vintem/contract"
import type { StorageUnavailable } from "@vintem/domain/ports"
import { Context, Effect, Layer } from "effect"
import type { Settings } from "../configuration/configuration.ts"
import { Readiness } from "../http/edge/health.ts"
import { eventLoopDelays } from "../metrics/event-loop-delays.ts"
import { version } from "../version.ts"
import { findingsOf } from "./status-findings.ts"
import { statusReport } from "./status-report.ts"

export class ServiceStatus extends Context.Service<
  ServiceStatus,
  {
    /** @param url - of the service, without a trailing slash */
    readonly read: (url: string) => Effect.Effect<ServiceStatusView, StorageUnavailable>
    /** Oldest first. */
    readonly unknownOutcomes: Effect.Effect<ReadonlyArray<Backlog.UnknownCharge>, StorageUnavailable>
  }
>()("@vintem/api/ServiceStatus") {}

export const serviceStatus = ({ database }: Pick<Settings, "database">) =>
  Layer.effect(
    ServiceStatus,
    Effect.gen(function* () {
      const { unknownCharges } = yield* Backlog.Backlog
      const readiness = yield* Readiness
      const report = Effect.fnUntraced(function* (url: string) {
        const reason = yield* readiness.fault
        const degraded = yield* readiness.degraded
        const state = reason === null ? "ready" : "not_ready"
        return yield* statusReport({ url, state, reason, degraded }, database)
      })
      const services = yield* Effect.context<Effect.Services<ReturnType<typeof report>>>()
      const delay = yield* delaySinceAsked
      return ServiceStatus.of({
        unknownOutcomes: unknownCharges,
        read: (url) =>
          Effect.map(Effect.provideContext(report(url), services), (status) => ({
            ...status,
            version,
            database: { engine: database._tag === "postgres" ? "postgres" : "sqlite", level: latestMigration },
            event_loop_delay: delay(),
            findings: findingsOf(status),
          })),
      })
    }),
  )

/** Measured since the previous question. The first one has no answer. */
const delaySinceAsked = Effect.map(eventLoopDelays, (delays) => (): ServiceStatusView["event_loop_delay"] => {
  const watched = delays()
  if (watched.count === 0) return null
  const millis = (nanos: number): number => Math.round(nanos / 1e4) / 100
  const delay = {
    median: millis(watched.percentile(50)),
    p99: millis(watched.percentile(99)),
    max: millis(watched.max),
  }
  watched.reset()
  return delay
})
