/**
 * The sandbox reports of the stand-alone acquirer. It also sends each report as a notification, like a real acquirer.
 */
import { GatewayNotifications, type GatewaySecrets, SandboxReports } from "@vintem/adapters"
import type { AttemptKey } from "@vintem/domain/identifiers"
import type { AcquirerReport } from "@vintem/domain/order"
import { Effect, Layer, Schedule } from "effect"

/** How long a receiver may take to answer, in milliseconds. */
const timeoutMillis = 10_000

/** Retries after one, two, four and eight seconds. A service that got no report by then has to ask. */
const again = Schedule.exponential("1 second").pipe(Schedule.upTo({ times: 4 }))

/** @param url - the exact one that notifications go to */
export const notifyingReports = (url: string, secrets: GatewaySecrets) =>
  Layer.effect(
    SandboxReports.SandboxReports,
    Effect.gen(function* () {
      const reports = yield* SandboxReports.SandboxReports
      const notify = yield* GatewayNotifications.notifying({ url, secrets, timeoutMillis })
      const scope = yield* Effect.scope
      const tell = (key: AttemptKey, told: ReadonlyArray<AcquirerReport>) =>
        notify(key, told).pipe(
          Effect.retry({ schedule: again, while: ({ _tag }) => _tag === "OutcomeUnknown" }),
          Effect.catch((error) => Effect.logWarning("a notification was not accepted", { key, error })),
        )
      return SandboxReports.SandboxReports.of({
        report: (key, kind) => Effect.tap(reports.report(key, kind), (told) => Effect.forkIn(tell(key, told), scope)),
      })
    }),
  ).pipe(Layer.provide(SandboxReports.SandboxReports.layer))
