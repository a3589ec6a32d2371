/**
 * What can happen to an order, a row of the table of transitions each, tried on an order of every status.
 */
import {
  type Attempt,
  type AttemptFact,
  type AttemptId,
  attemptStanding,
  evolve,
  firstAttempt,
  isPaid,
  type Order,
  OrderStatus,
  PaymentMethod,
} from "@vintem/domain"
import {
  abandonTimer,
  attemptNews,
  attemptStarted,
  cancel,
  caseNews,
  complete,
  contest,
  refundNews,
  requestRefund,
  resolveByHand,
  startAttempt,
} from "./plain-order.ts"
import { type Trial, tryMove } from "./trial.ts"
import { ordersShowing } from "./ways.ts"

/**
 * What came of an event in a status. News of an attempt the order does not have is tried on a further one, started for the
 * purpose: the order of such a trial may show another status before it than the cell's.
 */
export interface Cell {
  readonly event: string
  readonly status: OrderStatus
  readonly usual: Trial
  /** Of orders that came to the status in another way, and of other forms of the command. */
  readonly others: ReadonlyArray<Trial>
}

interface Happening {
  readonly event: string
  /** The event in each form it can have for this order, the usual first. */
  readonly tryOn: (order: Order) => readonly [Trial, ...Array<Trial>]
}

const happening = (event: string, tryOn: (order: Order) => Trial): Happening => ({
  event,
  tryOn: (order) => [tryOn(order)],
})

/** News of an attempt it can be news of: the last that stands like this, and where there is none a further one. */
const newsOf =
  (fact: AttemptFact, ...standings: ReadonlyArray<AttemptFact>) =>
  (order: Order): Trial => {
    const fitting = lastStanding(order, standings)
    const further = order.attempts.length + 1
    return fitting === undefined
      ? tryMove(evolve(order, attemptStarted(further, "credit")), attemptNews(further, fact))
      : tryMove(order, attemptNews(fitting.id, fact))
  }

const lastStanding = (order: Order, standings: ReadonlyArray<AttemptFact>): Attempt | undefined =>
  order.attempts.findLast(({ facts }) => standings.some((standing) => standing === attemptStanding(facts)))

/** News of the latest attempt, whatever it stands at. */
/** The first where there is none: nothing is known of that either. */
const latest = ({ attempts }: Order): AttemptId => attempts.at(-1)?.id ?? firstAttempt

const newsOfLatest = (fact: AttemptFact) => (order: Order) => tryMove(order, attemptNews(latest(order), fact))

const inFlight = ["sent", "unknown"] as const
const undecided = [...inFlight, "review", "approved"] as const

const happenings: ReadonlyArray<Happening> = [
  {
    event: "attempt started (command)",
    tryOn: (order) => {
      const start = (method: PaymentMethod) => tryMove(order, startAttempt(order.attempts.length + 1, method))
      return [start("credit"), ...PaymentMethod.literals.filter((method) => method !== "credit").map(start)]
    },
  },
  happening("Pix or slip issued", newsOf("open", ...inFlight)),
  happening("payment confirmed", newsOf("confirmed", ...undecided, "open")),
  {
    event: "payment refused or voided",
    tryOn: (order) => {
      const open = lastStanding(order, ["open"])
      const voided = open === undefined ? [] : [tryMove(order, attemptNews(open.id, "voided"))]
      return [newsOf("refused", ...undecided)(order), ...voided]
    },
  },
  happening("sent to review", newsOf("review", ...inFlight)),
  // A verdict counts for an attempt in review, and about any other it says nothing.
  happening("review approved", newsOfLatest("approved")),
  happening("review rejected", newsOfLatest("rejected")),
  happening("outcome unknown", (order) =>
    order.attempts.length === 0 ? newsOf("unknown")(order) : newsOfLatest("unknown")(order),
  ),
  // The timer is set for an issued instrument, be it a Pix left open while the payer went on to a card.
  happening("instrument expired (timer, asked again first)", (order) =>
    tryMove(order, attemptNews(lastStanding(order, ["open"])?.id ?? order.attempts.length + 1, "expired")),
  ),
  happening("cancel (command)", (order) => tryMove(order, cancel)),
  happening("refund of a part requested (command)", (order) =>
    tryMove(order, requestRefund(2, { attempt: payingAttempt(order), amount: 4_000 })),
  ),
  happening("refund settled in part", (order) => tryMove(order, refundNews(2, "settled", 4_000))),
  happening("refund settled in full", (order) => tryMove(order, refundNews(2, "settled"))),
  happening("dispute opened (no money moved)", (order) => tryMove(order, caseNews("opened"))),
  happening("chargeback (money taken)", (order) => tryMove(order, caseNews("taken"))),
  happening("contest (command)", (order) => tryMove(order, contest)),
  happening("case won or withdrawn", (order) => tryMove(order, caseNews("won"))),
  happening("case lost", (order) => tryMove(order, caseNews("lost"))),
  happening("complete (command)", (order) => tryMove(order, complete)),
  // An order without an attempt has none to settle: the position is then nobody's.
  ...(["paid", "unpaid"] as const).map((verdict) =>
    happening(`settled by hand as ${verdict} (command)`, (order) =>
      tryMove(order, resolveByHand(lastStanding(order, [...inFlight, "approved"])?.id ?? latest(order), verdict)),
    ),
  ),
  happening("abandon timer", (order) => tryMove(order, abandonTimer)),
]

const payingAttempt = ({ attempts }: Order): number => attempts.find(isPaid)?.id ?? 1

const cellOf = ({ event, tryOn }: Happening, status: OrderStatus): Cell => {
  const [usualOrder, ...otherOrders] = ordersShowing(status)
  const [usual, ...otherForms] = tryOn(usualOrder)
  return { event, status, usual, others: [...otherForms, ...otherOrders.flatMap(tryOn)] }
}

/** The table of transitions: a row for each event, in it a cell for each status. */
export const transitionTable: ReadonlyArray<{ readonly event: string; readonly cells: ReadonlyArray<Cell> }> =
  happenings.map((one) => ({
    event: one.event,
    cells: OrderStatus.literals.map((status) => cellOf(one, status)),
  }))
