/** The request of a refund, and its state. The path contains its key and its charge's. */
import { CompanyId, RefundKey } from "@vintem/domain/identifiers"
import { PaymentMethod, RefundWay } from "@vintem/domain/method"
import { Centavos } from "@vintem/domain/money"
import * as Schema from "effect/Schema"

/** A `RefundRequest` of the port without its keys. */
export const RefundBody = Schema.Struct({
  amount: Centavos.check(Schema.isGreaterThanOrEqualTo(1)),
  way: RefundWay,
  /** The charge's company and method. */
  company: Schema.optionalKey(CompanyId),
  method: Schema.optionalKey(PaymentMethod),
})

/** `key` is the refund's. */
export const RefundAnswerBody = Schema.Struct({
  key: RefundKey,
  fact: Schema.Literals(["processing", "settled", "failed"]),
  report: Schema.Struct({ reason: Schema.optionalKey(Schema.NonEmptyString) }),
}).pipe(Schema.encodeKeys({ fact: "status" }))
