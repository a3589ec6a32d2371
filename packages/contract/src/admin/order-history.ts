/** The history of an order, as the administration shows it. */
import { type Instant, saoPauloTimestamp } from "@vintem/domain/calendar"
import { CardBrand } from "@vintem/domain/card"
import { reasonAgainst } from "@vintem/domain/machine"
import { PaymentMethod, RefundWay } from "@vintem/domain/method"
import { centavos, decimalNumber } from "@vintem/domain/money"
import {
  type Attempt,
  AttemptFact,
  attemptState,
  CardCap,
  CaseFact,
  capturedBy,
  cardOf,
  caseState,
  type DisputeCase,
  type ExplainedEvent,
  explain,
  isDefaultWebhookKind,
  ledgerOf,
  type Order,
  type OrderCommandName,
  type OrderEvent,
  type OrderRefusal,
  OrderStatus,
  orderMachine,
  type Refund,
  RefundFact,
  refundState,
  Verdict,
  WebhookKind,
} from "@vintem/domain/order"
import type { StoppedCards } from "@vintem/domain/ports"
import type { WebhookDelivery } from "@vintem/domain/webhook"
import * as Schema from "effect/Schema"
import { exampleCard, exampleCharge, exampleOrder } from "../order/example-order.ts"
import { TimestampView } from "../order/timestamp-view.ts"
import { WebhookDeliveryView, webhookDeliveryView } from "./webhook-delivery.ts"

/** The history's name for each event of an order. */
export const OrderEventType = Schema.Literals([
  "order_placed",
  "attempt_started",
  "attempt_reported",
  "attempt_resolved",
  "refund_reported",
  "case_reported",
  "order_canceled",
  "order_completed",
  "order_abandoned",
  "duplicate_found",
])
export type OrderEventType = typeof OrderEventType.Type

/** A reported fact about an attempt, a refund or a dispute. */
const OrderFact = Schema.Literals([...new Set([...AttemptFact.literals, ...RefundFact.literals, ...CaseFact.literals])])

/** One recorded fact. Fields that do not belong to its type are null. */
export const OrderEventView = Schema.Struct({
  sequence: Schema.Int.annotate({ description: "From 1, without gaps." }),
  type: OrderEventType,
  at: TimestampView,
  attempt: Schema.NullOr(Schema.Int).annotate({ description: "The attempt's number, from 1." }),
  refund: Schema.NullOr(Schema.String).annotate({ description: "The refund's key." }),
  case: Schema.NullOr(Schema.String).annotate({ description: "The acquirer's id of the dispute." }),
  fact: Schema.NullOr(OrderFact).annotate({ description: "The reported state of the attempt, refund or dispute." }),
  amount: Schema.NullOr(Schema.Finite).annotate({ description: "Reais." }),
  way: Schema.NullOr(RefundWay).annotate({ description: "How a refund goes back; set when it is requested." }),
  verdict: Schema.NullOr(Verdict).annotate({ description: "What an operator decided." }),
  reason: Schema.NullOr(Schema.String).annotate({ description: "Why it failed, in the acquirer's words." }),
  duplicate_of: Schema.NullOr(Schema.String).annotate({
    description: "The order that had already paid this single-payment link: the money of this order goes back.",
  }),
  status: OrderStatus.annotate({ description: "The order's status afterwards." }),
}).annotate({ identifier: "OrderEvent" })

