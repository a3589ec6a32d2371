/**
 * How orders usually come to show each status, and in which other ways they may.
 */
import {
  type OrderCommand,
  type OrderReport,
  type OrderStatus,
  type OrderTypes,
  orderMachine,
} from "@vintem/domain/order"
import { type Place, statusIn, tryMove } from "../machine/trial.ts"
import {
  attemptUpdate,
  cancel,
  caseUpdate,
  complete,
  plainPlace,
  refundUpdate,
  requestRefund,
  startAttempt,
} from "./plain-order.ts"

type Move = OrderCommand | OrderReport

const paidByCard = [startAttempt(1, "credit"), attemptUpdate(1, "confirmed")]

/** A card, or a Pix where an order waits for its payer. */
const usualWay: Readonly<Record<OrderStatus, ReadonlyArray<Move>>> = {
  created: [],
  pending: [startAttempt(1, "credit")],
  risk_analysis: [startAttempt(1, "credit"), attemptUpdate(1, "review")],
  waiting_payment: [startAttempt(1, "pix"), attemptUpdate(1, "open")],
  unpaid: [startAttempt(1, "credit"), attemptUpdate(1, "refused")],
  paid: paidByCard,
  complete: [...paidByCard, complete],
  dispute: [...paidByCard, caseUpdate("opened")],
  chargeback: [...paidByCard, caseUpdate("taken")],
  refund: [...paidByCard, requestRefund(1), refundUpdate(1, "settled")],
  canceled: [cancel],
}

const openPix = [startAttempt(1, "pix"), attemptUpdate(1, "open")]

/** What makes a difference: a Pix that is still open beside the card, and what an order showed before there was a case. */
const otherWays: ReadonlyArray<ReadonlyArray<Move>> = [
  [...openPix, startAttempt(2, "credit")],
  [...openPix, startAttempt(2, "credit"), attemptUpdate(2, "review")],
  [...openPix, startAttempt(2, "credit"), attemptUpdate(2, "confirmed")],
  [...openPix, cancel],
  ...(["opened", "taken"] as const).flatMap((fact) =>
    (["complete", "refund"] as const).map((status) => [...usualWay[status], caseUpdate(fact)]),
  ),
]

/** An order after one move and then the next. */
export const afterMoves = (place: Place<OrderTypes>, moves: ReadonlyArray<Move>): Place<OrderTypes> =>
  moves.reduce((current, move) => tryMove(orderMachine, current, move).after, place)

/** The order that came to this status in the usual way. */
export const usualPlace = (status: OrderStatus): Place<OrderTypes> => afterMoves(plainPlace, usualWay[status])

/** Orders that show the status, the usual one first. */
export const placesShowing = (
  status: OrderStatus,
): readonly [Place<OrderTypes>, ...ReadonlyArray<Place<OrderTypes>>] => [
  usualPlace(status),
  ...otherWays.map((way) => afterMoves(plainPlace, way)).filter((place) => statusIn(orderMachine, place) === status),
]
