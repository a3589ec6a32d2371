/**
 * What a payer pays with, once it is issued: a Pix code, or a slip.
 */
import * as Schema from "effect/Schema"
import type { Instant } from "../calendar/instant.ts"
import { bankSlipExpiry, bankSlipFields } from "./bank-slip.ts"
import { pixFields } from "./pix.ts"

/** What a payer pays with, once a Pix or slip is issued. */
export const Instrument = Schema.TaggedUnion({ pix: pixFields, bank_slip: bankSlipFields })
export type Instrument = typeof Instrument.Type

/**
 * From this instant on an unpaid instrument counts as expired. That is a guess: one that is paid after all is paid.
 *
 * A Pix ends at the instant it says; a slip at the end, in São Paulo, of the second banking day after its due date.
 *
 * @see docs/decisions/orders.md#0061
 */
export const instrumentExpiry = (instrument: Instrument): Instant => {
  switch (instrument._tag) {
    case "pix":
      return instrument.expiresAt
    case "bank_slip":
      return bankSlipExpiry(instrument)
  }
}

/** What a payer copies: the Pix code, or the slip's line. */
export const instrumentText = (instrument: Instrument): string => {
  switch (instrument._tag) {
    case "pix":
      return instrument.code
    case "bank_slip":
      return instrument.line
  }
}
