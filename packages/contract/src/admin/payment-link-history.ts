/** A payment link's history for the administration: its events, its orders, and refunds that are owed. */
import { type Instant, saoPauloTimestamp } from "@vintem/domain/calendar"
import { reasonAgainst, ruleBy } from "@vintem/domain/machine"
import { PaymentMethod } from "@vintem/domain/method"
import { centavos, decimalNumber } from "@vintem/domain/money"
import { ledgerOf, type Order, OrderStatus, obligationsOf, statusOf } from "@vintem/domain/order"
import {
  type LinkEvent,
  type LinkRefusal,
  LinkStatus,
  linkMachine,
  linkStatuses,
  PaymentFlag,
  type PaymentLink,
  paymentStateOf,
} from "@vintem/domain/payment-link"
import type { LoggedReminder } from "@vintem/domain/ports"
import * as Schema from "effect/Schema"
import { exampleOrder } from "../order/example-order.ts"
import { TimestampView } from "../order/timestamp-view.ts"

/** The history's name for each event of a payment link. */
export const LinkEventType = Schema.Literals([
  "link_created",
  "link_updated",
  "link_removed",
  "payment_started",
  "payment_reported",
])
export type LinkEventType = typeof LinkEventType.Type

/** The state of an order's payment, for its link. */
export const LinkPaymentState = Schema.Literals(["in_flight", "open", "ended", "confirmed"])

/** One recorded fact. Fields that do not belong to its type are null. */
export const LinkEventView = Schema.Struct({
  sequence: Schema.Int.annotate({ description: "From 1, without gaps." }),
  type: LinkEventType,
  at: TimestampView,
  order_number: Schema.NullOr(Schema.String).annotate({ description: "The order of this fact." }),
  method: Schema.NullOr(PaymentMethod).annotate({ description: "The chosen method." }),
  standing: Schema.NullOr(LinkPaymentState).annotate({ description: "The state of the order's money." }),
  confirmed_at: Schema.NullOr(TimestampView).annotate({ description: "When the money was confirmed." }),
}).annotate({ identifier: "PaymentLinkEvent" })

/** An order that paid the link, or tried to. Amounts are in reais. */
export const LinkPaymentView = Schema.Struct({
  order_number: Schema.String,
  status: OrderStatus,
  standing: LinkPaymentState,
  confirmed_at: Schema.NullOr(TimestampView),
  is_first: Schema.Boolean.annotate({ description: "Whether it is the link's first payment, which is kept." }),
  flag: Schema.NullOr(PaymentFlag).annotate({
    description:
      "Why this payment was not due: another order had paid the single-payment link, or it came after the deletion or the last day. Null if " +
      "it was due, or the link has no record of it.",
  }),
  captured: Schema.Finite.annotate({ description: "Received." }),
  refunded: Schema.Finite.annotate({ description: "Refunded." }),
  reserved: Schema.Finite.annotate({ description: "Refunds under way." }),
  owed: Schema.Finite.annotate({ description: "To be refunded, not requested yet." }),
}).annotate({ identifier: "PaymentLinkPayment" })

/** A reminder to a link's payer. */
export const LinkReminderView = Schema.Struct({
  day: Schema.String.annotate({ description: "`YYYY-MM-DD`, São Paulo.", examples: ["2026-11-21"] }),
  payment_link_rule: Schema.String.annotate({ description: "The reminder rule that asked for it.", format: "uuid" }),
  state: Schema.Literals(["sent", "held_back"]).annotate({
    description:
      "`sent`: handed to the mail server, or about to be; it may have refused the address. `held_back`: never sent, because of a daily " +
      "limit.",
  }),
}).annotate({ identifier: "PaymentLinkReminder" })

/** Why a link would not be removed: it is paid, or the outcome of a payment is unknown. */
export const LinkRemovalRefusal = Schema.Literals(["already_paid", "payment_in_flight"])
export type LinkRemovalRefusal = typeof LinkRemovalRefusal.Type

