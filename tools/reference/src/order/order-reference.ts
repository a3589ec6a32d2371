/**
 * The order as the reference tries it: R$ 100,00, by card or by Pix.
 */
import { instant } from "@vintem/domain/calendar"
import { type AttemptId, firstAttempt } from "@vintem/domain/identifiers"
import { methodRules, PaymentMethod } from "@vintem/domain/method"
import {
  type Attempt,
  type AttemptFact,
  attemptState,
  evolve,
  isConfirmed,
  isPaid,
  ledgerOf,
  type Obligation,
  type Order,
  type OrderCommand,
  OrderRefusal,
  type OrderReport,
  OrderStatus,
  type OrderTypes,
  obligationsOf,
  orderMachine,
  orderRefusalMeaning,
  Verdict,
  type WebhookKind,
  webhooksOf,
} from "@vintem/domain/order"
import type { Cell, ReferenceMachine } from "../machine/reference-machine.ts"
import { outcomeOf } from "../machine/transitions-page.ts"
import { type Place, type Trial, tryMove } from "../machine/trial.ts"
import { code } from "../markdown.ts"
import {
  abandonTimer,
  attemptStarted,
  attemptUpdate,
  cancel,
  caseUpdate,
  complete,
  contest,
  plainAmount,
  plainNow,
  refundUpdate,
  requestRefund,
  resolveByHand,
  startAttempt,
} from "./plain-order.ts"
import { placesShowing } from "./states.ts"

type OrderTrial = Trial<OrderTypes>
type OrderPlace = Place<OrderTypes>

const trying = (before: OrderPlace, move: OrderCommand | OrderReport): OrderTrial => tryMove(orderMachine, before, move)

/** The webhooks that follow from a trial, in order. */
export const webhooksAfter = ({ before, changes }: OrderTrial): ReadonlyArray<WebhookKind> => {
  let order = before.state
  return changes.flatMap((change) => {
    const after = evolve(order, change)
    const webhooks = webhooksOf(order, change, after)
    order = after
    return webhooks
  })
}

// Events

const happening = (event: string, tryOn: (place: OrderPlace) => OrderTrial) => ({
  event,
  tryOn: (place: OrderPlace) => [tryOn(place)] as const,
})

/** A report on the last attempt that is in one of these states, and where there is none on a further one. */
const updateOf =
  (fact: AttemptFact, ...states: ReadonlyArray<AttemptFact>) =>
  (place: OrderPlace): OrderTrial => {
    const { state, now } = place
    const fitting = lastIn(state, states)
    const further = state.attempts.length + 1
    return fitting === undefined
      ? trying({ state: evolve(state, attemptStarted(further, "credit")), now }, attemptUpdate(further, fact))
      : trying(place, attemptUpdate(fitting.id, fact))
  }

const lastIn = ({ attempts }: Order, states: ReadonlyArray<AttemptFact>): Attempt | undefined =>
  attempts.findLast(({ facts }) => states.some((state) => state === attemptState(facts)))

/** A report on the latest attempt, whatever its state. */
const updateOfLatest = (fact: AttemptFact) => (place: OrderPlace) =>
  trying(place, attemptUpdate(latest(place.state), fact))

const inFlight = ["sent", "unknown"] as const
const undecided = [...inFlight, "review", "approved"] as const

const happenings: ReferenceMachine<OrderTypes>["happenings"] = [
  {
    event: "attempt started (command)",
    tryOn: (place) => {
      const start = (method: PaymentMethod) => trying(place, startAttempt(place.state.attempts.length + 1, method))
      return [start("credit"), ...PaymentMethod.literals.filter((method) => method !== "credit").map(start)]
    },
  },
  happening("Pix or slip issued", updateOf("open", ...inFlight)),
  happening("payment confirmed", updateOf("confirmed", ...undecided, "open")),
  {
    event: "payment refused or voided",
    tryOn: (place) => {
      const open = lastIn(place.state, ["open"])
      const voided = open === undefined ? [] : [trying(place, attemptUpdate(open.id, "voided"))]
      return [updateOf("refused", ...undecided)(place), ...voided]
    },
  },
  happening("sent to review", updateOf("review", ...inFlight)),
  // A verdict counts for an attempt in review, and about any other it says nothing.
  happening("review approved", updateOfLatest("approved")),
  happening("review rejected", updateOfLatest("rejected")),
  happening("outcome unknown", (place) =>
    place.state.attempts.length === 0 ? updateOf("unknown")(place) : updateOfLatest("unknown")(place),
  ),
  // The timer is set for an issued instrument, also for a Pix left open while the payer went on to a card.
  happening("instrument expired (timer, asked again first)", (place) =>
    trying(place, attemptUpdate(lastIn(place.state, ["open"])?.id ?? place.state.attempts.length + 1, "expired")),
  ),
  happening("cancel (command)", (place) => trying(place, cancel)),
  happening("refund of a part requested (command)", (place) =>
    trying(place, requestRefund(2, { attempt: payingAttempt(place.state), amount: 4_000 })),
  ),
  happening("refund settled in part", (place) => trying(place, refundUpdate(2, "settled", 4_000))),
  happening("refund settled in full", (place) => trying(place, refundUpdate(2, "settled"))),
  happening("dispute opened (no money moved)", (place) => trying(place, caseUpdate("opened"))),
  happening("chargeback (money taken)", (place) => trying(place, caseUpdate("taken"))),
  happening("contest (command)", (place) => trying(place, contest)),
  happening("case won or withdrawn", (place) => trying(place, caseUpdate("won"))),
  happening("case lost", (place) => trying(place, caseUpdate("lost"))),
  happening("complete (command)", (place) => trying(place, complete)),
  // An order without an attempt has none to settle: the position belongs to none.
  ...(["paid", "unpaid"] as const).map((verdict) =>
    happening(`settled by hand as ${verdict} (command)`, (place) =>
      trying(place, resolveByHand(lastIn(place.state, [...inFlight, "approved"])?.id ?? latest(place.state), verdict)),
    ),
  ),
  happening("abandon timer", (place) => trying(place, abandonTimer)),
]