/** One attempt to charge. Amounts are in reais. */
export const AttemptView = Schema.Struct({
  id: Schema.Int.annotate({ description: "Position in the order, from 1." }),
  method: PaymentMethod,
  installments: Schema.Int,
  total: Schema.Finite.annotate({ description: "The amount requested." }),
  captured: Schema.Finite.annotate({ description: "The amount received." }),
  standing: Schema.NullOr(AttemptFact).annotate({ description: "Its state, from its facts." }),
  facts: Schema.Array(AttemptFact).annotate({ description: "Weakest fact first." }),
  verdict: Schema.NullOr(Verdict).annotate({ description: "How an operator settled it; null if none did." }),
  tid: Schema.NullOr(Schema.String).annotate({ description: "The acquirer's id of the charge." }),
  nsu: Schema.NullOr(Schema.String),
  reason: Schema.NullOr(Schema.String).annotate({ description: "Why it was refused, in the acquirer's words." }),
  card: Schema.NullOr(Schema.Struct({ brand: CardBrand, last_digits: Schema.String })),
  started_at: TimestampView,
  confirmed_at: Schema.NullOr(TimestampView),
}).annotate({ identifier: "Attempt" })

/** A refund. Amounts are in reais. */
export const RefundView = Schema.Struct({
  key: Schema.String.annotate({ description: "The idempotency key sent to the acquirer." }),
  attempt: Schema.Int.annotate({ description: "The attempt that succeeded." }),
  amount: Schema.Finite,
  standing: Schema.NullOr(RefundFact),
  way: Schema.NullOr(RefundWay).annotate({
    description: "`transfer` if the payment's own rail cannot refund; null if the acquirer refunded it unasked.",
  }),
  reason: Schema.NullOr(Schema.String).annotate({ description: "Why it failed, in the acquirer's words." }),
  requested_at: Schema.NullOr(TimestampView),
}).annotate({ identifier: "Refund" })

/** A payer's dispute. Amounts are in reais. */
export const CaseView = Schema.Struct({
  key: Schema.String.annotate({ description: "The acquirer's id of it." }),
  attempt: Schema.Int,
  amount: Schema.Finite,
  standing: Schema.NullOr(CaseFact),
}).annotate({ identifier: "DisputeCase" })

/** Why a recorded fact sends its webhooks and no others. */
export const ExplanationView = Schema.Struct({
  sequence: Schema.Int.annotate({ description: "The event." }),
  type: OrderEventType,
  status: OrderStatus.annotate({ description: "The order's status afterwards." }),
  webhooks: Schema.Array(
    Schema.Struct({
      event: WebhookKind,
      is_due: Schema.Boolean.annotate({ description: "Whether the fact sends this webhook." }),
      because: Schema.String.annotate({ description: "The rule that sends it, or why it is not sent." }),
      delivery: Schema.NullOr(Schema.String).annotate({
        description: "The delivery's id; null if there is none: it is not due, or `because` says why nothing was kept.",
      }),
    }),
  ).annotate({ description: "Empty if no webhook reports this fact." }),
}).annotate({ identifier: "Explanation" })

/** A payer's card payments that were not started, because too many cards had been refused. */
export const StoppedCardsView = Schema.Struct({
  cap: CardCap.annotate({
    description:
      "The limit that was reached: refused cards of the `order`; of one address at the link (`address_at_link`); of one `address` at all " +
      "links and orders; or of the `link`, which stops only addresses that had a card refused there.",
  }),
  times: Schema.Int.annotate({ description: "How many payments were stopped." }),
  first_at: TimestampView,
  last_at: TimestampView,
}).annotate({ identifier: "StoppedCards" })

const refusalCodes = {
  NotPaid: "not_paid",
  AlreadyCanceled: "already_canceled",
  AlreadyPaid: "already_paid",
  OutcomeUnknown: "outcome_unknown",
  UnderReview: "under_review",
  OutcomeKnown: "outcome_known",
  InstrumentOpen: "instrument_open",
  ChargedBack: "charged_back",
  CaseOpen: "case_open",
  NoChargeback: "no_chargeback",
  FullyRefunded: "fully_refunded",
  AttemptNotConfirmed: "attempt_not_confirmed",
  RefundWindowClosed: "refund_window_closed",
  AmountNotPositive: "amount_not_positive",
  AmountAboveRefundable: "amount_above_refundable",
} as const satisfies Readonly<Record<OrderRefusal, string>>

