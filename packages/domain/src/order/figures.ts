/**
 * The figures of an order for its day: a pure function of the order, so that stored figures can be compared with the
 * orders.
 *
 * An order belongs to the day on which it was placed, whatever happens later.
 *
 * @see docs/decisions/orders.md#0263
 */
import * as Schema from "effect/Schema"
import type { PaymentMethod } from "../method/payment-method.ts"
import { type Attempt, capturedBy } from "./attempt.ts"
import { type AttemptFact, attemptState, type CaseFact, caseState, refundState } from "./facts.ts"
import type { OrderProgress } from "./order.ts"
import { isConfirmed } from "./status-rules.ts"

/**
 * The kinds of figures.
 *
 * - `open`: an order that waits for a Pix, a slip or a review; counted once for each order, by its latest such attempt
 * - `confirmed`: an attempt that brought money; its amount is the captured one
 * - `refused`: an attempt that was refused, or rejected by risk analysis
 * - `expired`: a Pix or a slip that was not paid in time
 * - `refunded`: a refund that has settled
 * - `disputed`: an undecided dispute: no money was taken yet, or the company contests the loss
 * - `charged_back`: a dispute that took the money
 *
 * Refunds and disputes count after the order is paid; until then they are parked. Attempts in flight do not count.
 */
export const FigureKind = Schema.Literals([
  "open",
  "confirmed",
  "refused",
  "expired",
  "refunded",
  "disputed",
  "charged_back",
])
export type FigureKind = typeof FigureKind.Type

/** How often something happened, and the total amount. */
export interface Figure {
  readonly kind: FigureKind
  readonly method: PaymentMethod
  /**
   * The acquirer's reason for refusing, at most `figureReasonMax` characters. Empty for other kinds, and if the
   * acquirer gave none.
   */
  readonly reason: string
  readonly count: number
  /** Centavos, zero or more. The requested amount if no money came. */
  readonly amount: number
}

/** The most characters of a reason that are stored. Two longer reasons with the same beginning count as one. */
export const figureReasonMax = 100

/**
 * At most one figure for each kind, method and reason, in the order of the attempts. Equal orders have equal figures.
 */
export const figuresOf = (order: OrderProgress): ReadonlyArray<Figure> => {
  const found = new Map<string, Figure>()
  const count = (kind: FigureKind, { _tag: method }: Attempt, amount: number, reason = ""): void => {
    const name = `${kind} ${method} ${reason}`
    const before = found.get(name)
    found.set(name, {
      kind,
      method,
      reason,
      count: (before?.count ?? 0) + 1,
      amount: (before?.amount ?? 0) + amount,
    })
  }
  for (const attempt of order.attempts) {
    const kind = kindOfAttempt(attempt)
    if (kind === "confirmed") count(kind, attempt, capturedBy(attempt))
    else if (kind === "refused") count(kind, attempt, attempt.quote.charged, reasonOf(attempt))
    else if (kind === "expired") count(kind, attempt, attempt.quote.charged)
  }
  if (!isConfirmed(order)) {
    const awaited =
      order.canceledAt === null ? order.attempts.findLast((one) => kindOfAttempt(one) === "open") : undefined
    if (awaited !== undefined) count("open", awaited, awaited.quote.charged)
    return [...found.values()]
  }
  const attemptBy = (id: number) => order.attempts.find((attempt) => attempt.id === id)
  for (const { amount, attempt: id, facts } of order.refunds) {
    const attempt = attemptBy(id)
    if (attempt !== undefined && refundState(facts) === "settled") count("refunded", attempt, amount)
  }
  for (const { amount, attempt: id, facts } of order.cases) {
    const attempt = attemptBy(id)
    const state = caseState(facts)
    const kind = state === null ? null : kindOfCase[state]
    if (attempt !== undefined && kind !== null) count(kind, attempt, amount)
  }
  return [...found.values()]
}

const kindsOfAttempts: Readonly<Record<AttemptFact, FigureKind | null>> = {
  sent: null,
  unknown: null,
  open: "open",
  review: "open",
  approved: "open",
  rejected: "refused",
  refused: "refused",
  expired: "expired",
  voided: null,
  confirmed: "confirmed",
}

const kindOfAttempt = ({ facts }: Attempt): FigureKind | null => {
  const state = attemptState(facts)
  return state === null ? null : kindsOfAttempts[state]
}

const kindOfCase: Readonly<Record<CaseFact, FigureKind | null>> = {
  opened: "disputed",
  taken: "charged_back",
  contested: "disputed",
  won: null,
  lost: "charged_back",
}

/** The acquirer's text, reduced to what every store can hold: no half of a surrogate pair, no control character. */
const reasonOf = ({ reason }: Attempt): string =>
  [
    ...(reason ?? "")
      .slice(0, 4 * figureReasonMax)
      .toWellFormed()
      .replace(/\p{Cc}+/gu, " ")
      .trim(),
  ]
    .slice(0, figureReasonMax)
    .join("")
    .trimEnd()
