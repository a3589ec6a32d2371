/**
 * Checks whether a company is under moderation now, and so takes no money.
 *
 * Every charge checks this before it starts, so moderation begins and ends at once in every process: a company read a
 * moment ago may be out of date.
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

/**
 * True if a company takes money, as far as it is known before the commit, which requires it (`RequireTrading`).
 *
 * If moderation refused the commit before, that counts: another read may come from this process's cache, which can be
 * late.
 *
 * @param refused - what refused the commit before
 */
export const isTrading = (
  company: Company,
  refused: { readonly _tag: string } | null,
): Effect.Effect<boolean, StorageUnavailable, CompanyRepository> => {
  if (refused?._tag === "ModerationConflict") return Effect.succeed(false)
  return company.underModeration ? Effect.map(isUnderModeration(company.id), (isIt) => !isIt) : Effect.succeed(true)
}
