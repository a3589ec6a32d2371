/**
 * The second account of an order: its log, folded again, against what is stored, and what is stored against the laws of money.
 *
 * Nothing is taken for granted: what is audited may have been changed by hand, by a fault of the disk or by one of ours.
 */
import { type Difference, differencesOf } from "./differences.ts"
import type { OrderEvent } from "./events.ts"
import { fold } from "./evolve.ts"
import { isInFlight } from "./facts.ts"
import { ledgerOf } from "./ledger.ts"
import type { Attempt, Order } from "./order.ts"
import { statusOf } from "./status-rules.ts"

/** An order as it was found in a store. */
export interface FoundOrder {
  /** Null where it cannot be read: its store says why. */
  readonly order: Order | null
  /** The status it is found by, in lists and filters. */
  readonly status: string
  /** By sequence, as it was found. */
  readonly log: ReadonlyArray<FoundEvent>
}

/** An event of a log as it was found, under its number. */
export interface FoundEvent {
  readonly sequence: number
  /** Null where it cannot be read: its store says why. */
  readonly event: OrderEvent | null
}

/** Amounts are centavos. */
export type OrderBreach =
  | { readonly _tag: "LogMissing" }
  /** Events count from 1 without a gap: where `expected` should stand, `found` does. */
  | { readonly _tag: "LogGap"; readonly expected: number; readonly found: number }
  /** A log begins with the placing, and has no other. */
  | { readonly _tag: "NotBegunByPlacing"; readonly first: OrderEvent["_tag"] }
  | { readonly _tag: "PlacedAgain"; readonly sequence: number }
  | ({ readonly _tag: "StateDiffers" } & Difference)
  | { readonly _tag: "StatusDiffers"; readonly stored: string; readonly folded: string }
  /** More is refunded, reserved and charged back, together `goingBack`, than was captured. A person has to look at it. */
  | { readonly _tag: "MoneyExceeded"; readonly captured: number; readonly goingBack: number }
  | { readonly _tag: "InFlightTogether"; readonly attempts: ReadonlyArray<number> }
  /** They add up to what is charged, and those after the first are all alike. */
  | {
      readonly _tag: "InstallmentsWrong"
      readonly attempt: number
      readonly charged: number
      readonly installments: ReadonlyArray<number>
    }

/** Everything that is wrong with an order and its log; nothing where both are as they should be. */
export const auditOrder = ({ order, status, log }: FoundOrder): ReadonlyArray<OrderBreach> => {
  const ofLog = auditLog(log)
  const laws = order === null ? [] : auditLaws(order)
  const isWhole = ofLog.length === 0 && log.every(({ event }) => event !== null)
  const folded = isWhole ? fold(log.flatMap(({ event }) => event ?? [])) : null
  return [...ofLog, ...(folded === null ? [] : auditState(order, status, folded)), ...laws]
}

/** What a log must be, whatever it tells. */
export const auditLog = (log: ReadonlyArray<FoundEvent>): ReadonlyArray<OrderBreach> => {
  if (log.length === 0) return [{ _tag: "LogMissing" }]
  let expected = 1
  return log.flatMap(({ sequence, event }, position): ReadonlyArray<OrderBreach> => {
    const gap: ReadonlyArray<OrderBreach> = sequence === expected ? [] : [{ _tag: "LogGap", expected, found: sequence }]
    expected = sequence + 1
    if (event === null) return gap
    const isPlacing = event._tag === "OrderPlaced"
    if (sequence === 1 && !isPlacing) return [...gap, { _tag: "NotBegunByPlacing", first: event._tag }]
    return position > 0 && isPlacing ? [...gap, { _tag: "PlacedAgain", sequence }] : gap
  })
}

/** The laws that hold of an order at any instant, whatever its log tells. */
export const auditLaws = (order: Order): ReadonlyArray<OrderBreach> => {
  const { captured, excess, refunded, reserved, chargedBack } = ledgerOf(order)
  const inFlight = order.attempts.filter(({ facts }) => isInFlight(facts)).map(({ id }) => id)
  return [
    ...(excess > 0
      ? [{ _tag: "MoneyExceeded" as const, captured, goingBack: refunded + reserved + chargedBack + excess }]
      : []),
    ...(inFlight.length > 1 ? [{ _tag: "InFlightTogether" as const, attempts: inFlight }] : []),
    ...order.attempts.filter((attempt) => !isDividedRightly(attempt)).map(installmentsWrong),
  ]
}

const auditState = (order: Order | null, status: string, folded: Order): ReadonlyArray<OrderBreach> => {
  const expected = statusOf(folded)
  return [
    ...(order === null ? [] : differencesOf(order, folded)).map((difference) => ({
      _tag: "StateDiffers" as const,
      ...difference,
    })),
    ...(status === expected ? [] : [{ _tag: "StatusDiffers" as const, stored: status, folded: expected }]),
  ]
}

/** What `Quote` asks for as it is read, and the equality that it leaves to whoever made it. */
const isDividedRightly = ({ quote: { charged, installments } }: Attempt): boolean =>
  installments.reduce<number>((sum, each) => sum + each, 0) === charged &&
  installments.slice(1).every((each) => each === installments.at(-1))

const installmentsWrong = ({ id, quote: { charged, installments } }: Attempt): OrderBreach => ({
  _tag: "InstallmentsWrong",
  attempt: id,
  charged,
  installments,
})
