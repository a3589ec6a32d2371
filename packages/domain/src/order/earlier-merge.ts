/**
 * How versions before decision 0201 merged reports: of two values of a field the one that arrived first stayed.
 *
 * Nothing is recorded by these rules any more. An order whose reports differed is stored as these rules left it, so the audit knows them:
 * such an order is right as it is, until one more report of the same thing is merged by the rules of today.
 */
import * as Combiner from "effect/Combiner"
import { askedBy, larger, mergeBy, mergeRules, orAbsent, orNull, paymentBy } from "./merge.ts"

const { credit, pix, bank_slip, refund } = mergeRules

const ofEveryAttempt = {
  payment: paymentBy({ captured: larger, confirmedAt: Combiner.first() }),
  tid: orNull(Combiner.first<string>()),
  reason: orNull(Combiner.first<string>()),
}

export const earlierMerge = mergeBy({
  credit: {
    ...credit,
    ...ofEveryAttempt,
    nsu: orNull(Combiner.first()),
    decline: orAbsent(Combiner.first()),
    cardToken: orNull(Combiner.first()),
  },
  pix: { ...pix, ...ofEveryAttempt, instrument: orNull(Combiner.first()) },
  bank_slip: { ...bank_slip, ...ofEveryAttempt, instrument: orNull(Combiner.first()) },
  refund: {
    ...refund,
    attempt: Combiner.first(),
    asked: askedBy({ at: Combiner.first(), way: orNull(Combiner.first()) }),
    reason: orNull(Combiner.first()),
  },
  case: { ...mergeRules.case, attempt: Combiner.first() },
})
