/**
 * Commands about one company.
 */
import { companyIdFromPath } from "@vintem/contract"
import type { CompanyId } from "@vintem/domain/identifiers"
import { Flag } from "effect/cli"
import { Refused } from "../failures/outcome.ts"

export const companyFlag = Flag.String("company").pipe(
  Flag.filterMap(companyIdFromPath, () => "the id of a company, such as 7"),
  Flag.withMetavar("NUMBER"),
  Flag.withDescription("Id of the company"),
)

/** The refusal if no company has this id. */
export const noCompany = (company: CompanyId) =>
  new Refused({ message: `There is no company ${company}. See them with: vintem company list` })
