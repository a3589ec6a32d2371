/** The request for each method's instrument, and the instrument itself, in the words of the protocol. */
import { LocalDate } from "@vintem/domain/calendar"
import type { IssuedMethod } from "@vintem/domain/method"
import * as Schema from "effect/Schema"
import { InstantText } from "./instant.ts"

/** Characters: twice what a Pix code may have, and less than a QR code can hold. */
const pixCodeMax = 1_024

const wires = {
  pix: {
    means: Schema.TaggedStruct("pix", { expiresAt: InstantText }).pipe(
      Schema.encodeKeys({ _tag: "type", expiresAt: "expires_at" }),
    ),
    instrument: Schema.TaggedStruct("pix", {
      code: Schema.NonEmptyString.check(Schema.isMaxLength(pixCodeMax)),
      expiresAt: InstantText,
    }).pipe(Schema.encodeKeys({ _tag: "type", expiresAt: "expires_at" })),
  },
  bank_slip: {
    means: Schema.TaggedStruct("bank_slip", { dueDate: LocalDate }).pipe(
      Schema.encodeKeys({ _tag: "type", dueDate: "due_date" }),
    ),
    instrument: Schema.TaggedStruct("bank_slip", {
      line: Schema.NonEmptyString,
      barcode: Schema.NonEmptyString,
      dueDate: LocalDate,
    }).pipe(Schema.encodeKeys({ _tag: "type", dueDate: "due_date" })),
  },
} satisfies Readonly<Record<IssuedMethod, { readonly means: Schema.Top; readonly instrument: Schema.Top }>>

/** The requests. */
export const issuedMeans = Object.values(wires).map(({ means }) => means)

/** The instruments. */
export const Instrument = Schema.Union(Object.values(wires).map(({ instrument }) => instrument))
