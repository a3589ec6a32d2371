/**
 * An acquirer's report about an attempt, after a check of its instrument: a wrong one never becomes part of an order.
 *
 * @see docs/decisions/orders.md#0330
 */
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { saoPauloDate } from "../calendar/sao-paulo.ts"
import type { InstrumentFault, InstrumentWrong } from "../method/instrument-fault.ts"
import { judgedInstrument } from "../method/judged-instrument.ts"
import { type Attempt, type AttemptReport, instrumentOf } from "./attempt.ts"
import type { AttemptFact } from "./facts.ts"

/** A fact of an attempt, and the report that came with it. */
export interface ToldOfCharge {
  readonly fact: AttemptFact
  readonly report: AttemptReport
}

/** The report, without a wrong instrument. */
export interface JudgedReport {
  readonly told: ToldOfCharge
  /** None if the instrument is right, or none is required. */
  readonly wrong: Option.Option<InstrumentWrong>
  /** True if the payer cannot pay: the attempt is reported open, and no right instrument of it is known. */
  readonly isUnpayable: boolean
}

/** Checks a report about an attempt. A card has no instrument; one in its report is ignored. */
export const judgedReport = (attempt: Attempt, { fact, report }: ToldOfCharge): JudgedReport => {
  const { instrument, ...others } = report
  const isIssued = fact === "open" && instrumentOf(attempt) === null
  if (attempt._tag === "credit" || (instrument === undefined && !isIssued)) {
    return { told: { fact, report: others }, wrong: Option.none(), isUnpayable: false }
  }
  const { _tag: method, quote, startedAt } = attempt
  const asked = { method, amount: quote.charged, today: saoPauloDate(startedAt) }
  return Result.match(judgedInstrument(instrument, asked), {
    onSuccess: (right) => ({
      told: { fact, report: { ...others, instrument: right } },
      wrong: Option.none(),
      isUnpayable: false,
    }),
    onFailure: (wrong) => ({ told: { fact, report: others }, wrong: Option.some(wrong), isUnpayable: isIssued }),
  })
}

/**
 * The end of an attempt whose instrument was wrong and is withdrawn: a soft refusal, so the payer may try again at
 * once.
 */
export const refusedForInstrument = (
  { report: { instrument: _withdrawn, ...report } }: ToldOfCharge,
  fault: InstrumentFault,
): ToldOfCharge => ({
  fact: "refused",
  report: { ...report, reason: "wrong_instrument", decline: "soft", wrongInstrument: fault },
})
