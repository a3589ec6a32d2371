/**
 * What may be wrong with an instrument that an acquirer issued.
 *
 * @see docs/decisions/orders.md#0330
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

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

export const wrongBy = (fault: InstrumentFault, detail: string | null): InstrumentWrong =>
  new InstrumentWrong({ fault, detail })

export const wrong = (fault: InstrumentFault, detail: string | null) => Result.fail(wrongBy(fault, detail))
