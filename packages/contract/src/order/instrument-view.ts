/** Each method's instrument on the wire: amounts in reais, instants and days in São Paulo. */
import { saoPauloTimestamp } from "@vintem/domain/calendar"
import { forEachIssuedMethod, type IssuedAs, type IssuedBy, type IssuedMethod } from "@vintem/domain/method"
import { type Centavos, decimalNumber } from "@vintem/domain/money"
import * as Schema from "effect/Schema"
import { TimestampView } from "./timestamp-view.ts"

/** The instrument that a payer can pay now, by method. Null if there is none. */
export const instrumentViews = {
  pix: Schema.NullOr(
    Schema.Struct({
      code: Schema.String.annotate({ description: "To copy and paste, and the text of the QR code." }),
      total: Schema.Finite,
      expires_at: TimestampView,
    }),
  ).annotate({ description: "A Pix that can be paid now." }),
  bank_slip: Schema.NullOr(
    Schema.Struct({
      line: Schema.String.annotate({ description: "47 digits." }),
      barcode: Schema.String.annotate({ description: "44 digits, interleaved 2 of 5." }),
      total: Schema.Finite,
      due_date: Schema.String.annotate({ description: "`YYYY-MM-DD`" }),
    }),
  ).annotate({ description: "A bank slip that can be paid now." }),
} satisfies Readonly<Record<IssuedMethod, Schema.Top>>

export type InstrumentsView = { readonly [Tag in IssuedMethod]: (typeof instrumentViews)[Tag]["Type"] }

/** Shows an instrument and its end: the slip's date, or the second when the Pix expires. */
const shown: {
  readonly [Tag in IssuedMethod]: {
    readonly view: (issued: IssuedBy[Tag], total: number) => InstrumentsView[Tag]
    readonly end: (issued: IssuedBy[Tag]) => string
  }
} = {
  pix: {
    view: ({ code, expiresAt }, total) => ({ code, total, expires_at: saoPauloTimestamp(expiresAt) }),
    end: ({ expiresAt }) => saoPauloTimestamp(expiresAt),
  },
  bank_slip: {
    view: ({ barcode, dueDate, line }, total) => ({ line, barcode, total, due_date: dueDate }),
    end: ({ dueDate }) => dueDate,
  },
}

export const noInstrument = forEachIssuedMethod(() => null)

/** An instrument under the name of its method. */
export const instrumentView = <Tag extends IssuedMethod>(instrument: IssuedAs<Tag>, total: Centavos) => ({
  [instrument._tag]: shown[instrument._tag].view(instrument, decimalNumber(total)),
})

/** The end of an instrument. */
export const endView = <Tag extends IssuedMethod>(instrument: IssuedAs<Tag>): string =>
  shown[instrument._tag].end(instrument)
