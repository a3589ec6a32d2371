/**
 * Every metric the service tells: the one table by which they are counted and documented.
 *
 * Names are those of the OpenTelemetry conventions where there are some, as Prometheus writes them, and begin with `vintem_` otherwise.
 * Units are seconds and bytes. The values of every label are a closed set: caller input never becomes one.
 */
import { Backlog } from "@vintem/adapters"

/** The fields that all have. */
interface Described<Label extends string> {
  readonly name: string
  /** One sentence, without the full stop. */
  readonly help: string
  readonly labels: ReadonlyArray<Label>
}

/** Goes up, from 0 with each start. */
export interface CounterMetric<Label extends string = string> extends Described<Label> {
  readonly type: "counter"
}

/** A value as it is when it is asked for. */
export interface GaugeMetric<Label extends string = string> extends Described<Label> {
  readonly type: "gauge"
}

/** How many were at most how large. */
export interface HistogramMetric<Label extends string = string> extends Described<Label> {
  readonly type: "histogram"
  /** Ascending; the last bucket, of all others, goes without saying. */
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

/** What the semantic conventions of OpenTelemetry advise for requests. Seconds. */
const secondsOfRequest = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Of others who may take their time. Seconds. */
const secondsOfExternalCalls = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30]

/** For work that is done later, and retried for days. Seconds. */
const secondsOfDelivery = [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600, 21_600, 86_400, 432_000]

/** Of the disk. Seconds. */
const secondsOfCommit = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]

