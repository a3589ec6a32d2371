/**
 * The state of a charge as the acquirer answers it, and the fields that every report of a charge has.
 */
import { LocalDate } from "@vintem/domain/calendar"
import { AttemptKey } from "@vintem/domain/identifiers"
import { Centavos } from "@vintem/domain/money"
import { Decline } from "@vintem/domain/order"
import * as Schema from "effect/Schema"
import { InstantText } from "./instant.ts"

/** Characters: twice what a Pix code may have, and less than a QR code can hold. */
const pixCodeMax = 1_024

const Instrument = Schema.Union([
  Schema.TaggedStruct("pix", {
    code: Schema.NonEmptyString.check(Schema.isMaxLength(pixCodeMax)),
    expiresAt: InstantText,
  }).pipe(Schema.encodeKeys({ _tag: "type", expiresAt: "expires_at" })),
  Schema.TaggedStruct("bank_slip", {
    line: Schema.NonEmptyString,
    barcode: Schema.NonEmptyString,
    dueDate: LocalDate,
  }).pipe(Schema.encodeKeys({ _tag: "type", dueDate: "due_date" })),
])

/** What is not known is absent. */
export const ChargeReport = Schema.Struct({
  captured: Schema.optionalKey(Centavos.check(Schema.isGreaterThanOrEqualTo(0))),
  instrument: Schema.optionalKey(Instrument),
  tid: Schema.optionalKey(Schema.NonEmptyString),
  nsu: Schema.optionalKey(Schema.NonEmptyString),
  reason: Schema.optionalKey(Schema.NonEmptyString),
  decline: Schema.optionalKey(Decline),
  cardToken: Schema.optionalKey(Schema.NonEmptyString),
}).pipe(Schema.encodeKeys({ cardToken: "card_token" }))

/** The state of a charge, in the words of the protocol. */
export const ChargeStatus = Schema.Literals(["open", "review", "approved", "refused", "expired", "voided", "confirmed"])

/** Names the charge that the answer is about: an answer about another one does not count. */
export const ChargeAnswerBody = Schema.Struct({
  key: AttemptKey,
  fact: ChargeStatus,
  report: ChargeReport,
}).pipe(Schema.encodeKeys({ fact: "status" }))
