/** The acquirer's reports of a charge: in a notification, and in the answer to a sandbox control. */
import { AttemptKey, CaseKey, RefundKey } from "@vintem/domain/identifiers"
import { Centavos } from "@vintem/domain/money"
import { AttemptFact, CaseFact, RefundFact } from "@vintem/domain/order"
import * as Schema from "effect/Schema"
import { ChargeReport } from "./charge-answer.ts"

/** Only the service knows these: that it asked, and that no answer came. */
const onesOwn: ReadonlySet<AttemptFact> = new Set(["sent", "unknown"])

const Amount = Centavos.check(Schema.isGreaterThanOrEqualTo(0))

const Report = Schema.Union([
  Schema.Struct({
    _tag: Schema.Literal("charge").transform("AttemptUpdate"),
    fact: AttemptFact.check(
      Schema.makeFilter((fact: AttemptFact) => !onesOwn.has(fact), { message: "Expected what an acquirer can know" }),
    ),
    report: ChargeReport,
  }).pipe(Schema.encodeKeys({ _tag: "type", fact: "status" })),
  Schema.Struct({
    _tag: Schema.Literal("refund").transform("RefundUpdate"),
    refund: RefundKey,
    amount: Amount,
    fact: RefundFact,
  }).pipe(Schema.encodeKeys({ _tag: "type", refund: "refund_key", fact: "status" })),
  Schema.Struct({
    _tag: Schema.Literal("case").transform("CaseUpdate"),
    case: CaseKey,
    amount: Amount,
    fact: CaseFact,
  }).pipe(Schema.encodeKeys({ _tag: "type", case: "case_key", fact: "status" })),
])

/** The reports about the charge of a key. Facts are a set: a repeated report adds nothing. */
export const ChargeReportsBody = Schema.Struct({ key: AttemptKey, news: Schema.Array(Report) })

/** The answer to reports that were recorded. */
export const Taken = Schema.Struct({ key: AttemptKey })
