/**
 * How versions before decision 0201 merged reports: of two values of a field the one that arrived first stayed.
 *
 * Nothing is recorded by these rules any more. An order whose reports differed is stored as these rules left it, so the audit knows
 * them: such an order is right as it stands, until one more report of the same thing is merged by the rules of today.
 */
import * as Combiner from "effect/Combiner"
import { mergeBy, mergeRules, orAbsent, orNull } from "./merge.ts"

export const earlierMerge = mergeBy({
  attempt: {
    ...mergeRules.attempt,
    confirmedAt: orNull(Combiner.first()),
    instrument: orNull(Combiner.first()),
    tid: orNull(Combiner.first()),
    nsu: orNull(Combiner.first()),
    reason: orNull(Combiner.first()),
    decline: orAbsent(Combiner.first()),
    cardToken: orNull(Combiner.first()),
  },
  refund: {
    ...mergeRules.refund,
    attempt: Combiner.first(),
    requestedAt: orAbsent(Combiner.first()),
    way: orAbsent(Combiner.first()),
    reason: orAbsent(Combiner.first()),
  },
  case: { ...mergeRules.case, attempt: Combiner.first() },
})
