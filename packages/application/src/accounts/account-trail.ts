/** What the trail tells of an account: its terms, and nothing that is sealed. */
import { inCompany, platform } from "@vintem/domain/access"
import type { AccountId, AcquirerAccount } from "@vintem/domain/acquirer-account"
import type { RecordedChange } from "../trail/record-change.ts"

/** The log of the account's owner: the company's, or the platform's for a shared account. */
export const inLogOf = ({ company, name }: AccountId): Pick<RecordedChange, "realm" | "subject"> => ({
  realm: company === null ? platform : inCompany(company),
  subject: name,
})

export const accountFields = ({ baseUrl, environment, profile }: AcquirerAccount) => ({
  profile,
  environment,
  url: baseUrl,
})
