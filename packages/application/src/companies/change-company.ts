/** Saves an operator's changes of a company, with their consequences. */
import { instant } from "@vintem/domain/calendar"
import type { Company } from "@vintem/domain/company"
import { CompanyRepository, type JobQueue, type StorageUnavailable, type Trail } from "@vintem/domain/ports"
import { Clock, Effect } from "effect"
import { resumeRenewals } from "../subscriptions/resume-renewals.ts"
import { recordInCompany } from "../trail/record-change.ts"
import { companyFields } from "./company-fields.ts"

/**
 * Part of the unit that has read the company. If its moderation ends, the renewals that waited for the end are resumed.
 */
export const changeCompany = Effect.fnUntraced(function* (
  before: Company,
  after: Company,
): Effect.fn.Return<void, StorageUnavailable, Trail | CompanyRepository | JobQueue> {
  const companies = yield* CompanyRepository
  yield* companies.save(after)
  if (before.underModeration && !after.underModeration) {
    yield* resumeRenewals(after.id, instant(yield* Clock.currentTimeMillis))
  }
  const [was, is] = [companyFields(before), companyFields(after)]
  if (JSON.stringify(was) !== JSON.stringify(is)) {
    yield* recordInCompany(after.id, { action: "company.change", subject: after.id, before: was, after: is })
  }
  if (before.underModeration !== after.underModeration) {
    yield* recordInCompany(after.id, {
      action: "company.moderate",
      subject: after.id,
      before: { underModeration: before.underModeration },
      after: { underModeration: after.underModeration },
    })
  }
})
