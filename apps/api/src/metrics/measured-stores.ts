/**
 * Counts committed changes: outcomes of orders, charges, refunds, webhooks and jobs.
 *
 * It wraps the stores: they count every write, and the use cases know nothing of it.
 */
import { MailCap, MailKind } from "@vintem/domain/customer"
import { forEachMethod, InstrumentFault, type PaymentMethod } from "@vintem/domain/method"
import {
  type Attempt,
  AttemptFact,
  CardCap,
  CaseFact,
  isPaidThoughUnsent,
  type Order,
  type OrderEvent,
  RefundFact,
  Verdict,
} from "@vintem/domain/order"
import {
  CardAttempts,
  JobQueue,
  MailCounts,
  OrderRepository,
  queueNames,
  WebhookDeliveryRepository,
  WriteSets,
} from "@vintem/domain/ports"
import { retriesBeganAt, type WebhookDelivery, WebhookDeliveryState } from "@vintem/domain/webhook"
import { Effect, Layer } from "effect"
import { type WriteWatch, watchingWrites } from "../wrapped-write-sets.ts"
import { afterCommit, countingUnits } from "./after-commit.ts"
import { type CounterMetric, catalogue } from "./catalogue.ts"
import { Meter } from "./meter.ts"

/** The counters of one label, by its value. */
const byValue = <Label extends string, Value extends string>(
  counter: Meter["Service"]["counter"],
  metric: CounterMetric<Label>,
  values: ReadonlyArray<Value>,
  labelsOf: (value: Value) => Readonly<Record<Label, string>>,
): ((value: Value, by?: number) => void) => {
  const counters = new Map(values.map((value) => [value, counter(metric, labelsOf(value))]))
  return (value, by = 1) => counters.get(value)?.(by)
}

/** The payment method of an attempt; `unknown` if the order has no attempt of that number. */
type MethodOfAttempt = PaymentMethod | "unknown"

/** Makes one value for each payment method. */
const byMethod = <A>(made: (method: MethodOfAttempt) => A): ((method: MethodOfAttempt) => A) => {
  const ofMethod = { ...forEachMethod(made), unknown: made("unknown") }
  return (method) => ofMethod[method]
}

const orders = Layer.effect(
  OrderRepository,
  Effect.gen(function* () {
    const { counter } = yield* Meter
    const repository = yield* OrderRepository
    const count = countingEvents(counter)
    const counted = (order: Order, events: ReadonlyArray<OrderEvent>) =>
      afterCommit(() => {
        for (const event of events) count(order, event)
      })
    return OrderRepository.of({
      ...repository,
      add: (order, events) => Effect.andThen(repository.add(order, events), counted(order, events)),
      save: (before, order, events) => Effect.andThen(repository.save(before, order, events), counted(order, events)),
    })
  }),
)

const countingEvents = (counter: Meter["Service"]["counter"]) => {
  const happened = byValue(
    counter,
    catalogue.orders,
    ["placed", "canceled", "completed", "abandoned", "paid_twice"],
    (event) => ({ event }),
  )
  const begun = forEachMethod((method) => counter(catalogue.charges, { method }))
  const learned = byMethod((method) =>
    byValue(counter, catalogue.chargeOutcomes, [...AttemptFact.literals, ...resolved], (outcome) => ({
      method,
      outcome,
    })),
  )
  const refused = byMethod((method) =>
    byValue(counter, catalogue.refusedCharges, ["soft", "hard", "unsaid"], (decline) => ({ method, decline })),
  )
  const wrong = byMethod((method) =>
    byValue(counter, catalogue.wrongInstruments, InstrumentFault.literals, (fault) => ({ method, fault })),
  )
  const paidThoughUnsent = forEachMethod((method) => counter(catalogue.unsentChargesPaid, { method }))
  const refunded = byMethod((method) =>
    byValue(counter, catalogue.refunds, RefundFact.literals, (outcome) => ({ method, outcome })),
  )
  const disputed = byValue(counter, catalogue.disputes, CaseFact.literals, (outcome) => ({ outcome }))
  const countAttempt = (order: Order, event: AttemptReported): void => {
    const { attempt, fact, report } = event
    const method = methodOf(order, attempt)
    learned(method)(fact)
    const reported = order.attempts.find(({ id }) => id === attempt)
    if (reported !== undefined && showsUnsentPaid(reported, event)) paidThoughUnsent[reported._tag]()
    if (fact === "refused") refused(method)(report.decline ?? "unsaid")
    if (report.wrongInstrument !== undefined) wrong(method)(report.wrongInstrument)
  }
  return (order: Order, event: OrderEvent): void => {
    switch (event._tag) {
      case "OrderPlaced":
        happened("placed")
        break
      case "AttemptStarted":
        begun[event.quote.method._tag]()
        break
      case "AttemptReported":
        countAttempt(order, event)
        break
      case "AttemptResolved":
        learned(methodOf(order, event.attempt))(`resolved_${event.verdict}`)
        break
      case "RefundReported":
        refunded(methodOf(order, event.attempt))(event.fact)
        break
      case "CaseReported":
        disputed(event.fact)
        break
      case "OrderCanceled":
        happened("canceled")
        break
      case "OrderCompleted":
        happened("completed")
        break
      case "OrderAbandoned":
        happened("abandoned")
        break
      case "DuplicateFound":
        happened("paid_twice")
    }
  }
}

/** True if this report is the first to show that money moved in an attempt that was recorded as never sent. */
const showsUnsentPaid = (attempt: Attempt, { at, fact, report }: AttemptReported): boolean =>
  isPaidThoughUnsent(attempt) &&
  (report.unreached === "open" || (fact === "confirmed" && attempt.payment?.confirmedAt === at))

