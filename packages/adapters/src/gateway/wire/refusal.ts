/** The refusals that prove something about a charge. */
import { AttemptKey } from "@vintem/domain/identifiers"
import { PaymentMethod } from "@vintem/domain/method"
import * as Schema from "effect/Schema"
import { ChargeState } from "../../simulated/books/simulated-charge.ts"
import { ReportKind } from "../../simulated/sandbox-reports.ts"

/** There is no charge of this key. A request still on its way may create one, unless the key is voided. */
export const NoSuchCharge = Schema.Struct({ error: Schema.Literal("no_such_charge"), key: AttemptKey })

export const noSuchCharge = (key: AttemptKey) => NoSuchCharge.make({ error: "no_such_charge", key })

/** The acquirer has no list of charges. Any other answer leaves open whether it has one. */
export const NoList = Schema.Struct({ error: Schema.Literal("no_charge_list") })

export const noList = NoList.make({ error: "no_charge_list" })

/** The sandbox's acquirer cannot make this report of such a charge; `possible` lists the reports that it can. */
export const NotReported = Schema.Struct({
  error: Schema.Literal("cannot_report"),
  key: AttemptKey,
  kind: ReportKind,
  standing: Schema.NullOr(ChargeState),
  method: Schema.NullOr(PaymentMethod),
  possible: Schema.Array(ReportKind),
})

export const notReported = (refusal: Omit<typeof NotReported.Type, "error">) =>
  NotReported.make({ error: "cannot_report", ...refusal })