/** The history of a payment link, besides the link itself. */
export const LinkHistoryView = Schema.Struct({
  payment_link_rule: Schema.NullOr(Schema.String).annotate({
    description: "The token of its reminder rule, even if since deleted; null if it has none.",
    format: "uuid",
  }),
  events: Schema.Array(LinkEventView).annotate({
    description: "Recorded facts, in sequence; at most the latest 200.",
  }),
  payments: Schema.Array(LinkPaymentView).annotate({
    description: "The link's orders, and those in its events, oldest first.",
  }),
  reminders: Schema.Array(LinkReminderView).annotate({
    description: "Reminders to its payer, latest day first; at most the latest 200.",
  }),
  reminders_held_back: Schema.Int.annotate({ description: "How many were held back." }),
  explanation: Schema.Struct({
    status: LinkStatus,
    because: Schema.String.annotate({ description: "The rule that gives this status." }),
    sentences: Schema.Array(Schema.String).annotate({
      description: "Each payment that matters, and what is owed to its payer.",
    }),
  }).annotate({ description: "The reason for the link's status, in plain words." }),
  refusals: Schema.Struct({ remove: Schema.NullOr(LinkRemovalRefusal) }).annotate({
    description: "Why the link cannot be deleted now; null if it can. Its open Pix and slips are withdrawn first.",
  }),
}).annotate({
  identifier: "PaymentLinkHistory",
  examples: [
    {
      payment_link_rule: "8c7f1f52-2b7e-4d0a-8a3e-5f0d9f6f0a11",
      events: [
        {
          sequence: 4,
          type: "payment_reported",
          at: exampleOrder.paid_at,
          order_number: exampleOrder.order_number,
          method: null,
          standing: "confirmed",
          confirmed_at: exampleOrder.paid_at,
        },
      ],
      payments: [
        {
          order_number: exampleOrder.order_number,
          status: "paid",
          standing: "confirmed",
          confirmed_at: exampleOrder.paid_at,
          is_first: true,
          flag: null,
          captured: 100,
          refunded: 0,
          reserved: 0,
          owed: 0,
        },
      ],
      reminders: [
        {
          day: "2026-11-20",
          payment_link_rule: "8c7f1f52-2b7e-4d0a-8a3e-5f0d9f6f0a11",
          state: "held_back",
        },
      ],
      reminders_held_back: 1,
      explanation: {
        status: "paid",
        because: "it is paid once, and a payment is confirmed",
        sentences: [
          `Order ${exampleOrder.order_number} paid R$ 100.00 on ${exampleOrder.paid_at}. It is the first payment, and it is kept.`,
        ],
      },
      refusals: { remove: "already_paid" },
    },
  ],
})
export type LinkHistoryView = typeof LinkHistoryView.Type

/** A link with its history. */
export interface LinkHistory {
  readonly link: PaymentLink
  readonly events: ReadonlyArray<{ readonly sequence: number; readonly event: LinkEvent }>
  /** In the order of placing. */
  readonly orders: ReadonlyArray<Order>
  /** The latest first. */
  readonly reminders: ReadonlyArray<LoggedReminder>
}

/** @param at - the time of the view */
export const linkHistoryView = ({ link, events, orders, reminders }: LinkHistory, at: Instant): LinkHistoryView => {
  const payments = orders.map((order) => paymentView(link, order))
  const rule = ruleBy(linkStatuses, link, at)
  return {
    payment_link_rule: link.terms.ruleToken,
    events: events.map(({ event, sequence }) => eventView(sequence, event)),
    payments,
    reminders: reminders.map(({ day, rule: payment_link_rule, heldBackBy }) => ({
      day,
      payment_link_rule,
      // Without the cap: the service's cap would reveal messages of other companies.
      state: heldBackBy === null ? "sent" : "held_back",
    })),
    reminders_held_back: reminders.filter(({ heldBackBy }) => heldBackBy !== null).length,
    explanation: {
      status: rule.status,
      because: rule.because,
      sentences: payments.flatMap((payment) => sentencesOf(payment)),
    },
    refusals: { remove: removalRefusal(reasonAgainst(linkMachine, link, "Remove", at)) },
  }
}

/** Payable instruments are withdrawn before a link is removed, and a removed link is not shown. */
const removalRefusal = (reason: LinkRefusal | "Repetition" | null): LinkRemovalRefusal | null => {
  if (reason === "AlreadyPaid") return "already_paid"
  return reason === "PaymentInFlight" ? "payment_in_flight" : null
}

