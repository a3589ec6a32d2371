/**
 * The simulated acquirer's later reports of a charge, on the sandbox's request: the payer paid, the term is over, the
 * money was refunded.
 *
 * A report changes the acquirer's books first, so that a later question to the acquirer gets a consistent answer.
 */
import { type Instant, instant } from "@vintem/domain/calendar"
import type { AttemptKey } from "@vintem/domain/identifiers"
import { methodRules, PaymentMethod } from "@vintem/domain/method"
import type { AcquirerReport } from "@vintem/domain/order"
import type { OutcomeUnknown, StorageUnavailable } from "@vintem/domain/ports"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { revise, SimulatedBooks } from "./books/simulated-books.ts"
import type { RefusalReason } from "./books/simulated-cards.ts"
import {
  type BookEntry,
  ChargeState,
  disputeKey,
  isUndisputed,
  remainderOf,
  reportedRefundKey,
  reportOf,
  type SimulatedCharge,
} from "./books/simulated-charge.ts"

/**
 * - `paid`: the money came; also late, to an expired or voided instrument, and if the first answer never arrived
 * - `expired`: a Pix or slip can no longer be paid
 * - `refunded`: everything not yet refunded is refunded, at once
 * - `dispute`: the payer disputes the charge; `chargeback`: and the money is taken; `dispute_won`, `dispute_lost`: its
 *   end
 * - `risk_approved`: a held charge is approved, and charged at once; `risk_rejected`: it is rejected
 */
export const ReportKind = Schema.Literals([
  "paid",
  "expired",
  "refunded",
  "chargeback",
  "dispute",
  "dispute_won",
  "dispute_lost",
  "risk_approved",
  "risk_rejected",
])
export type ReportKind = typeof ReportKind.Type

/**
 * The acquirer cannot make this report of such a charge, and nothing was changed. `state` is the charge's state in the
 * books, null if the key is unknown; `method` is null if no charge was ever made under the key. `possible` lists the
 * kinds that would change something.
 */
export class CannotReport extends Schema.TaggedError<CannotReport>()("CannotReport", {
  kind: ReportKind,
  state: Schema.NullOr(ChargeState),
  method: Schema.NullOr(PaymentMethod),
  possible: Schema.Array(ReportKind),
}) {}

export class SandboxReports extends Context.Service<
  SandboxReports,
  {
    /**
     * Reports an event. If it was reported before, returns the earlier facts, so that recording them changes nothing.
     * Fails with `OutcomeUnknown` if the acquirer is remote and did not answer.
     */
    readonly report: (
      key: AttemptKey,
      kind: ReportKind,
    ) => Effect.Effect<ReadonlyArray<AcquirerReport>, CannotReport | OutcomeUnknown | StorageUnavailable>
  }
>()("@vintem/adapters/simulated/SandboxReports") {
  static readonly layer = Layer.effect(
    SandboxReports,
    Effect.gen(function* () {
      const books = yield* SimulatedBooks
      return SandboxReports.of({
        report: (key, kind) => report(books, key, kind),
      })
    }),
  )
}

const report = Effect.fn("SandboxReports.report")(function* (
  books: SimulatedBooks["Service"],
  key: AttemptKey,
  kind: ReportKind,
) {
  const found = yield* books.find(key)
  if (Option.isNone(found)) return yield* new CannotReport({ kind, state: null, method: null, possible: [] })
  const { moved, reports: reportsOf } = reports[kind]
  const now = instant(yield* Clock.currentTimeMillis)
  const entry = yield* revise(books, found.value, (current) => {
    const next = current._tag === "Charge" ? moved(current, now) : null
    return next === null ? Result.fail(cannot(kind, current, now)) : Result.succeed(next)
  })
  return entry._tag === "Charge" ? reportsOf(entry) : []
})

const cannot = (kind: ReportKind, entry: BookEntry, now: Instant): CannotReport =>
  entry._tag === "Charge"
    ? new CannotReport({ kind, state: entry.state, method: entry.method, possible: possibleOf(entry, now) })
    : new CannotReport({ kind, state: "voided", method: null, possible: [] })

const possibleOf = (charge: SimulatedCharge, now: Instant): ReadonlyArray<ReportKind> =>
  ReportKind.literals.filter((kind) => {
    const next = reports[kind].moved(charge, now)
    return next !== null && next !== charge
  })