/** In the order of the output. */
export const catalogue = {
  requestDuration: histogram(
    "http_server_request_duration_seconds",
    "Time from a request to its answer",
    secondsOfRequest,
    ["http_request_method", "http_route", "http_response_status_class"],
  ),
  refusedRequests: counter("vintem_refused_requests_total", "Requests that were refused, by the reason", ["reason"]),
  openStreams: gauge("vintem_open_change_streams", "Pages and programs that are told of changes at the moment"),
  orders: counter("vintem_orders_total", "What became of orders, beside their charges and refunds", ["event"]),
  charges: counter("vintem_charges_total", "Charges that were begun, by the method of payment", ["method"]),
  chargeOutcomes: counter(
    "vintem_charge_outcomes_total",
    "What was learned of charges, by the method of payment: one charge may be open, then confirmed",
    ["method", "outcome"],
  ),
  refusedCharges: counter(
    "vintem_refused_charges_total",
    "Charges that the acquirer refused, by the method of payment and whether they may be tried again",
    ["method", "decline"],
  ),
  unsentChargesPaid: counter(
    "vintem_unsent_charges_paid_total",
    "Charges that counted as never sent and whose money came all the same, by the method of payment",
    ["method"],
  ),
  wrongInstruments: counter(
    "vintem_wrong_instruments_total",
    "Pix codes and slips that were not shown because no payer can pay with them, by the method and what is wrong; one whose withdrawal has no answer at once counts again when it is withdrawn",
    ["method", "fault"],
  ),
  stoppedCards: counter(
    "vintem_stopped_cards_total",
    "Card payments of payers that were stopped because too many cards were refused, by the cap",
    ["cap"],
  ),
  heldBackMails: counter(
    "vintem_mails_held_back_total",
    "Reminders and receipts that were not sent because their recipient had been sent enough in the day, by kind and cap",
    ["kind", "cap"],
  ),
  refunds: counter("vintem_refunds_total", "What was learned of refunds, by the method of payment", [
    "method",
    "outcome",
  ]),
  disputes: counter("vintem_disputes_total", "What was learned of disputes", ["outcome"]),
  acquirerDuration: histogram(
    "vintem_acquirer_request_duration_seconds",
    "Time that questions to the acquirer took, by what was asked and how it ended",
    secondsOfExternalCalls,
    ["operation", "outcome"],
  ),
  webhookDeliveries: counter(
    "vintem_webhook_deliveries_total",
    "Webhooks that were kept to be sent (pending), were delivered, or were given up (failed)",
    ["state"],
  ),
  webhookLag: histogram(
    "vintem_webhook_delivery_lag_seconds",
    "Time from an event, or from the last time it was asked for again, to its delivery",
    secondsOfDelivery,
  ),
  webhookAttemptDuration: histogram(
    "vintem_webhook_attempt_duration_seconds",
    "Time that receivers of webhooks took, by the class of their answer or why there was none",
    secondsOfExternalCalls,
    ["outcome"],
  ),
  jobDelay: histogram(
    "vintem_job_delay_seconds",
    "Time from when a job was due to when it was claimed, by queue",
    secondsOfDelivery,
    ["queue"],
  ),
  settledJobs: counter("vintem_settled_jobs_total", "How jobs that were taken in hand ended", ["outcome"]),
  commitUnits: histogram(
    "vintem_commit_group_units",
    "How many units of work were committed together (SQLite)",
    [1, 2, 4, 8, 16, 32, 64, 128, 256],
  ),
  commitDuration: histogram(
    "vintem_commit_group_duration_seconds",
    "Time that a group of units took, from its begin until it was on the disk (SQLite)",
    secondsOfCommit,
  ),
  commitWait: histogram(
    "vintem_commit_wait_seconds",
    "Time that the first unit of a group waited, from its arrival until it was on the disk (SQLite)",
    secondsOfCommit,
  ),
  connections: gauge("db_client_connections", "Connections to PostgreSQL, in use and idle", [
    "db_client_connection_state",
  ]),
  connectionsMax: gauge("db_client_connection_max", "Connections that this process may have to PostgreSQL"),
  connectionsPending: gauge(
    "db_client_connection_pending_requests",
    "Units and statements that wait for a connection to PostgreSQL",
  ),
  processorTime: counter("process_cpu_seconds_total", "Processor time of the process, of the user and the system"),
  residentMemory: gauge("process_resident_memory_bytes", "Memory of the process that is in RAM"),
  startTime: gauge("process_start_time_seconds", "When the process started, seconds since 1970"),
  openFiles: gauge("process_open_fds", "File descriptors that are open; absent where the system does not tell"),
  heapUsed: gauge("nodejs_heap_size_used_bytes", "Memory that JavaScript values take"),
  heapTotal: gauge("nodejs_heap_size_total_bytes", "Memory that is set aside for JavaScript values"),
  externalMemory: gauge("nodejs_external_memory_bytes", "Memory of buffers and of native parts, beside the heap"),
  activeResources: gauge("nodejs_active_resources", "Timers, sockets and other handles that keep the event loop going"),
  eventLoopTime: counter("nodejs_eventloop_time_seconds_total", "Time of the event loop, at work and waiting", [
    "nodejs_eventloop_state",
  ]),
  eventLoopDelayMedian: gauge(
    "nodejs_eventloop_delay_p50_seconds",
    "Median delay of the event loop since it was asked for before",
  ),
  eventLoopDelay99: gauge(
    "nodejs_eventloop_delay_p99_seconds",
    "99th percentile of the delay of the event loop since it was asked for before",
  ),
  eventLoopDelayMax: gauge(
    "nodejs_eventloop_delay_max_seconds",
    "Longest delay of the event loop since it was asked for before",
  ),
  storeUp: gauge(
    "vintem_store_up",
    "1 where the store told what waits and took a write that was tried, 0 where it did not",
  ),
  dueInQueue: gauge(
    "vintem_queue_jobs_due",
    `Jobs that could be done now and that are free, by queue; at most ${Backlog.dueCounted} are counted`,
    ["queue"],
  ),
  dueJobs: gauge(
    "vintem_jobs_due",
    `Jobs that could be done now and that are free, by kind; of each queue the first ${Backlog.jobsLookedAt} are counted`,
    ["kind"],
  ),
  oldestDueAge: gauge(
    "vintem_jobs_oldest_due_age_seconds",
    "How long the first of these jobs has been due, by kind; 0 where none is",
    ["kind"],
  ),
  heldJobs: gauge(
    "vintem_jobs_held",
    `Jobs that a worker holds, by kind; of each queue at most ${Backlog.jobsLookedAt} are counted`,
    ["kind"],
  ),
  deadJobs: gauge(
    "vintem_jobs_dead",
    `Jobs that were given up, by kind; the latest ${Backlog.jobsLookedAt} are counted`,
    ["kind"],
  ),
  unknownOutcomes: gauge(
    "vintem_unknown_outcomes",
    `Charges whose outcome the acquirer was asked for and has not told; of at most ${2 * Backlog.ordersLookedAt} orders`,
  ),
  oldestUnknownOutcomeAge: gauge(
    "vintem_unknown_outcome_oldest_age_seconds",
    "How long ago the oldest of these charges was begun; 0 where there is none",
  ),
  unsettledRefunds: gauge(
    "vintem_unsettled_refunds",
    `Refunds that were asked for and have neither settled nor failed; of at most ${2 * Backlog.ordersLookedAt} orders`,
  ),
  oldestUnsettledRefundAge: gauge(
    "vintem_unsettled_refund_oldest_age_seconds",
    "How long ago the oldest of these refunds was asked for; 0 where there is none",
  ),
}

/** All of them. */
export const describedMetrics: ReadonlyArray<MetricDescription> = Object.values(catalogue)
