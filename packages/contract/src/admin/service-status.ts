/** The state of the service, for its operators: if it charges, what waits, and what needs attention. */
import { type Instant, saoPauloTimestamp } from "@vintem/domain/calendar"
import type { CompanyId, OrderNumber } from "@vintem/domain/identifiers"
import * as Schema from "effect/Schema"
import { exampleOrder } from "../order/example-order.ts"
import { TimestampView } from "../order/timestamp-view.ts"

const Since = Schema.NullOr(Schema.String).annotate({ description: "ISO 8601 in UTC; null if there is none." })

const Unended = Schema.Struct({ count: Schema.Int, oldest_at: Since })

const KindCount = Schema.Struct({ kind: Schema.String, count: Schema.Int })

/**
 * The content of `vintem status --json` and of the operators' page. Times are ISO 8601 in UTC, by the service's clock.
 */
export const StatusView = Schema.Struct({
  at: Schema.String,
  service: Schema.Struct({
    url: Schema.String,
    state: Schema.Literals(["ready", "not_ready", "silent"]),
    reason: Schema.NullOr(Schema.String).annotate({ description: "Why it is not ready, as a code." }),
    degraded: Schema.NullOr(Schema.String).annotate({
      description: "A problem even if it is ready: `signature_refused` if the acquirer refuses its signatures.",
    }),
  }),
  charging: Schema.Struct({
    orders: Schema.Int,
    since: Since,
    latest_charge_at: Since.annotate({ description: "When the acquirer was last asked to charge." }),
    charges: Schema.Record(Schema.String, Schema.Int).annotate({
      description: "How many charges are in each state.",
    }),
  }).annotate({ description: "Among the latest hundred orders." }),
  unknown_outcomes: Unended,
  unsettled_refunds: Unended,
  due: Schema.Struct({
    work: Schema.Int,
    webhook: Schema.Int,
    kinds: Schema.Array(Schema.Struct({ kind: Schema.String, count: Schema.Int, oldest_at: Schema.String })),
  }).annotate({ description: "Jobs that are due and unclaimed; counted up to ten thousand a queue." }),
  in_hand: Schema.Int.annotate({ description: "Jobs that a worker holds." }),
  dead: Schema.Array(KindCount).annotate({ description: "Work that was given up." }),
  disabled_webhooks: Schema.Array(Schema.Int).annotate({
    description: "Ids of the first twenty companies whose webhook is disabled.",
  }),
  last_backup: Schema.NullOr(
    Schema.Struct({
      at: Schema.String.annotate({ description: "The copy holds everything committed until then." }),
      file: Schema.String.annotate({ description: "Where the copy was made; it may have been moved since." }),
    }),
  ).annotate({
    description: "The last `vintem backup`; null if none is known, and always on PostgreSQL.",
  }),
})
export type StatusView = typeof StatusView.Type

/** A problem, and what to do next. */
export const FindingView = Schema.Struct({
  finding: Schema.String,
  message: Schema.String.annotate({ description: "The finding: a sentence." }),
  next: Schema.String.annotate({ description: "What to do: a sentence, with the command if there is one." }),
})
export type FindingView = typeof FindingView.Type

const Millis = Schema.Finite.annotate({ description: "Milliseconds." })

/**
 * The content of `vintem status`, with the version, the level of the database, the event loop's delay in milliseconds,
 * and what needs an operator.
 */
export const ServiceStatusView = Schema.Struct({
  ...StatusView.fields,
  version: Schema.String,
  database: Schema.Struct({
    engine: Schema.Literals(["sqlite", "postgres"]),
    level: Schema.String.annotate({ description: "The latest migration that this version of the service knows." }),
  }),
  event_loop_delay: Schema.NullOr(Schema.Struct({ median: Millis, p99: Millis, max: Millis })).annotate({
    description: "For the process that answers, since the last request; null for the first.",
  }),
  findings: Schema.Array(FindingView).annotate({ description: "What needs attention, the most urgent first." }),
}).annotate({
  identifier: "ServiceStatus",
  examples: [
    {
      at: "2026-11-21T13:15:00.000Z",
      service: { url: "https://pay.example.com", state: "ready", reason: null, degraded: null },
      charging: {
        orders: 100,
        since: "2026-11-21T12:40:11.000Z",
        latest_charge_at: "2026-11-21T13:14:58.000Z",
        charges: { confirmed: 71, open: 24, refused: 4, unknown: 1 },
      },
      unknown_outcomes: { count: 1, oldest_at: "2026-11-21T12:59:00.000Z" },
      unsettled_refunds: { count: 0, oldest_at: null },
      due: {
        work: 1,
        webhook: 0,
        kinds: [{ kind: "ResolveAttempt", count: 1, oldest_at: "2026-11-21T13:14:59.000Z" }],
      },
      in_hand: 0,
      dead: [{ kind: "ResolveAttempt", count: 1 }],
      disabled_webhooks: [7],
      last_backup: { at: "2026-11-21T06:00:00.000Z", file: "/backups/vintem.db" },
      version: "0.1.0",
      database: { engine: "sqlite", level: "0022" },
      event_loop_delay: { median: 10.1, p99: 12.4, max: 31.9 },
      findings: [
        {
          finding: "outcome_unknown",
          message: "1 charge has no outcome, the oldest for 16 minutes.",
          next: "Ask the acquirer.",
        },
      ],
    },
  ],
})
/** The state of the service, on the wire. */
export type ServiceStatusView = typeof ServiceStatusView.Type

/** A charge whose outcome the acquirer has not reported. */
export interface UnknownOutcome {
  readonly company: CompanyId
  readonly order: OrderNumber
  readonly startedAt: Instant
}

/**
 * A charge whose outcome the acquirer has not reported, with its order and the time of the first request to the
 * acquirer.
 */
export const UnknownOutcomeView = Schema.Struct({
  company: Schema.Int.annotate({ description: "The id of the order's company." }),
  order_number: Schema.String.annotate({ description: "The transaction code." }),
  started_at: TimestampView.annotate({ description: "When the acquirer was first asked to charge." }),
}).annotate({
  identifier: "UnknownOutcome",
  examples: [{ company: 1, order_number: exampleOrder.order_number, started_at: "2026-11-21 09:59:00" }],
})
/** A charge without an outcome, on the wire. */
export type UnknownOutcomeView = typeof UnknownOutcomeView.Type

/** Shows a charge without an outcome on the wire, with its time in America/Sao_Paulo. */
export const unknownOutcomeView = ({ company, order, startedAt }: UnknownOutcome): UnknownOutcomeView => ({
  company,
  order_number: order,
  started_at: saoPauloTimestamp(startedAt),
})
