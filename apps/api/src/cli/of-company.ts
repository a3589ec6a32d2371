/**
 * Commands about one company.
 */
import { CompanyId } from "@vintem/domain"
import { Schema } from "effect"
import { Flag } from "effect/cli"
import { Refused } from "./outcome.ts"

export const companyFlag = Flag.Int("company").pipe(
  Flag.withDescription("Id of the company"),
  Flag.withSchema(Schema.Int.pipe(Schema.decodeTo(CompanyId))),
)

/** There is none of that id. */
export const noCompany = (company: CompanyId) =>
  new Refused({ message: `There is no company ${company}. See them with: vintem company list` })
