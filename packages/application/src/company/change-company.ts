/**
 * Writes down what an operator changed about a company, and what follows from it.
 */
import { type Company, CompanyRepository, instant } from "@vintem/domain"
import { Clock, Effect } from "effect"
import { resumeRenewals } from "../subscription/resume-renewals.ts"

/** Part of the unit that has read the company. Where its moderation ends, the renewals that waited for that go on. */
export const changeCompany = Effect.fnUntraced(function* (before: Company, after: Company) {
  const companies = yield* CompanyRepository
  yield* companies.save(after)
  if (before.underModeration && !after.underModeration) {
    yield* resumeRenewals(after.id, instant(yield* Clock.currentTimeMillis))
  }
})
