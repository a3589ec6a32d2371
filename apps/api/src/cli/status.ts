/**
 * `vintem status`: shows whether the service charges, what is stuck, and what to do next.
 */
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Backlog, Settings as StoredSettings } from "@vintem/adapters"
import { Effect, Layer } from "effect"
import { Command } from "effect/cli"
import { timeOfService } from "../clock/sandbox-clock.ts"
import { Configuration, type Settings } from "../configuration/configuration.ts"
import { configured } from "../configured.ts"
import { AttentionNeeded } from "../failures/outcome.ts"
import { jsonFlag, print } from "../output.ts"
import { counted, span } from "../status/in-words.ts"
import { type Finding, findingsOf } from "../status/status-findings.ts"
import { type StatusReport, serviceState, statusReport } from "../status/status-report.ts"
import { storageAsItIs } from "../storage.ts"
import { refusedUnlessMigrated } from "./not-migrated.ts"
import { serviceAddress, urlFlag } from "./service-address.ts"

export const status = Command.make("status", { url: urlFlag, json: jsonFlag }, ({ url, json }) =>
  configured(
    Effect.flatMap(Configuration, (settings) =>
      Effect.provide(told(serviceAddress(url, settings), settings, json), surroundings(settings)),
    ),
  ),
).pipe(
  Command.withDescription(
    "Show whether the service is charging, what is stuck and what to do: charges without an outcome, work that is late or was given up, " +
      "webhooks that wait or are disabled, unfinished refunds, and the last backup of an SQLite file.\n\n" +
      "Reads the database of DATABASE_URL and asks the service whether it is ready. Changes nothing, and can run at any time. Exit status 0 " +
      "if nothing needs attention, 1 if something does.",
  ),
  Command.withShortDescription("Show whether the service is charging, and what is stuck"),
)

const surroundings = (settings: Settings) =>
  Layer.mergeAll(Backlog.layer, NodeHttpClient.layerUndici, timeOfService(settings)).pipe(
    Layer.provide(StoredSettings.layer),
    Layer.provideMerge(storageAsItIs({ database: settings.database, dbPool: 1 })),
  )

const told = Effect.fnUntraced(function* (base: string, { database }: Settings, isJson: boolean) {
  yield* refusedUnlessMigrated
  const report = yield* statusReport(yield* serviceState(base), database)
  const findings = findingsOf(report)
  yield* print(isJson, { ...report, findings }, () => linesOf(report, findings, database._tag !== "postgres"))
  if (findings.length > 0) {
    const [{ message } = { message: "" }, ...others] = findings
    return yield* new AttentionNeeded({
      message: others.length === 0 ? message : `${message} And ${others.length} more: see above.`,
    })
  }
})

/** The state first, then the problems. */
const linesOf = (
  report: StatusReport,
  findings: ReadonlyArray<Finding>,
  isOnSqlite: boolean,
): ReadonlyArray<string> => [
  ...rowsOf(report, isOnSqlite).map(([name, text]) => `${name.padEnd(nameWidth)}${text}`),
  ...(findings.length === 0 ? ["", "Nothing needs attention."] : []),
  ...findings.flatMap(({ message, next }) => ["", `! ${message}`, `  ${next}`]),
]

const nameWidth = 12

const rowsOf = (report: StatusReport, isOnSqlite: boolean): ReadonlyArray<readonly [name: string, text: string]> => {
  const { at, charging, dead, due, in_hand, last_backup, service, unknown_outcomes, unsettled_refunds } = report
  const age = (since: string | null, before: string) => (since === null ? "" : `, ${before}${span(since, at)}`)
  const oldest = (kinds: StatusReport["due"]["kinds"]) =>
    age(
      kinds.reduce<string | null>(
        (first, one) => (first === null || one.oldest_at < first ? one.oldest_at : first),
        null,
      ),
      "the first for ",
    )
  const webhooks = due.kinds.filter(({ kind }) => kind === "DeliverWebhook")
  const work = due.kinds.filter(({ kind }) => kind !== "DeliverWebhook")
  return [
    ["service", `${service.state.replace("_", " ")} at ${service.url}`],
    [
      "charging",
      charging.latest_charge_at === null
        ? "no charge yet"
        : `last charge ${span(charging.latest_charge_at, at)} ago; charges of the latest ${charging.orders} orders: ${Object.entries(
            charging.charges,
          )
            .map(([fact, count]) => `${count} ${fact}`)
            .join(", ")}`,
    ],
    [
      "unknown",
      `${counted(unknown_outcomes.count, "charge", "charges")} without an outcome${age(unknown_outcomes.oldest_at, "the oldest for ")}`,
    ],
    ["refunds", `${unsettled_refunds.count} under way${age(unsettled_refunds.oldest_at, "the oldest for ")}`],
    [
      "work",
      `${due.work} due${oldest(work)}; ${in_hand} running; ${dead.reduce((sum, { count }) => sum + count, 0)} given up`,
    ],
    ["webhooks", `${due.webhook} due${oldest(webhooks)}`],
    ...(isOnSqlite
      ? [["backup", last_backup === null ? noBackup : `${span(last_backup.at, at)} ago, ${last_backup.file}`] as const]
      : []),
  ]
}

const noBackup = "none known; make one with: vintem backup --to FILE"
