/**
 * Whether a payer can pay with the instrument that an acquirer issued. One that no bank takes, or that asks for other money or another day,
 * is never shown: the payer would copy it in vain, or pay another sum.
 *
 * @see docs/decisions/orders.md#0330
 */
import type * as Result from "effect/Result"
import type { Instrument } from "./instrument.ts"
import { type InstrumentWrong, wrong } from "./instrument-fault.ts"
import type { AskedTerms } from "./method-rules.ts"
import { type IssuedAs, judges } from "./methods.ts"
import type { IssuedMethod, PaymentMethod } from "./payment-method.ts"

/** What was asked of the acquirer, and its method. */
export interface AskedInstrument extends AskedTerms {
  readonly method: PaymentMethod
}

/**
 * Judges an instrument by itself and by what was asked for.
 *
 * @returns the instrument as it is kept
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
