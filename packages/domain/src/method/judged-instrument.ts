/**
 * Checks that a payer can pay with an issued instrument. One that no bank accepts, or with another amount or day, is
 * never shown: the payer could not pay it, or would pay another sum.
 *
 * @see docs/decisions/orders.md#0330
 */
import type * as Result from "effect/Result"
import type { Instrument } from "./instrument.ts"
import { type InstrumentWrong, wrong } from "./instrument-fault.ts"
import type { AskedTerms } from "./method-rules.ts"
import { type IssuedAs, judges } from "./methods.ts"
import type { IssuedMethod, PaymentMethod } from "./payment-method.ts"

/** The request to the acquirer, with its method. */
export interface AskedInstrument extends AskedTerms {
  readonly method: PaymentMethod
}

/**
 * Checks an instrument by itself and against the request.
 *
 * @returns the instrument as it is stored
 */
export const judgedInstrument = (
  instrument: Instrument | undefined,
  asked: AskedInstrument,
): Result.Result<Instrument, InstrumentWrong> => {
  if (instrument?._tag !== asked.method) return wrong("missing", instrument?._tag ?? null)
  return judged(instrument, asked)
}

const judged = <Tag extends IssuedMethod>(
  instrument: IssuedAs<Tag>,
  asked: AskedTerms,
): Result.Result<IssuedAs<Tag>, InstrumentWrong> => judges[instrument._tag](instrument, asked)