/** Why a command would be refused: the order's own reason, a repetition, or a running subscription. */
export const OrderCommandRefusal = Schema.Literals([...Object.values(refusalCodes), "repetition", "renewal_open"])
export type OrderCommandRefusal = typeof OrderCommandRefusal.Type

const refusal = Schema.NullOr(OrderCommandRefusal)

/** The panel's commands on an order, each with the reason why it would be refused now; null if it is possible. */
export const OrderRefusalsView = Schema.Struct({
  refund: refusal,
  cancel: refusal,
  complete: refusal,
  contest: refusal,
  resolve: refusal,
}).annotate({
  identifier: "OrderRefusals",
  description:
    "Why each command would be refused now, or change nothing (`repetition`); null if it would succeed. `renewal_open`: the order charges a " +
    "period of a subscription that continues.",
})
export type OrderRefusalsView = typeof OrderRefusalsView.Type

/** The history of an order. */
export const OrderHistoryView = Schema.Struct({
  events: Schema.Array(OrderEventView).annotate({ description: "Every recorded fact, in sequence." }),
  attempts: Schema.Array(AttemptView),
  refunds: Schema.Array(RefundView),
  cases: Schema.Array(CaseView),
  money: Schema.Struct({
    captured: Schema.Finite.annotate({ description: "Received." }),
    refunded: Schema.Finite.annotate({ description: "Refunded." }),
    reserved: Schema.Finite.annotate({ description: "Refunds under way." }),
    charged_back: Schema.Finite.annotate({ description: "Taken by disputes." }),
    refundable: Schema.Finite.annotate({ description: "What could still be refunded." }),
  }).annotate({ description: "The order's money, in reais." }),
  deliveries: Schema.Array(WebhookDeliveryView).annotate({
    description:
      "The webhooks of the order, in sequence. None if the company had no webhook, or if they were deleted for age.",
  }),
  explanation: Schema.Array(ExplanationView),
  refusals: OrderRefusalsView,
  stopped_cards: Schema.Array(StoppedCardsView).annotate({
    description:
      "Card payments stopped before they reached the acquirer, by reason. Nothing was charged, and they have no events.",
  }),
}).annotate({
  identifier: "OrderHistory",
  examples: [
    {
      events: [
        {
          sequence: 3,
          type: "attempt_reported",
          at: exampleOrder.paid_at,
          attempt: 1,
          refund: null,
          case: null,
          fact: "confirmed",
          amount: exampleOrder.total,
          way: null,
          verdict: null,
          reason: null,
          duplicate_of: null,
          status: "paid",
        },
      ],
      attempts: [
        {
          id: 1,
          method: "credit",
          installments: 1,
          total: exampleOrder.total,
          captured: exampleOrder.total,
          standing: "confirmed",
          facts: ["sent", "confirmed"],
          verdict: null,
          ...exampleCharge,
          reason: null,
          card: exampleCard,
          started_at: exampleOrder.created_at,
          confirmed_at: exampleOrder.paid_at,
        },
      ],
      refunds: [
        {
          key: "0d5b6f3e9a1c47d2b8e4f6a1c3d5e7f9",
          attempt: 1,
          amount: 59.9,
          standing: "settled",
          way: "reversal",
          reason: null,
          requested_at: "2026-11-22 09:00:00",
        },
      ],
      cases: [],
      money: { captured: exampleOrder.total, refunded: 59.9, reserved: 0, charged_back: 0, refundable: 129.9 },
      deliveries: [
        {
          id: `evt_${exampleOrder.order_number}_1`,
          event: "paid",
          order_number: exampleOrder.order_number,
          state: "delivered",
          attempts: [{ at: exampleOrder.paid_at, status: 204, error: null, duration_ms: 41 }],
          next_attempt_at: null,
          payload: {
            id: `evt_${exampleOrder.order_number}_1`,
            status: "paid",
            order_number: exampleOrder.order_number,
            sequence: 1,
          },
        },
      ],
      explanation: [
        {
          sequence: 3,
          type: "attempt_reported",
          status: "paid",
          webhooks: [
            {
              event: "paid",
              is_due: true,
              because: "the first attempt is confirmed, whatever the order's status then is",
              delivery: `evt_${exampleOrder.order_number}_1`,
            },
          ],
        },
      ],
      refusals: {
        refund: null,
        cancel: "already_paid",
        complete: null,
        contest: "no_chargeback",
        resolve: "outcome_known",
      },
      stopped_cards: [{ cap: "order", times: 3, first_at: "2026-11-21 10:13:10", last_at: "2026-11-21 10:13:40" }],
    },
  ],
})
export type OrderHistoryView = typeof OrderHistoryView.Type

