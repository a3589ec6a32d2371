/** The state of a charge in the acquirer's answer, and the fields of every report of a charge. */
import { AttemptKey } from "@vintem/domain/identifiers"
import { Centavos } from "@vintem/domain/money"
import { Decline } from "@vintem/domain/order"
import * as Schema from "effect/Schema"
import { Instrument } from "./instruments.ts"

/** Unknown fields are absent. */
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

/** Names the charge in the answer: an answer about another one does not count. */
export const ChargeAnswerBody = Schema.Struct({
  key: AttemptKey,
  fact: ChargeStatus,
  report: ChargeReport,
}).pipe(Schema.encodeKeys({ fact: "status" }))
