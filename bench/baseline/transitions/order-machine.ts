/**
 * The order as an XState 5 machine, written in that library's style, with our states, commands, reports, refusals and
 * webhooks.
 *
 * Facts are recorded in the context, and eventless transitions follow from them, because a fact may arrive long before
 * it counts. The current state answers commands. Webhooks and refusals are actions, and the machine's caller runs them.
 */
import type { OrderCommand, OrderRefusal, OrderReport, OrderStatus, WebhookKind } from "@vintem/domain/order"
import { assign, enqueueActions, setup } from "xstate"
import {
  abandonmentDueAt,
  chargebacksIn,
  contextOfNewOrder,
  hasAttemptKey,
  hasCaseAt,
  hasMoneyLeft,
  hasPayableInstrument,
  hasRefundKey,
  hasUncertainAttempt,
  hasVerdict,
  isNewForAttempt,
  isNewForCase,
  isNewForRefund,
  isPaid,
  type Move,
  type OrderContext,
  reasonAgainstRefund,
  reasonAgainstResolving,
  withAbandonment,
  withAttemptReport,
  withAttemptStarted,
  withCancel,
  withCaseReport,
  withCompletion,
  withContest,
  withDuplicate,
  withRefund,
  withVerdict,
} from "./order-context.ts"

type Tag = (OrderCommand | OrderReport)["_tag"]

/** XState knows an event by its `type`. */
export type MachineEvent = { readonly [T in Tag]: Move<T> & { readonly type: T } }[Tag]

interface Types {
  readonly context?: OrderContext
  readonly events?: MachineEvent
  readonly input?: { readonly placedAt: number } | undefined
}
const types: Types = {}

const order = setup({
  types,
  actions: {
    webhook: (_, _params: WebhookKind) => {},
    refuse: (_, _params: OrderRefusal) => {},
  },
  guards: {
    leadsTo: ({ context }, status: OrderStatus) => context.status === status,
  },
})

/** The states that the facts may have led to, likeliest first. */
const follow = (...statuses: ReadonlyArray<OrderStatus>) =>
  statuses.map((status) => ({ guard: { type: "leadsTo", params: status }, target: status }) as const)

/** Entering `waiting_payment` is announced for a newly issued instrument, and not for one that reappears. */
const followIssue = {
  guard: ({ context, event }: { readonly context: OrderContext; readonly event: MachineEvent }) =>
    context.status === "waiting_payment" && event.type === "AttemptUpdate" && event.fact === "open",
  target: "waiting_payment",
  actions: { type: "webhook", params: "waiting_payment" },
} as const

const refusal = (reason: OrderRefusal) => ({ actions: { type: "refuse", params: reason } }) as const

const isNewCharge = ({ context, event }: Asked<"StartAttempt">) => !hasAttemptKey(context, event.key)
const isNewRefund = ({ context, event }: Asked<"RequestRefund">) => !hasRefundKey(context, event.refund)

interface Asked<T extends Tag> {
  readonly context: OrderContext
  readonly event: Move<T>
}

/** Refused if nothing was received. */
const beforePayment = {
  Complete: refusal("NotPaid"),
  Contest: refusal("NotPaid"),
  RequestRefund: { guard: isNewRefund, ...refusal("NotPaid") },
} as const

/** Refused if something was received. */
const afterPayment = {
  StartAttempt: [
    {
      guard: ({ context, event }: Asked<"StartAttempt">) =>
        context.canceledAt !== null && isNewCharge({ context, event }),
      ...refusal("AlreadyCanceled"),
    },
    { guard: isNewCharge, ...refusal("AlreadyPaid") },
  ],
  Cancel: refusal("AlreadyPaid"),
} as const

/** The webhooks that follow from facts alone, whichever state they lead to. */
const announced = (before: OrderContext, change: Partial<OrderContext>): ReadonlyArray<WebhookKind> => {
  const after = { ...before, ...change }
  return [
    ...(isPaid(after) && !isPaid(before) ? (["paid"] as const) : []),
    ...(after.wasRefunded && !before.wasRefunded ? (["refund"] as const) : []),
    ...Array.from({ length: chargebacksIn(after) - chargebacksIn(before) }, () => "chargeback" as const),
  ]
}

