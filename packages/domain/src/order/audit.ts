/**
 * The second account of an order: its log, folded again, against what is stored, and what is stored against the laws of money.
 *
 * Nothing is taken for granted: what is audited may have been changed by hand, by a fault of the disk or by one of ours.
 */
import { auditLog, eventsOf, type FoundEvent, type LogBreach } from "../audit/audit-log.ts"
import type { Centavos } from "../money/centavos.ts"
import { total } from "../money/total.ts"
import type { Attempt } from "./attempt.ts"
import { type Difference, differencesOf } from "./differences.ts"
import { earlierMerge } from "./earlier-merge.ts"
import type { OrderEvent } from "./events.ts"
import { evolve, evolveBy, fold, placed } from "./evolve.ts"
import { isInFlight } from "./facts.ts"
import type { AttemptId } from "./identifiers.ts"
import { ledgerOf } from "./ledger.ts"
import type { Order } from "./order.ts"
import { statusOf } from "./status-rules.ts"
import { storedFromProgress } from "./stored-progress.ts"

/** An order as it was found in a store. */
export interface FoundOrder {
  /** Null where it cannot be read: its store says why. */
  readonly order: Order | null
  /** The status it is found by, in lists and filters. */
  readonly status: string
  /** By sequence, as it was found. */
  readonly log: ReadonlyArray<FoundEvent<OrderEvent>>
}

/** Amounts are centavos. */
export type OrderBreach =
  | LogBreach
  | ({ readonly _tag: "StateDiffers" } & Difference)
  | { readonly _tag: "StatusDiffers"; readonly stored: string; readonly folded: string }
  /** More is refunded, reserved and charged back, together `goingBack`, than was captured. A person has to look at it. */
  | { readonly _tag: "MoneyExceeded"; readonly captured: Centavos; readonly goingBack: Centavos }
  | { readonly _tag: "InFlightTogether"; readonly attempts: ReadonlyArray<AttemptId> }
  /** They add up to what is charged, and those after the first are all alike. */
  | {
      readonly _tag: "InstallmentsWrong"
      readonly attempt: AttemptId
      readonly charged: Centavos
      readonly installments: ReadonlyArray<Centavos>
    }

/** Everything that is wrong with an order and its log; nothing where both are as they should be. */
export const auditOrder = ({ order, status, log }: FoundOrder): ReadonlyArray<OrderBreach> => {
  const ofLog = auditLog(log, "OrderPlaced")
  const laws = order === null ? [] : auditLaws(order)
  const events = ofLog.length === 0 ? eventsOf(log) : null
  return [...ofLog, ...(events === null ? [] : auditState(order, status, events)), ...laws]
}

/** The laws that hold of an order at any instant, whatever its log tells. */
export const auditLaws = (order: Order): ReadonlyArray<OrderBreach> => {
  const { captured, excess, refunded, reserved, chargedBack } = ledgerOf(order)
  const inFlight = order.attempts.filter(({ facts }) => isInFlight(facts)).map(({ id }) => id)
  return [
    ...(excess > 0
      ? [{ _tag: "MoneyExceeded" as const, captured, goingBack: total([refunded, reserved, chargedBack, excess]) }]
      : []),
    ...(inFlight.length > 1 ? [{ _tag: "InFlightTogether" as const, attempts: inFlight }] : []),
    ...order.attempts.filter((attempt) => !isDividedRightly(attempt)).map(installmentsWrong),
  ]
}

const auditState = (
  order: Order | null,
  status: string,
  events: ReadonlyArray<OrderEvent>,
): ReadonlyArray<OrderBreach> => {
  const folded = fold(events)
  if (folded === null) return []
  const expected = statusOf(folded)
  const differences = order === null ? [] : differencesAsStored(order, folded)
  const isAsStored = order === null || differences.length === 0 || isOfEarlierVersion(order, events)
  return [
    ...(isAsStored ? [] : differences).map((difference) => ({ _tag: "StateDiffers" as const, ...difference })),
    ...(status === expected ? [] : [{ _tag: "StatusDiffers" as const, stored: status, folded: expected }]),
  ]
}

/** Told in the names of the store, where whoever looks for a difference finds them. */
const differencesAsStored = (order: Order, folded: Order): ReadonlyArray<Difference> =>
  differencesOf(asStored(order), asStored(folded))

const asStored = (order: Order) => ({
  details: order.details,
  version: order.version,
  ...storedFromProgress(order),
})

/** Whether an earlier version recorded the first events, by its own rules, and this one the others, if there are any. */
const isOfEarlierVersion = (order: Order, [placing, ...events]: ReadonlyArray<OrderEvent>): boolean => {
  if (placing?._tag !== "OrderPlaced") return false
  const changes = events.flatMap((event) => (event._tag === "OrderPlaced" ? [] : [event]))
  let earlier = placed(placing)
  return changes.some((change, index) => {
    earlier = evolveEarlier(earlier, change)
    return differencesAsStored(order, changes.slice(index + 1).reduce(evolve, earlier)).length === 0
  })
}

const evolveEarlier = evolveBy(earlierMerge)

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