/** @param isRenewalOpen - true if a running subscription waits for this order's payment */
export const orderRefusalsView = (order: Order, at: Instant, isRenewalOpen: boolean): OrderRefusalsView => {
  const against = (name: OrderCommandName): OrderCommandRefusal | null => {
    const reason = reasonAgainst(orderMachine, order, name, at)
    if (reason === null) return null
    return reason === "Repetition" ? "repetition" : refusalCodes[reason]
  }
  return {
    refund: against("RequestRefund"),
    cancel: isRenewalOpen ? "renewal_open" : against("Cancel"),
    complete: against("Complete"),
    contest: against("Contest"),
    resolve: against("Resolve"),
  }
}

/**
 * @param log - the events of the order, in sequence
 * @param deliveries - its webhooks, in sequence
 * @param stopped - its payers' stopped card payments
 */
export const orderHistoryView = (
  order: Order,
  log: ReadonlyArray<OrderEvent>,
  deliveries: ReadonlyArray<WebhookDelivery>,
  stopped: ReadonlyArray<StoppedCards>,
  refusals: OrderRefusalsView,
): OrderHistoryView => {
  const explained = explain(log)
  const takeDelivery = takingDeliveries(deliveries)
  const { captured, refunded, reserved, chargedBack, refundable } = ledgerOf(order)
  return {
    events: explained.map(eventView),
    attempts: order.attempts.map(attemptView),
    refunds: order.refunds.map(refundView),
    cases: order.cases.map(caseView),
    money: {
      captured: reais(captured),
      refunded: reais(refunded),
      reserved: reais(reserved),
      charged_back: reais(chargedBack),
      refundable: reais(refundable),
    },
    deliveries: deliveries.map(webhookDeliveryView),
    explanation: explained.map((one) => explanationView(one, takeDelivery)),
    refusals,
    stopped_cards: stopped.map(({ cap, times, firstAt, lastAt }) => ({
      cap,
      times,
      first_at: saoPauloTimestamp(firstAt),
      last_at: saoPauloTimestamp(lastAt),
    })),
  }
}

const reais = (amount: number): number => decimalNumber(centavos(amount))

const typeOf: Readonly<Record<OrderEvent["_tag"], OrderEventType>> = {
  OrderPlaced: "order_placed",
  AttemptStarted: "attempt_started",
  AttemptReported: "attempt_reported",
  AttemptResolved: "attempt_resolved",
  RefundReported: "refund_reported",
  CaseReported: "case_reported",
  OrderCanceled: "order_canceled",
  OrderCompleted: "order_completed",
  OrderAbandoned: "order_abandoned",
  DuplicateFound: "duplicate_found",
}

type EventView = typeof OrderEventView.Type

const eventView = ({ sequence, event, after }: ExplainedEvent): EventView => ({
  sequence,
  type: typeOf[event._tag],
  at: saoPauloTimestamp(event.at),
  attempt: null,
  refund: null,
  case: null,
  fact: null,
  amount: null,
  way: null,
  verdict: null,
  reason: null,
  duplicate_of: null,
  ...detailsOf(event),
  status: after,
})