interface Report {
  /** The charge after the event: itself if it happened before, null if it cannot happen. */
  readonly moved: (charge: SimulatedCharge, now: Instant) => SimulatedCharge | null
  /** The reports of such a charge. */
  readonly reports: (charge: SimulatedCharge) => ReadonlyArray<AcquirerReport>
}

const attemptUpdate =
  (fact: Extract<AcquirerReport, { _tag: "AttemptUpdate" }>["fact"]): Report["reports"] =>
  (charge) => [{ _tag: "AttemptUpdate", fact, report: reportOf(charge) }]

type Dispute = NonNullable<SimulatedCharge["dispute"]>

const disputeReports =
  (fact: Dispute["state"]): Report["reports"] =>
  ({ dispute }) =>
    dispute === null ? [] : [{ _tag: "CaseUpdate", case: dispute.key, amount: dispute.amount, fact }]

const disputeMove =
  (to: Dispute["state"], from: ReadonlyArray<Dispute["state"] | null>): Report["moved"] =>
  (charge) => {
    const { dispute } = charge
    if (dispute?.state === to) return charge
    return isDisputable(charge) && from.includes(dispute?.state ?? null)
      ? { ...charge, dispute: { ...(dispute ?? newDispute(charge)), state: to } }
      : null
  }

const rejection: RefusalReason = "rejected_by_risk_analysis"

const reports: Readonly<Record<ReportKind, Report>> = {
  paid: {
    moved: (charge, confirmedAt) => {
      if (charge.state === "confirmed") return charge
      return canStillBePaid(charge) ? { ...charge, state: "confirmed", confirmedAt } : null
    },
    reports: attemptUpdate("confirmed"),
  },
  expired: {
    moved: (charge) => {
      if (charge.state === "expired") return charge
      return charge.state === "open" ? { ...charge, state: "expired" } : null
    },
    reports: attemptUpdate("expired"),
  },
  risk_approved: {
    moved: (charge, confirmedAt) => {
      const { isRiskApproved, state } = charge
      if (isRiskApproved && state === "confirmed") return charge
      return state === "review" ? { ...charge, state: "confirmed", isRiskApproved: true, confirmedAt } : null
    },
    // The two messages as an acquirer would send them one after the other: the first knows of no money yet.
    reports: (charge) => [
      ...attemptUpdate("approved")({ ...charge, state: "review" }),
      ...attemptUpdate("confirmed")(charge),
    ],
  },
  risk_rejected: {
    moved: (charge) => {
      if (charge.state === "refused" && charge.reason === rejection) return charge
      return charge.state === "review" ? { ...charge, state: "refused", reason: rejection } : null
    },
    reports: attemptUpdate("rejected"),
  },
  refunded: {
    moved: (charge) => {
      const key = reportedRefundKey(charge.key)
      if (charge.refunds.some((refund) => refund.key === key)) return charge
      const amount = remainderOf(charge)
      return charge.state === "confirmed" && isUndisputed(charge) && amount > 0
        ? { ...charge, refunds: [...charge.refunds, { key, amount, way: methodRules[charge.method].refundWay }] }
        : null
    },
    reports: (charge) =>
      charge.refunds
        .filter(({ key }) => key === reportedRefundKey(charge.key))
        .map(({ key, amount }) => ({ _tag: "RefundUpdate", refund: key, amount, fact: "settled" })),
  },
  dispute: { moved: disputeMove("opened", [null]), reports: disputeReports("opened") },
  chargeback: { moved: disputeMove("taken", [null, "opened"]), reports: disputeReports("taken") },
  dispute_won: { moved: disputeMove("won", ["opened", "taken"]), reports: disputeReports("won") },
  dispute_lost: { moved: disputeMove("lost", ["opened", "taken"]), reports: disputeReports("lost") },
}

/** Late money is money: an instrument can be paid in any state. A voided card was never charged. */
const canStillBePaid = ({ state, instrument }: SimulatedCharge): boolean => {
  switch (state) {
    case "open":
    case "expired":
    case "review":
    case "confirmed":
      return true
    case "voided":
      return instrument !== null
    case "refused":
      return false
  }
}

const isDisputable = ({ state, method }: SimulatedCharge): boolean =>
  state === "confirmed" && methodRules[method].isDisputable

const newDispute = (charge: SimulatedCharge): Dispute => ({
  key: disputeKey(charge.key),
  amount: remainderOf(charge),
  state: "opened",
})
