/**
 * Whether a payer can pay with the instrument that an acquirer issued. One that no bank takes, or that asks for other money or another day,
 * is never shown: the payer would copy it in vain, or pay another sum.
 *
 * @see docs/decisions/orders.md#0330
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { LocalDate } from "../calendar/local-date.ts"
import type { Centavos } from "../money/centavos.ts"
import { decodeBrCode } from "../pix/decode.ts"
import { parseBarcode, slipFromBarcode } from "../slip/barcode.ts"
import { barcodeFromDigitableLine, parseDigitableLine } from "../slip/digitable-line.ts"
import type { Instrument } from "./instrument.ts"
import type { PaymentMethod } from "./payment-method.ts"

/**
 * What is wrong with an instrument; if several faults hold, the first is given. `missing`: there is none, or it is of another method. `code`:
 * banks do not read the Pix code. `line`, `barcode`: they do not read those of the slip. `agreement`: the line is of another barcode.
 * `amount`: it asks for other money. `due_date`: the barcode names another day.
 */
export const InstrumentFault = Schema.Literals([
  "missing",
  "code",
  "line",
  "barcode",
  "agreement",
  "amount",
  "due_date",
])
export type InstrumentFault = typeof InstrumentFault.Type

/** No payer may see it. `detail` says more to a person, in one or two words and without any part of the instrument. */
export class InstrumentWrong extends Schema.TaggedError<InstrumentWrong>()("InstrumentWrong", {
  fault: InstrumentFault,
  detail: Schema.NullOr(Schema.String),
}) {}

/** What was asked of the acquirer. */
export interface AskedInstrument {
  readonly method: PaymentMethod
  /** Centavos, at least one. */
  readonly amount: Centavos
  /** When it was asked for, in São Paulo: a due-date factor stands for the day nearest to it. */
  readonly today: LocalDate
}

/**
 * Judges an instrument by itself and by what was asked for.
 *
 * A dynamic Pix code needs no amount, for its location answers it, and banks pass over one that it has. A static code has to name the amount:
 * otherwise the payer is asked how much.
 *
 * @returns the instrument, its line without points and spaces
 */
export const judgedInstrument = (
  instrument: Instrument | undefined,
  asked: AskedInstrument,
): Result.Result<Instrument, InstrumentWrong> => {
  if (instrument?._tag !== asked.method) return wrong("missing", instrument?._tag ?? null)
  return instrument._tag === "pix" ? judgedPix(instrument, asked) : judgedSlip(instrument, asked)
}

type Pix = Extract<Instrument, { readonly _tag: "pix" }>
type Slip = Extract<Instrument, { readonly _tag: "bank_slip" }>

const judgedPix = (pix: Pix, { amount }: AskedInstrument): Result.Result<Instrument, InstrumentWrong> =>
  Result.gen(function* () {
    const code = yield* Result.mapError(decodeBrCode(pix.code), ({ reason, object }) =>
      wrongBy("code", object === null ? reason : `${reason} ${object}`),
    )
    if (code.kind === "static" && code.amount !== amount) return yield* wrong("amount", "object 54")
    return pix
  })

const judgedSlip = (slip: Slip, { amount, today }: AskedInstrument): Result.Result<Instrument, InstrumentWrong> =>
  Result.gen(function* () {
    const line = yield* Result.mapError(parseDigitableLine(slip.line), ({ reason }) => wrongBy("line", reason))
    const barcode = yield* Result.mapError(parseBarcode(slip.barcode), ({ reason }) => wrongBy("barcode", reason))
    if (barcodeFromDigitableLine(line) !== barcode) return yield* wrong("agreement", null)
    const read = yield* Result.mapError(slipFromBarcode(barcode, today), ({ reason }) => wrongBy(reason, "factor"))
    if (read.amount !== amount) return yield* wrong("amount", null)
    if (read.dueDate !== slip.dueDate) return yield* wrong("due_date", null)
    return { ...slip, line }
  })

const wrongBy = (fault: InstrumentFault, detail: string | null) => new InstrumentWrong({ fault, detail })

const wrong = (fault: InstrumentFault, detail: string | null) => Result.fail(wrongBy(fault, detail))
