/**
 * Every metric of the service: one table for counting and documenting them.
 *
 * Names follow the OpenTelemetry conventions in Prometheus' spelling if there is one, and begin with `vintem_`
 * otherwise. Units are seconds and bytes. The values of every label are a closed set: caller input never becomes one.
 */
import { Backlog } from "@vintem/adapters"

/** Fields of every metric. */
interface Described<Label extends string> {
  readonly name: string
  /** One sentence, without the full stop. */
  readonly help: string
  readonly labels: ReadonlyArray<Label>
}

/** Only increases, from 0 at each start. */
export interface CounterMetric<Label extends string = string> extends Described<Label> {
  readonly type: "counter"
}

/** A current value. */
export interface GaugeMetric<Label extends string = string> extends Described<Label> {
  readonly type: "gauge"
}

/** Counts values up to each boundary. */
export interface HistogramMetric<Label extends string = string> extends Described<Label> {
  readonly type: "histogram"
  /** Ascending. A last bucket for larger values is implied. */
  readonly boundaries: ReadonlyArray<number>
}

export type MetricDescription = CounterMetric | GaugeMetric | HistogramMetric

const counter = <const Label extends string = never>(
  name: string,
  help: string,
  labels: ReadonlyArray<Label> = [],
): CounterMetric<Label> => ({ type: "counter", name, help, labels })

const gauge = <const Label extends string = never>(
  name: string,
  help: string,
  labels: ReadonlyArray<Label> = [],
): GaugeMetric<Label> => ({ type: "gauge", name, help, labels })

const histogram = <const Label extends string = never>(
  name: string,
  help: string,
  boundaries: ReadonlyArray<number>,
  labels: ReadonlyArray<Label> = [],
): HistogramMetric<Label> => ({ type: "histogram", name, help, labels, boundaries })

/** The boundaries that OpenTelemetry's conventions advise for requests, in seconds. */
const secondsOfRequest = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Buckets for calls to other services, in seconds. */
const secondsOfExternalCalls = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30]

/** Buckets for deferred work that is retried for days, in seconds. */
const secondsOfDelivery = [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600, 21_600, 86_400, 432_000]

/** Buckets for commits to disk, in seconds. */
const secondsOfCommit = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]