type AttemptReported = Extract<OrderEvent, { readonly _tag: "AttemptReported" }>

/** An operator's decisions. */
const resolved = Verdict.literals.map((verdict) => `resolved_${verdict}` as const)

const methodOf = ({ attempts }: Order, attempt: number): MethodOfAttempt =>
  attempts.find(({ id }) => id === attempt)?._tag ?? "unknown"

const countingStops = (counter: Meter["Service"]["counter"]) =>
  byValue(counter, catalogue.stoppedCards, CardCap.literals, (cap) => ({ cap }))

const cardAttempts = Layer.effect(
  CardAttempts,
  Effect.gen(function* () {
    const { counter } = yield* Meter
    const attempts = yield* CardAttempts
    const stopped = countingStops(counter)
    return CardAttempts.of({
      ...attempts,
      recordStop: (subject, cap, at) =>
        Effect.andThen(
          attempts.recordStop(subject, cap, at),
          afterCommit(() => stopped(cap)),
        ),
    })
  }),
)

const mailCounts = Layer.effect(
  MailCounts,
  Effect.gen(function* () {
    const { counter } = yield* Meter
    const counts = yield* MailCounts
    const heldBack = new Map(
      MailKind.literals.map((kind) => [
        kind,
        byValue(counter, catalogue.heldBackMails, MailCap.literals, (cap) => ({ kind, cap })),
      ]),
    )
    return MailCounts.of({
      ...counts,
      take: (count, max) =>
        Effect.tap(counts.take(count, max), (isCounted) =>
          isCounted ? Effect.void : afterCommit(() => heldBack.get(count.kind)?.(count.cap)),
        ),
    })
  }),
)

const countingDeliveries = (counter: Meter["Service"]["counter"]) =>
  byValue(counter, catalogue.webhookDeliveries, WebhookDeliveryState.literals, (state) => ({ state }))

const deliveries = Layer.effect(
  WebhookDeliveryRepository,
  Effect.gen(function* () {
    const { counter, histogram } = yield* Meter
    const repository = yield* WebhookDeliveryRepository
    const kept = countingDeliveries(counter)
    const lag = histogram(catalogue.webhookLag, {})
    const count = ({ attempts, endedAt, event, state, tries, ...delivery }: WebhookDelivery): void => {
      if (endedAt === null) return
      kept(state)
      if (state !== "delivered") return
      const isFirstSchedule = attempts.length <= tries
      const since = isFirstSchedule
        ? event.occurredAt
        : retriesBeganAt({ ...delivery, attempts, endedAt, event, state, tries })
      lag(Math.max(0, endedAt - since) / 1e3)
    }
    return WebhookDeliveryRepository.of({
      ...repository,
      add: (events) =>
        Effect.andThen(
          repository.add(events),
          afterCommit(() => kept("pending", events.length)),
        ),
      save: (delivery) =>
        Effect.tap(repository.save(delivery), (isKept) => (isKept ? afterCommit(() => count(delivery)) : Effect.void)),
      saveAsRead: (changes) =>
        Effect.tap(repository.saveAsRead(changes), (unchanged) =>
          afterCommit(() => {
            for (const { after } of changes) if (!unchanged.includes(after.event.id)) count(after)
          }),
        ),
    })
  }),
)

const countingSettlements = (counter: Meter["Service"]["counter"]) =>
  byValue(counter, catalogue.settledJobs, ["Done", "Again", "Retry", "Dead"], (tag) => ({
    outcome: tag.toLowerCase(),
  }))

const jobs = Layer.effect(
  JobQueue,
  Effect.gen(function* () {
    const { counter, histogram } = yield* Meter
    const queue = yield* JobQueue
    const delays = new Map(queueNames.map((queue) => [queue, histogram(catalogue.jobDelay, { queue })]))
    const settled = countingSettlements(counter)
    return JobQueue.of({
      ...queue,
      claim: (request) =>
        Effect.tap(queue.claim(request), (claimed) =>
          afterCommit(() => {
            const delay = delays.get(request.queue)
            for (const { dueAt } of claimed) delay?.(Math.max(0, request.now - dueAt) / 1e3)
          }),
        ),
      settle: (company, lease, settlements) =>
        Effect.tap(queue.settle(company, lease, settlements), (lost) =>
          afterCommit(() => {
            for (const { _tag, job } of settlements) if (!lost.includes(job)) settled(_tag)
          }),
        ),
    })
  }),
)

/** Counts the writes of write sets in the same way as those of the stores. */
const sets = Layer.effect(
  WriteSets,
  Effect.gen(function* () {
    const { counter } = yield* Meter
    const count = countingEvents(counter)
    const kept = countingDeliveries(counter)
    const stopped = countingStops(counter)
    const settled = countingSettlements(counter)
    const countAll = ({ events, order }: { readonly events: ReadonlyArray<OrderEvent>; readonly order: Order }) => {
      for (const event of events) count(order, event)
    }
    const watch: WriteWatch = {
      AddOrder: countAll,
      SaveOrder: countAll,
      AddDeliveries: ({ events }) => kept("pending", events.length),
      RecordCardStop: ({ cap }) => stopped(cap),
      SettleJob: ({ settlement }) => settled(settlement._tag),
    }
    return WriteSets.of(watchingWrites(yield* WriteSets, (shown) => afterCommit(() => shown(watch))))
  }),
)

/** Needs the stores. */
export const measuredStores = Layer.mergeAll(orders, cardAttempts, mailCounts, deliveries, jobs, sets, countingUnits)
