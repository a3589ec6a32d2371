/**
 * What becomes of a Pix or slip that the acquirer issued and no payer can pay with: it is asked about once more, then withdrawn, and the
 * attempt ends, so that the payer may try again at once.
 *
 * Nothing is stored between these steps. A process that dies on the way leaves an attempt without an outcome, and whoever asks about it takes
 * the same steps.
 *
 * @see docs/decisions/orders.md#0330
 */
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
import { type Acquirer, OutcomeUnknown } from "@vintem/domain/ports"
import { Effect, Option } from "effect"

/** What an answer comes to. If the attempt could not be withdrawn, its outcome stays unknown. */
export const judgedAnswer =
  (acquirer: Acquirer["Service"], attempt: Attempt) =>
  (answer: ToldOfCharge): Effect.Effect<ToldOfCharge, OutcomeUnknown> =>
    Effect.gen(function* () {
      const first = judgedReport(attempt, answer)
      if (!first.isUnpayable) return yield* toldOf(attempt, first)
      const found = yield* acquirer.find(attempt.key)
      const again = Option.match(found, { onNone: () => first, onSome: (one) => judgedReport(attempt, one) })
      if (!again.isUnpayable || Option.isNone(again.wrong)) return yield* toldOf(attempt, again)
      const { fault } = again.wrong.value
      yield* logWrong(attempt, again.wrong.value)
      return yield* Effect.flatMap(acquirer.void(attempt.key), judgedEnd(attempt)).pipe(
        Effect.match({
          onFailure: () => stillUnknown(again, fault),
          // Whoever paid by it after all has paid.
          onSuccess: (end) => (end.fact === "confirmed" ? end : refusedForInstrument(end, fault)),
        }),
      )
    })

/** The state of a charge that was voided. An answer that leaves it open does not say how it ended. */
export const judgedEnd =
  (attempt: Attempt) =>
  (answer: ToldOfCharge): Effect.Effect<ToldOfCharge, OutcomeUnknown> =>
    ended.has(answer.fact)
      ? toldOf(attempt, judgedReport(attempt, answer))
      : Effect.fail(new OutcomeUnknown({ detail: `a charge that was voided is ${answer.fact}` }))

/**
 * A report that nobody asked for, with its instrument judged. If that leaves nothing to pay with, the outcome of the attempt is unknown: the
 * acquirer is asked soon. An attempt that has ended learns nothing from it.
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

/** Nothing to pay with, and no word on how the charge ends: it is asked about until there is one. */
const stillUnknown = ({ told: { report } }: JudgedReport, wrongInstrument: InstrumentFault): ToldOfCharge => ({
  fact: "unknown",
  report: { ...report, wrongInstrument },
})

const ended: ReadonlySet<ToldOfCharge["fact"]> = new Set(["confirmed", "refused", "rejected", "expired", "voided"])

/** Returns the report, and logs an instrument in it that was wrong. */
const toldOf = (attempt: Attempt, { told, wrong }: JudgedReport) =>
  Effect.as(Option.isSome(wrong) ? logWrong(attempt, wrong.value) : Effect.void, told)

const logWrong = ({ key, _tag: method }: Attempt, { fault, detail }: InstrumentWrong) =>
  Effect.logError("the acquirer issued a Pix code or slip that no payer can pay with", { key, method, fault, detail })
