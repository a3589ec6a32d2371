/**
 * Checks if a company is under moderation now, and takes no money.
 *
 * Every unit that starts to ask a payer for money checks this, so moderation begins and ends at once in every process:
 * a company that was read before the unit may be out of date.
 */
import type { Company } from "@vintem/domain/company"
import type { CompanyId } from "@vintem/domain/identifiers"
import { CompanyRepository, type StorageUnavailable } from "@vintem/domain/ports"
import { Effect, Option } from "effect"

/** Part of the unit that starts an attempt. */
export const isUnderModeration = (company: CompanyId): Effect.Effect<boolean, StorageUnavailable, CompanyRepository> =>
  Effect.flatMap(CompanyRepository, (companies) => Effect.map(companies.find(company), isModerated))

const isModerated = (company: Option.Option<Company>): boolean =>
  Option.exists(company, ({ underModeration }) => underModeration)
