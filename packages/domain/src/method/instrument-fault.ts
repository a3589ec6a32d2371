/**
 * The faults of an issued instrument.
 *
 * @see docs/decisions/orders.md#0330
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

/**
 * A fault of an instrument. If several hold, the first is given. `missing`: there is none, or it is of another method.
 * `code`: banks cannot read the Pix code. `line`, `barcode`: banks cannot read those of the slip. `agreement`: the line
 * belongs to another barcode. `amount`: it has another amount. `due_date`: the barcode has another day.
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

/**
 * No payer may see this instrument. `detail` describes the fault in one or two words, without any part of the
 * instrument.
 */
export class InstrumentWrong extends Schema.TaggedError<InstrumentWrong>()("InstrumentWrong", {
  fault: InstrumentFault,
  detail: Schema.NullOr(Schema.String),
}) {}

export const wrongBy = (fault: InstrumentFault, detail: string | null): InstrumentWrong =>
  new InstrumentWrong({ fault, detail })

export const wrong = (fault: InstrumentFault, detail: string | null) => Result.fail(wrongBy(fault, detail))