type EventView = typeof LinkEventView.Type
type PaymentView = typeof LinkPaymentView.Type

const typeOf: Readonly<Record<LinkEvent["_tag"], LinkEventType>> = {
  LinkCreated: "link_created",
  LinkUpdated: "link_updated",
  LinkRemoved: "link_removed",
  PaymentStarted: "payment_started",
  PaymentReported: "payment_reported",
}

const eventView = (sequence: number, event: LinkEvent): EventView => ({
  sequence,
  type: typeOf[event._tag],
  at: saoPauloTimestamp(event.at),
  order_number: null,
  method: null,
  standing: null,
  confirmed_at: null,
  ...detailsOf(event),
})

/** An event's details besides its type and time: without the link's terms, and without names. */
const detailsOf = (event: LinkEvent): Partial<EventView> => {
  switch (event._tag) {
    case "PaymentStarted":
      return { order_number: event.order, method: event.method._tag }
    case "PaymentReported": {
      const { order, state } = event
      const confirmed_at = state._tag === "confirmed" ? saoPauloTimestamp(state.at) : null
      return { order_number: order, standing: state._tag, confirmed_at }
    }
    default:
      return {}
  }
}

const paymentView = ({ paid, flagged }: PaymentLink, order: Order): PaymentView => {
  const { number } = order.details
  const state = paymentStateOf(order)
  const { captured, refunded, reserved } = ledgerOf(order)
  const owed = obligationsOf(order).reduce((sum, one) => (one._tag === "RefundDuplicate" ? sum + one.amount : sum), 0)
  return {
    order_number: number,
    status: statusOf(order),
    standing: state._tag,
    confirmed_at: state._tag === "confirmed" ? saoPauloTimestamp(state.at) : null,
    is_first: paid?.order === number,
    flag: flagged.find((one) => one.order === number)?.flag ?? null,
    captured: reais(captured),
    refunded: reais(refunded),
    reserved: reais(reserved),
    owed: reais(owed),
  }
}

const reais = (amount: number): number => decimalNumber(centavos(amount))

/** No sentence for an order that brought no money and will bring none. */
const sentencesOf = (payment: PaymentView): ReadonlyArray<string> => {
  const { captured, confirmed_at, flag, is_first, order_number, owed, refunded, reserved, standing } = payment
  if (standing === "open") return [`Order ${order_number} has an open Pix or slip.`]
  if (standing === "in_flight") return [`Order ${order_number} waits for the acquirer's answer about its payment.`]
  if (standing === "ended") return []
  const isGivenBack = refunded + reserved > 0
  const place = is_first ? `It is the first payment${isGivenBack ? "" : ", and it is kept"}.` : null
  const why = flag === null ? null : flagSentence[flag]
  return [
    [
      `Order ${order_number} paid ${money(captured)} on ${confirmed_at}.`,
      place,
      why,
      isLate(flag) && !isGivenBack ? "The money is kept: refund the order if the payer should have it." : null,
      flag === "duplicate" || owed > 0 || isGivenBack ? whatGoesBack(payment) : null,
    ]
      .filter((part) => part !== null)
      .join(" "),
  ]
}

const isLate = (flag: PaymentFlag | null): boolean => flag === "after_removal" || flag === "after_expiry"

const flagSentence: Readonly<Record<PaymentFlag, string>> = {
  duplicate: "The link takes one payment, and another order had already paid it: this is a second payment.",
  after_removal: "The link had already been deleted.",
  after_expiry: "The link's last day had passed.",
}

const whatGoesBack = ({ captured, owed, refunded, reserved }: PaymentView): string =>
  [
    owed > 0 ? `The payer is owed ${money(owed)}, and the service requests the refund.` : null,
    reserved > 0 ? `A refund of ${money(reserved)} to the payer is under way.` : null,
    refunded > 0 ? `The payer was refunded ${money(refunded)}.` : null,
    owed + reserved + refunded === 0 && captured > 0
      ? "The service does not refund this money: refund the order if the payer should have it."
      : null,
  ]
    .filter((part) => part !== null)
    .join(" ")

const money = (amount: number): string => `R$ ${amount.toFixed(2)}`
