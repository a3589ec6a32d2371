/** Lives of orders: the commands and reports of each, move by move. Every run has equal lives. */
import type { OrderPlaced } from "@vintem/domain/order"
import {
  attemptUpdate,
  caseUpdate,
  complete,
  contest,
  examplePix,
  examplePlaced,
  exampleSlip,
  histories,
  type OrderMove,
  refundUpdate,
  requestRefund,
  resolveByHand,
  startAttempt,
} from "@vintem/testing"
import fc from "fast-check"
import type { MachineEvent } from "../baseline/transitions/order-machine.ts"

/** A command or a report, in our words and in XState's. */
export interface Move {
  readonly move: OrderMove
  readonly event: MachineEvent
}

export interface Life {
  readonly placing: OrderPlaced
  readonly moves: ReadonlyArray<Move>
}

export interface Workload {
  readonly name: string
  readonly lives: ReadonlyArray<Life>
}

const life = (placing: OrderPlaced, moves: ReadonlyArray<OrderMove>): Life => ({
  placing,
  moves: moves.map((move) => ({ move, event: eventFromMove(move) })),
})

/** A move under XState's name for it. */
const eventFromMove = (move: OrderMove): MachineEvent => {
  switch (move._tag) {
    case "StartAttempt":
      return { ...move, type: move._tag }
    case "Cancel":
      return { ...move, type: move._tag }
    case "Complete":
      return { ...move, type: move._tag }
    case "Contest":
      return { ...move, type: move._tag }
    case "Resolve":
      return { ...move, type: move._tag }
    case "RequestRefund":
      return { ...move, type: move._tag }
    case "AttemptUpdate":
      return { ...move, type: move._tag }
    case "RefundUpdate":
      return { ...move, type: move._tag }
    case "CaseUpdate":
      return { ...move, type: move._tag }
    case "AbandonTimer":
      return { ...move, type: move._tag }
    case "DuplicatePayment":
      return { ...move, type: move._tag }
  }
}

const receipt = { report: { tid: "CF683BACEDD0767D8F56", nsu: "400093836" } }

/** The life of most orders: an attempt, its money, and the company's closing. */
export const ordinary: ReadonlyArray<Life> = [
  life(examplePlaced(), [startAttempt(1, "credit"), attemptUpdate(1, "confirmed", receipt), complete]),
  life(examplePlaced(), [
    startAttempt(1, "pix"),
    attemptUpdate(1, "open", { report: { instrument: examplePix } }),
    attemptUpdate(1, "confirmed", receipt),
    complete,
  ]),
  life(examplePlaced(), [
    startAttempt(1, "bank_slip"),
    attemptUpdate(1, "open", { report: { instrument: exampleSlip } }),
    attemptUpdate(1, "confirmed", receipt),
    complete,
  ]),
]

/**
 * One life: three attempts until one is paid, four refunds, one of them failed, and two disputes, one of them lost.
 * Another: an order whose outcomes an operator has to decide, which is then paid twice and refunds one payment.
 */
export const eventful: ReadonlyArray<Life> = [
  life(examplePlaced(), [
    startAttempt(1, "credit"),
    attemptUpdate(1, "refused", { report: { reason: "Saldo insuficiente" } }),
    startAttempt(2, "pix"),
    attemptUpdate(2, "open", { report: { instrument: examplePix } }),
    attemptUpdate(2, "expired"),
    startAttempt(3, "credit"),
    attemptUpdate(3, "review"),
    attemptUpdate(3, "approved"),
    attemptUpdate(3, "confirmed", receipt),
    ...refund(1, 1_000, "settled"),
    ...refund(2, 500, "failed"),
    caseUpdate(1, "opened", { attempt: 3, amount: 9_000 }),
    caseUpdate(1, "taken", { attempt: 3, amount: 9_000 }),
    contest,
    caseUpdate(1, "won", { attempt: 3, amount: 9_000 }),
    ...refund(3, 2_000, "settled"),
    complete,
    ...refund(4, 3_000, "settled"),
    caseUpdate(2, "opened", { attempt: 3, amount: 4_000 }),
    caseUpdate(2, "taken", { attempt: 3, amount: 4_000 }),
    caseUpdate(2, "lost", { attempt: 3, amount: 4_000 }),
  ]),
  life(examplePlaced(), [
    startAttempt(1, "credit"),
    attemptUpdate(1, "unknown"),
    resolveByHand(1, "unpaid"),
    startAttempt(2, "credit"),
    attemptUpdate(2, "unknown"),
    resolveByHand(2, "paid"),
    attemptUpdate(1, "confirmed", receipt),
    requestRefund(1, { attempt: 1 }),
    refundUpdate(1, "settled", { attempt: 1 }),
  ]),
]

function refund(number: number, amount: number, outcome: "settled" | "failed"): ReadonlyArray<OrderMove> {
  const money = { attempt: 3, amount }
  return [requestRefund(number, money), refundUpdate(number, "processing", money), refundUpdate(number, outcome, money)]
}

/** @returns lives with any commands and reports in any order, doubled, early, late, and refused about half the time */
export const randomLives = (count: number, seed: number): ReadonlyArray<Life> =>
  fc.sample(histories, { numRuns: count, seed }).map(({ cast, moves }) => life(cast.placing, moves))

export const workloads: ReadonlyArray<Workload> = [
  { name: "ordinary lives", lives: ordinary },
  { name: "eventful lives", lives: eventful },
  { name: "anything in any order", lives: randomLives(300, 1) },
]