/** The first where there is none: nothing is known of that either. */
const latest = ({ attempts }: Order): AttemptId => attempts.at(-1)?.id ?? firstAttempt

const payingAttempt = ({ attempts }: Order): number => attempts.find(isPaid)?.id ?? firstAttempt

// Commands

/** Used by no order, and so never a repetition. */
const unusedRefund = 9

const tooLate = instant(plainNow + methodRules.credit.refundWindowMillis + 1)

/** Attempts there are, and one there is not. */
const attemptsTried = ({ attempts }: Order): ReadonlyArray<number> => [
  ...attempts.map(({ id }) => id),
  attempts.length + 1,
]

const commands: ReferenceMachine<OrderTypes>["commands"] = {
  StartAttempt: (place) =>
    PaymentMethod.literals.map((method) => trying(place, startAttempt(place.state.attempts.length + 1, method))),
  Cancel: (place) => [trying(place, cancel)],
  Complete: (place) => [trying(place, complete)],
  Contest: (place) => [trying(place, contest)],
  Resolve: (place) =>
    attemptsTried(place.state).flatMap((attempt) =>
      Verdict.literals.map((verdict) => trying(place, resolveByHand(attempt, verdict))),
    ),
  RequestRefund: (place) =>
    attemptsTried(place.state).flatMap((attempt) =>
      [0, 1, plainAmount + 1].flatMap((amount) =>
        [plainNow, tooLate].map((at) => trying(place, requestRefund(unusedRefund, { attempt, amount, at }))),
      ),
    ),
}

// Remarks

/** Money that goes back before it is known to have come. */
const isParked = ({ changes, after }: OrderTrial): boolean =>
  changes.some(({ _tag }) => _tag === "RefundReported" || _tag === "CaseReported") && !isConfirmed(after.state)

const remarks: ReadonlyArray<(cell: Cell<OrderTypes>) => string | null> = [
  (cell) =>
    outcomeOf({ isParked }, cell).includes(" or ")
      ? "What the other facts of the order give; the usual outcome stands first."
      : null,
  ({ status, usual: { from, to } }) =>
    to === status && from !== status
      ? `Of a further attempt, and as long as that was under way the order showed ${code(from)}.`
      : null,
  ({ usual }) =>
    addedObligations(usual, "RefundDuplicate") > 0 ? "A second payment: it is owed back to the payer." : null,
  ({ usual: { before, after } }) =>
    before.state.canceledAt !== null && isConfirmed(after.state) && !isConfirmed(before.state)
      ? "Late money is money: the order had been canceled, and is paid."
      : null,
  ({ usual, others }) =>
    [usual, ...others].some((trial) => addedObligations(trial, "VoidAttempt") > 0)
      ? "What is open or held at the acquirer has to be voided there."
      : null,
  ({ usual: { before, after, from, to } }) =>
    from === to && ledgerOf(after.state).refundable < ledgerOf(before.state).refundable
      ? "The status stays, and less is left that can be refunded."
      : null,
  ({ usual: { before, after } }) =>
    ledgerOf(after.state).excess > ledgerOf(before.state).excess
      ? "More is reported to have gone back than came in: what does not fit is kept apart, for a person to look at."
      : null,
  ({ usual }) =>
    usual.from === usual.to && webhooksAfter(usual).length > 0
      ? `The status stays, and the webhook ${webhooksAfter(usual).map(code).join(" and ")} is sent.`
      : null,
]

const addedObligations = ({ before, after }: OrderTrial, tag: Obligation["_tag"]): number =>
  obligationsOf(after.state).filter(({ _tag }) => _tag === tag).length -
  obligationsOf(before.state).filter(({ _tag }) => _tag === tag).length

const statesOf = (): ReferenceMachine<OrderTypes>["states"] => ({
  created: placesShowing("created"),
  pending: placesShowing("pending"),
  risk_analysis: placesShowing("risk_analysis"),
  waiting_payment: placesShowing("waiting_payment"),
  unpaid: placesShowing("unpaid"),
  paid: placesShowing("paid"),
  complete: placesShowing("complete"),
  dispute: placesShowing("dispute"),
  chargeback: placesShowing("chargeback"),
  refund: placesShowing("refund"),
  canceled: placesShowing("canceled"),
})

export const orderReference: ReferenceMachine<OrderTypes> = {
  machine: orderMachine,
  name: "order",
  what: "an order",
  statuses: OrderStatus.literals,
  start: "created",
  states: statesOf(),
  happenings,
  refusals: OrderRefusal.literals.map((reason) => ({ reason, meaning: orderRefusalMeaning[reason] })),
  commands,
  remarks: (cell) => remarks.flatMap((remark) => remark(cell) ?? []),
  isParked,
}