/** In the order of the output. */
export const catalogue = {
  requestDuration: histogram(
    "http_server_request_duration_seconds",
    "Time from a request to its answer",
    secondsOfRequest,
    ["http_request_method", "http_route", "http_response_status_class"],
  ),
  refusedRequests: counter("vintem_refused_requests_total", "Refused requests, by reason", ["reason"]),
  openStreams: gauge("vintem_open_change_streams", "Open streams of changes"),
  orders: counter("vintem_orders_total", "Events of orders, except those of charges and refunds", ["event"]),
  charges: counter("vintem_charges_total", "Charges started, by method of payment", ["method"]),
  chargeOutcomes: counter(
    "vintem_charge_outcomes_total",
    "Reported facts of charges, by method of payment: one charge may be open, then confirmed",
    ["method", "outcome"],
  ),
  refusedCharges: counter(
    "vintem_refused_charges_total",
    "Charges that the acquirer refused, by method of payment and whether they may be tried again",
    ["method", "decline"],
  ),
  unsentChargesPaid: counter(
    "vintem_unsent_charges_paid_total",
    "Charges that counted as never sent but were paid, by method of payment",
    ["method"],
  ),
  wrongInstruments: counter(
    "vintem_wrong_instruments_total",
    "Pix codes and slips not shown because no payer can pay with them, by method and fault; one counts again if its withdrawal is answered late",
    ["method", "fault"],
  ),
  stoppedCards: counter(
    "vintem_stopped_cards_total",
    "Card payments stopped because too many cards were refused, by limit",
    ["cap"],
  ),
  heldBackMails: counter(
    "vintem_mails_held_back_total",
    "Reminders and receipts not sent because of a daily limit, by kind and limit",
    ["kind", "cap"],
  ),
  refunds: counter("vintem_refunds_total", "Reported facts of refunds, by method of payment", ["method", "outcome"]),
  disputes: counter("vintem_disputes_total", "Reported facts of disputes", ["outcome"]),
  acquirerDuration: histogram(
    "vintem_acquirer_request_duration_seconds",
    "Duration of requests to the acquirer, by operation and outcome",
    secondsOfExternalCalls,
    ["operation", "outcome"],
  ),
  webhookDeliveries: counter(
    "vintem_webhook_deliveries_total",
    "Webhooks stored to be sent (pending), delivered, or given up (failed)",
    ["state"],
  ),
  webhookLag: histogram(
    "vintem_webhook_delivery_lag_seconds",
    "Time from an event, or from its last redelivery request, to its delivery",
    secondsOfDelivery,
  ),
  webhookAttemptDuration: histogram(
    "vintem_webhook_attempt_duration_seconds",
    "Duration of webhook requests, by the class of the answer or the reason for none",
    secondsOfExternalCalls,
    ["outcome"],
  ),
  jobDelay: histogram(
    "vintem_job_delay_seconds",
    "Time from a job's due time to its claim, by queue",
    secondsOfDelivery,
    ["queue"],
  ),
  settledJobs: counter("vintem_settled_jobs_total", "Outcomes of claimed jobs", ["outcome"]),
  commitUnits: histogram(
    "vintem_commit_group_units",
    "Units of work committed together (SQLite)",
    [1, 2, 4, 8, 16, 32, 64, 128, 256],
  ),
  commitDuration: histogram(
    "vintem_commit_group_duration_seconds",
    "Time from the begin of a group of units until it was on disk (SQLite)",
    secondsOfCommit,
  ),
  commitWait: histogram(
    "vintem_commit_wait_seconds",
    "Time from the arrival of a group's first unit until it was on disk (SQLite)",
    secondsOfCommit,
  ),
  connections: gauge("db_client_connections", "Connections to PostgreSQL, in use and idle", [
    "db_client_connection_state",
  ]),
  connectionsMax: gauge("db_client_connection_max", "Limit of this process's connections to PostgreSQL"),
  connectionsPending: gauge(
    "db_client_connection_pending_requests",
    "Units and statements waiting for a connection to PostgreSQL",
  ),
  processorTime: counter("process_cpu_seconds_total", "Processor time of the process, user and system"),
  residentMemory: gauge("process_resident_memory_bytes", "Resident memory of the process"),
  startTime: gauge("process_start_time_seconds", "When the process started, seconds since 1970"),
  openFiles: gauge("process_open_fds", "Open file descriptors; absent if the system does not report them"),
  heapUsed: gauge("nodejs_heap_size_used_bytes", "Memory used by JavaScript values"),
  heapTotal: gauge("nodejs_heap_size_total_bytes", "Memory reserved for JavaScript values"),
  externalMemory: gauge("nodejs_external_memory_bytes", "Memory of buffers and native objects, outside the heap"),
  activeResources: gauge("nodejs_active_resources", "Timers, sockets and other handles that keep the event loop alive"),
  eventLoopTime: counter("nodejs_eventloop_time_seconds_total", "Time of the event loop, active and idle", [
    "nodejs_eventloop_state",
  ]),
  eventLoopDelayMedian: gauge(
    "nodejs_eventloop_delay_p50_seconds",
    "Median delay of the event loop since the last scrape",
  ),
  eventLoopDelay99: gauge(
    "nodejs_eventloop_delay_p99_seconds",
    "99th percentile of the delay of the event loop since the last scrape",
  ),
  eventLoopDelayMax: gauge(
    "nodejs_eventloop_delay_max_seconds",
    "Longest delay of the event loop since the last scrape",
  ),
  storeUp: gauge("vintem_store_up", "1 if the store reported its backlog and took a trial write, 0 if not"),
  dueInQueue: gauge(
    "vintem_queue_jobs_due",
    `Jobs that are due and unclaimed, by queue; counts up to ${Backlog.dueCounted}`,
    ["queue"],
  ),
  dueJobs: gauge(
    "vintem_jobs_due",
    `Jobs that are due and unclaimed, by kind; counts the first ${Backlog.jobsLookedAt} of each queue`,
    ["kind"],
  ),
  oldestDueAge: gauge(
    "vintem_jobs_oldest_due_age_seconds",
    "How long the oldest of these jobs has been due, by kind; 0 if there is none",
    ["kind"],
  ),
  heldJobs: gauge(
    "vintem_jobs_held",
    `Jobs that a worker holds, by kind; counts up to ${Backlog.jobsLookedAt} of each queue`,
    ["kind"],
  ),
  deadJobs: gauge("vintem_jobs_dead", `Jobs that were given up, by kind; counts the latest ${Backlog.jobsLookedAt}`, [
    "kind",
  ]),
  unknownOutcomes: gauge(
    "vintem_unknown_outcomes",
    `Charges without an outcome although the acquirer was asked; of at most ${2 * Backlog.ordersLookedAt} orders`,
  ),
  oldestUnknownOutcomeAge: gauge(
    "vintem_unknown_outcome_oldest_age_seconds",
    "Age of the oldest of these charges; 0 if there is none",
  ),
  unsettledRefunds: gauge(
    "vintem_unsettled_refunds",
    `Requested refunds that have neither settled nor failed; of at most ${2 * Backlog.ordersLookedAt} orders`,
  ),
  oldestUnsettledRefundAge: gauge(
    "vintem_unsettled_refund_oldest_age_seconds",
    "Age of the oldest of these refunds; 0 if there is none",
  ),
}

export const describedMetrics: ReadonlyArray<MetricDescription> = Object.values(catalogue)
