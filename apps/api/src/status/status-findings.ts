/**
 * The problems in a status report, most urgent first, and what to do next. Thresholds are those of the alerts in
 * docs/monitoring/alerts.yml (a test compares them).
 */
import type { FindingView } from "@vintem/contract"
import type { StorageTrouble } from "../storage.ts"
import { counted, span } from "./in-words.ts"
import type { StatusReport } from "./status-report.ts"

/** Seconds after which something is late, by the alert for it. */
export const lateSeconds = {
  VintemOutcomeUnknown: 900,
  VintemRefundUnsettled: 3 * 86_400,
  VintemJobsLate: 300,
  VintemWebhooksLate: 300,
} as const

/** The acquirer counts as silent if at least this share of the latest charges had no answer. */
export const silentShare = 0.1

/** Fewer charges prove nothing about the acquirer. */
const chargesMin = 10

/** A problem, and what to do next. */
export type Finding = FindingView

export const findingsOf = (report: StatusReport): ReadonlyArray<Finding> =>
  rules.flatMap((rule) => {
    const found = rule(report)
    return found === null ? [] : [found]
  })

type Rule = (report: StatusReport) => Finding | null

/** Advice by the service's own reason. */
const nextByReason: Readonly<Partial<Record<string, string>>> = {
  storage_full: "Free space on the database's disk: the service recovers by itself within seconds.",
  storage_read_only:
    "Its database takes no writes. Promote the standby that it reaches, or make DATABASE_URL name the server that takes them.",
  migrations_pending: "Update the database with: vintem migrate.",
} satisfies Partial<Record<StorageTrouble, string>>

const webhookKind = "DeliverWebhook"

const rules: ReadonlyArray<Rule> = [
  ({ service }) =>
    service.state === "silent"
      ? {
          finding: "service_silent",
          message: `The service does not answer at ${service.url}.`,
          next: "Start the service, or give its address with --url.",
        }
      : null,
  ({ service }) =>
    service.state === "not_ready"
      ? {
          finding: "service_not_ready",
          message: `The service at ${service.url} is not ready: ${service.reason ?? "it does not say why"}.`,
          next:
            nextByReason[service.reason ?? ""] ??
            "See the end of its log. It recovers by itself once its database answers.",
        }
      : null,
  ({ service }) =>
    service.degraded === "signature_refused"
      ? {
          finding: "signature_refused",
          message: "The acquirer refuses the signatures of the service (HTTP 401): no charge is made.",
          next: "Put a secret that the acquirer knows first in VINTEM_GATEWAY_SECRET and restart the service; or set the clocks, if they differ by five minutes.",
        }
      : null,
  ({ charging: { charges } }) => {
    const all = Object.values(charges).reduce((sum, count) => sum + count, 0)
    const silent = ["sent", "unknown", "unreached"].reduce((sum, state) => sum + (charges[state] ?? 0), 0)
    return all >= chargesMin && silent > all * silentShare
      ? {
          finding: "acquirer_silent",
          message: `${silent} of the latest ${all} charges had no answer from the acquirer.`,
          next: "Make sure that VINTEM_GATEWAY_URL is right and reachable, and ask the acquirer whether it has an outage. Nothing is charged twice: the service asks for the outcomes by itself.",
        }
      : null
  },
  ({ at, unknown_outcomes: { count, oldest_at } }) =>
    isOlder(at, oldest_at, lateSeconds.VintemOutcomeUnknown)
      ? {
          finding: "outcome_unknown",
          message: `${counted(count, "charge has", "charges have")} no outcome, the oldest for ${span(oldest_at, at)}.`,
          next: "Ask the acquirer. After seven days settle the order by hand: POST /admin/v1/companies/{company}/orders/{order_number}/resolve.",
        }
      : null,
  ({ at, due: { kinds } }) => {
    const late = kinds.filter(
      ({ kind, oldest_at }) => kind !== webhookKind && isOlder(at, oldest_at, lateSeconds.VintemJobsLate),
    )
    return late.length > 0
      ? {
          finding: "jobs_late",
          message: `Work is late: ${late.map(({ kind, oldest_at }) => `${kind} for ${span(oldest_at, at)}`).join(", ")}.`,
          next: "Make sure that one process has VINTEM_WORKERS=true, and look in its log for `due work could not be looked up`.",
        }
      : null
  },
  ({ at, due: { kinds } }) => {
    const late = kinds.find(
      ({ kind, oldest_at }) => kind === webhookKind && isOlder(at, oldest_at, lateSeconds.VintemWebhooksLate),
    )
    return late !== undefined
      ? {
          finding: "webhooks_late",
          message: `${counted(late.count, "webhook waits", "webhooks wait")} to be sent, the first for ${span(late.oldest_at, at)}.`,
          next: "Make sure that one process has VINTEM_WORKERS=true. A slow receiver delays only its own company.",
        }
      : null
  },
  ({ dead }) =>
    dead.length > 0
      ? {
          finding: "jobs_dead",
          message: `Work was given up: ${dead.map(({ count, kind }) => `${count} ${kind}`).join(", ")}.`,
          next: "See why with: vintem jobs dead. Then run it again with: vintem jobs retry ID.",
        }
      : null,
  ({ at, unsettled_refunds: { count, oldest_at } }) =>
    isOlder(at, oldest_at, lateSeconds.VintemRefundUnsettled)
      ? {
          finding: "refund_unsettled",
          message: `${counted(count, "refund has", "refunds have")} no outcome, the oldest for ${span(oldest_at, at)}.`,
          next: "Ask the acquirer about it: the order's history names the refund's key.",
        }
      : null,
  ({ disabled_webhooks: companies }) =>
    companies.length > 0
      ? {
          finding: "webhooks_disabled",
          message: `Webhooks are disabled, and nothing is sent, for: company ${companies.join(", ")}.`,
          next: `See the receiver's answers with: vintem webhook deliveries --company ${companies[0]} --state failed. Then enable it: POST /admin/v1/companies/{company}/webhook/enable.`,
        }
      : null,
]

const isOlder = (now: string, since: string | null, seconds: number): since is string =>
  since !== null && Date.parse(now) - Date.parse(since) > seconds * 1_000