/** An event's details besides its type and time: no card, no token, no name. */
const detailsOf = (event: OrderEvent): Partial<EventView> => {
  switch (event._tag) {
    case "AttemptStarted":
      return { attempt: event.attempt, amount: reais(event.quote.charged) }
    case "AttemptReported": {
      const { attempt, fact, report } = event
      const { captured, reason = null } = report
      return { attempt, fact, reason, amount: captured === undefined ? null : reais(captured) }
    }
    case "AttemptResolved":
      return { attempt: event.attempt, verdict: event.verdict }
    case "RefundReported": {
      const { refund, attempt, amount, fact, way = null, report } = event
      return { refund, attempt, fact, way, amount: reais(amount), reason: report?.reason ?? null }
    }
    case "CaseReported":
      return { case: event.case, attempt: event.attempt, fact: event.fact, amount: reais(event.amount) }
    case "OrderPlaced":
      return { amount: reais(event.details.amount) }
    case "DuplicateFound":
      return { duplicate_of: event.of }
    default:
      return {}
  }
}

const attemptView = (attempt: Attempt): typeof AttemptView.Type => {
  const { id, quote, facts, payment } = attempt
  const card = cardOf(attempt)
  return {
    id,
    method: attempt._tag,
    installments: quote.installments.length,
    total: reais(quote.charged),
    captured: reais(capturedBy(attempt)),
    standing: attemptState(facts),
    facts,
    verdict: attempt.verdict ?? null,
    tid: attempt.tid,
    nsu: attempt._tag === "credit" ? attempt.nsu : null,
    reason: attempt.reason,
    card: card === null ? null : { brand: card.brand, last_digits: card.lastDigits },
    started_at: saoPauloTimestamp(attempt.startedAt),
    confirmed_at: payment === null ? null : saoPauloTimestamp(payment.confirmedAt),
  }
}

const refundView = ({ key, attempt, amount, facts, asked, reason }: Refund): typeof RefundView.Type => ({
  key,
  attempt,
  amount: reais(amount),
  standing: refundState(facts),
  way: asked?.way ?? null,
  reason,
  requested_at: asked === null ? null : saoPauloTimestamp(asked.at),
})

const caseView = ({ key, attempt, amount, facts }: DisputeCase): typeof CaseView.Type => ({
  key,
  attempt,
  amount: reais(amount),
  standing: caseState(facts),
})

const explanationView = (
  { sequence, event, after, webhooks }: ExplainedEvent,
  takeDelivery: TakeDelivery,
): typeof ExplanationView.Type => ({
  sequence,
  type: typeOf[event._tag],
  status: after,
  webhooks: webhooks
    .flatMap(({ kind, times, because }): (typeof ExplanationView.Type)["webhooks"] =>
      times === 0
        ? [{ event: kind, is_due: false, because, delivery: null }]
        : Array.from({ length: times }, () => {
            const delivery = takeDelivery(kind, event.at)
            return {
              event: kind,
              is_due: true,
              because: delivery === null ? `${because}; ${notKept}` : because,
              delivery,
            }
          }),
    )
    .filter(isTold),
})

/** A webhook gets an opt-in kind only if the company chose it; the stored delivery shows that. */
const isTold = ({ delivery, event }: { readonly event: WebhookKind; readonly delivery: string | null }): boolean =>
  delivery !== null || isDefaultWebhookKind(event)

const notKept = "nothing was kept to send: no webhook was configured then, or it is too old to be kept"

/** The id of the first unused delivery of a kind and time, or null. */
type TakeDelivery = (kind: WebhookKind, occurredAt: Instant) => string | null

const takingDeliveries = (deliveries: ReadonlyArray<WebhookDelivery>): TakeDelivery => {
  const left = new Set(deliveries.map(({ event }) => event))
  return (kind, occurredAt) => {
    for (const event of left) {
      if (event.kind !== kind || event.occurredAt !== occurredAt) continue
      left.delete(event)
      return event.id
    }
    return null
  }
}
