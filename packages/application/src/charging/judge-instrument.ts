/**
 * Handles a Pix or slip that the acquirer issued and no payer can pay: it is looked up once more, then withdrawn, and
 * the attempt ends, so that the payer may try again at once.
 *
 * Nothing is stored between these steps. If the process dies, the attempt has no outcome, and the next request for it
 * repeats the steps.
 *
 * @see docs/decisions/orders.md#0330
 */
import type { CompanyId } from "@vintem/domain/identifiers"
import type { InstrumentFault, InstrumentWrong } from "@vintem/domain/method"
import {
  type Attempt,
  isInFlight,
  type JudgedReport,
  judgedReport,
  type OrderReport,
  refusedForInstrument,
  type ToldOfCharge,
} from "@vintem/domain/order"
import { type Acquirer, type ChargeRef, OutcomeUnknown } from "@vintem/domain/ports"
import { Effect, Option } from "effect"

/** Names the charge of an attempt. */
export const chargeRefOf = (company: CompanyId | undefined, { _tag: method, key }: Attempt): ChargeRef => ({
  key,
  company,
  method,
})

/** The judged result of an answer. If the attempt could not be withdrawn, its outcome stays unknown. */
export const judgedAnswer =
  (acquirer: Acquirer["Service"], company: CompanyId | undefined, attempt: Attempt) =>
  (answer: ToldOfCharge): Effect.Effect<ToldOfCharge, OutcomeUnknown> =>
    Effect.gen(function* () {
      const first = judgedReport(attempt, answer)
      if (!first.isUnpayable) return yield* toldOf(attempt, first)
      const found = yield* acquirer.find(chargeRefOf(company, attempt))
      const again = Option.match(found, { onNone: () => first, onSome: (one) => judgedReport(attempt, one) })
      if (!again.isUnpayable || Option.isNone(again.wrong)) return yield* toldOf(attempt, again)
      const { fault } = again.wrong.value
      yield* logWrong(attempt, again.wrong.value)
      return yield* Effect.flatMap(acquirer.void(chargeRefOf(company, attempt)), judgedEnd(attempt)).pipe(
        Effect.match({
          onFailure: () => stillUnknown(again, fault),
          // A payment with it still counts.
          onSuccess: (end) => (end.fact === "confirmed" ? end : refusedForInstrument(end, fault)),
        }),
      )
    })

/** The state of a voided charge. If the answer leaves it open, its end is unknown. */
export const judgedEnd =
  (attempt: Attempt) =>
  (answer: ToldOfCharge): Effect.Effect<ToldOfCharge, OutcomeUnknown> =>
    ended.has(answer.fact)
      ? toldOf(attempt, judgedReport(attempt, answer))
      : Effect.fail(new OutcomeUnknown({ detail: `a charge that was voided is ${answer.fact}` }))

/**
 * Judges the instrument of an unrequested report. If that leaves nothing to pay with, the outcome of the attempt is
 * unknown, and the acquirer is asked soon. A report changes nothing of an attempt that has ended.
 */
export const judgedNotification = Effect.fnUntraced(function* (
  attempt: Attempt,
  report: OrderReport,
): Effect.fn.Return<ReadonlyArray<OrderReport>> {
  if (report._tag !== "AttemptUpdate") return [report]
  const judged = judgedReport(attempt, report)
  const told = yield* toldOf(attempt, judged)
  if (!judged.isUnpayable || Option.isNone(judged.wrong)) return [{ ...report, ...told }]
  return isInFlight(attempt.facts) ? [{ ...report, ...stillUnknown(judged, judged.wrong.value.fault) }] : []
})

/** There is nothing to pay with, and the charge's end is unknown: the acquirer is asked until it is known. */
const stillUnknown = ({ told: { report } }: JudgedReport, wrongInstrument: InstrumentFault): ToldOfCharge => ({
  fact: "unknown",
  report: { ...report, wrongInstrument },
})

const ended: ReadonlySet<ToldOfCharge["fact"]> = new Set(["confirmed", "refused", "rejected", "expired", "voided"])

/** Returns the report, and logs a wrong instrument in it. */
const toldOf = (attempt: Attempt, { told, wrong }: JudgedReport) =>
  Effect.as(Option.isSome(wrong) ? logWrong(attempt, wrong.value) : Effect.void, told)

const logWrong = ({ key, _tag: method }: Attempt, { fault, detail }: InstrumentWrong) =>
  Effect.logError("the acquirer issued a Pix code or slip that no payer can pay with", { key, method, fault, detail })