export const orderMachine = order.createMachine({
  id: "order",
  // At every transition the pure functions also begin an order without input, and drop it: one that fails costs them
  // more.
  context: ({ input }) => contextOfNewOrder(input?.placedAt ?? 0),
  initial: "created",
  on: {
    AttemptUpdate: [
      {
        guard: ({ context, event }) => event.fact === "confirmed" && isNewForAttempt(context, event),
        actions: enqueueActions(({ context, event, enqueue }) => {
          const change = withAttemptReport(context, event)
          enqueue.assign(change)
          for (const params of announced(context, change)) enqueue({ type: "webhook", params })
        }),
      },
      {
        guard: ({ context, event }) => isNewForAttempt(context, event),
        actions: assign(({ context, event }) => withAttemptReport(context, event)),
      },
    ],
    RefundUpdate: [
      {
        // Any report of a settled refund may say that more was refunded.
        guard: ({ context, event }) => isNewForRefund(context, event),
        actions: enqueueActions(({ context, event, enqueue }) => {
          const change = withRefund(context, event, event.fact, event.report?.reason)
          enqueue.assign(change)
          for (const params of announced(context, change)) enqueue({ type: "webhook", params })
        }),
      },
    ],
    CaseUpdate: [
      {
        guard: ({ context, event }) =>
          (event.fact === "taken" || event.fact === "lost") && isNewForCase(context, event),
        actions: enqueueActions(({ context, event, enqueue }) => {
          const change = withCaseReport(context, event)
          enqueue.assign(change)
          for (const params of announced(context, change)) enqueue({ type: "webhook", params })
        }),
      },
      {
        guard: ({ context, event }) => isNewForCase(context, event),
        actions: assign(({ context, event }) => withCaseReport(context, event)),
      },
    ],
    DuplicatePayment: {
      guard: ({ context }) => context.duplicateAt === null,
      actions: assign(({ context, event }) => withDuplicate(context, event.at)),
    },
    StartAttempt: {
      guard: isNewCharge,
      target: ".pending",
      actions: assign(({ context, event }) => withAttemptStarted(context, event)),
    },
    Cancel: { target: ".canceled", actions: assign(({ context, event }) => withCancel(context, event.at)) },
    Resolve: {
      guard: ({ context, event }) => !hasVerdict(context, event),
      actions: enqueueActions(({ context, event, enqueue }) => {
        const reason = reasonAgainstResolving(context, event)
        if (reason !== null) return enqueue({ type: "refuse", params: reason })
        const change = withVerdict(context, event)
        enqueue.assign(change)
        for (const params of announced(context, change)) enqueue({ type: "webhook", params })
      }),
    },
    RequestRefund: {
      guard: isNewRefund,
      actions: enqueueActions(({ context, event, enqueue }) => {
        const reason = reasonAgainstRefund(context, event)
        if (reason === null) enqueue.assign(withRefund(context, event, "requested", undefined))
        else enqueue({ type: "refuse", params: reason })
      }),
    },
  },
  states: {
    created: {
      on: {
        ...beforePayment,
        AbandonTimer: {
          guard: ({ context, event }) => context.abandonedAt === null && event.at >= abandonmentDueAt(context),
          actions: [
            assign(({ context, event }) => withAbandonment(context, event.at)),
            { type: "webhook", params: "abandoned" },
          ],
        },
      },
    },
    pending: {
      always: [
        followIssue,
        ...follow("paid", "unpaid", "risk_analysis", "waiting_payment", "chargeback", "dispute", "refund"),
      ],
      on: {
        ...beforePayment,
        StartAttempt: { guard: isNewCharge, ...refusal("OutcomeUnknown") },
        Cancel: refusal("OutcomeUnknown"),
      },
    },
    risk_analysis: {
      always: follow("pending", "unpaid", "paid", "waiting_payment", "chargeback", "dispute", "refund"),
      on: {
        ...beforePayment,
        StartAttempt: [
          {
            guard: ({ context, event }) => hasUncertainAttempt(context) && isNewCharge({ context, event }),
            ...refusal("OutcomeUnknown"),
          },
          { guard: isNewCharge, ...refusal("UnderReview") },
        ],
        Cancel: { guard: ({ context }) => hasUncertainAttempt(context), ...refusal("OutcomeUnknown") },
      },
    },
    waiting_payment: {
      always: follow("paid", "unpaid", "pending", "risk_analysis", "chargeback", "dispute", "refund"),
      on: {
        ...beforePayment,
        StartAttempt: {
          guard: ({ context, event }) =>
            hasPayableInstrument(context, event.quote.method._tag, event.at) && isNewCharge({ context, event }),
          ...refusal("InstrumentOpen"),
        },
      },
    },
    unpaid: {
      entry: { type: "webhook", params: "unpaid" },
      always: [followIssue, ...follow("paid", "pending", "risk_analysis", "chargeback", "dispute", "refund")],
      on: beforePayment,
    },
    canceled: {
      entry: { type: "webhook", params: "canceled" },
      always: follow("paid", "chargeback", "dispute", "refund"),
      on: {
        ...beforePayment,
        StartAttempt: { guard: isNewCharge, ...refusal("AlreadyCanceled") },
        Cancel: {},
      },
    },
    paid: {
      always: follow("refund", "dispute", "chargeback"),
      on: {
        ...afterPayment,
        Complete: { target: "complete", actions: assign(({ context, event }) => withCompletion(context, event.at)) },
        Contest: refusal("NoChargeback"),
      },
    },
    complete: {
      always: follow("refund", "dispute", "chargeback"),
      on: { ...afterPayment, Contest: refusal("NoChargeback") },
    },
    dispute: {
      always: follow("chargeback", "paid", "complete", "refund"),
      on: {
        ...afterPayment,
        Complete: refusal("CaseOpen"),
        RequestRefund: { guard: isNewRefund, ...refusal("CaseOpen") },
      },
    },
    chargeback: {
      always: follow("dispute", "paid", "complete", "refund"),
      on: {
        ...afterPayment,
        Complete: refusal("ChargedBack"),
        Contest: [
          {
            guard: ({ context }) => hasCaseAt(context, "taken"),
            actions: assign(({ context }) => withContest(context)),
          },
          { guard: ({ context }) => !hasCaseAt(context, "contested"), ...refusal("NoChargeback") },
        ],
        RequestRefund: [
          {
            guard: ({ context, event }) =>
              isNewRefund({ context, event }) && (hasCaseAt(context, "taken") || !hasMoneyLeft(context)),
            ...refusal("ChargedBack"),
          },
          {
            guard: ({ context, event }) =>
              isNewRefund({ context, event }) && (hasCaseAt(context, "opened") || hasCaseAt(context, "contested")),
            ...refusal("CaseOpen"),
          },
        ],
      },
    },
    refund: {
      always: follow("dispute", "chargeback", "paid", "complete"),
      on: {
        ...afterPayment,
        Complete: refusal("FullyRefunded"),
        Contest: refusal("NoChargeback"),
        RequestRefund: { guard: isNewRefund, ...refusal("FullyRefunded") },
      },
    },
  },
})
