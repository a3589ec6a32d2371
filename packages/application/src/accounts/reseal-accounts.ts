/** Seals the credentials of accounts again after the service's secret key was changed. */
import type { AccountId } from "@vintem/domain/acquirer-account"
import type { CompanyId } from "@vintem/domain/identifiers"
import { AccountSecrets, AcquirerAccountRepository, type StorageUnavailable, UnitOfWork } from "@vintem/domain/ports"
import { Effect, Option } from "effect"

/** The result for one owner's accounts. */
interface ResealedAccounts {
  readonly resealed: number
  /** Already under the current key. */
  readonly current: number
  /** No key of the service opens their credentials. They are kept unchanged. */
  readonly unopened: ReadonlyArray<AccountId>
}

/**
 * Seals an owner's accounts again, each as one commit. May run while the service runs, and repeatedly: credentials
 * under the current key are kept.
 *
 * @param company - the owner; null for the accounts that companies share
 */
export const resealAccounts = Effect.fn("resealAccounts")(function* (
  company: CompanyId | null,
): Effect.fn.Return<ResealedAccounts, StorageUnavailable, AccountSecrets | AcquirerAccountRepository | UnitOfWork> {
  const { commit } = yield* UnitOfWork
  const { list } = yield* AcquirerAccountRepository
  const outcomes = yield* Effect.forEach(yield* list(company), ({ name }) =>
    Effect.map(commit(resealOne({ company, name })), (outcome) => ({ id: { company, name }, outcome })),
  )
  const count = (wanted: Outcome) => outcomes.filter(({ outcome }) => outcome === wanted).length
  return {
    resealed: count("resealed"),
    current: count("current"),
    unopened: outcomes.flatMap(({ id, outcome }) => (outcome === "unopened" ? [id] : [])),
  }
})

/** `none`: the account was removed meanwhile. */
type Outcome = "resealed" | "current" | "unopened" | "none"

const resealOne = Effect.fnUntraced(function* (id: AccountId) {
  const { find, save } = yield* AcquirerAccountRepository
  const { reseal } = yield* AccountSecrets
  const account = Option.getOrNull(yield* find(id))
  if (account === null) return "none"
  const credentials = Option.getOrNull(reseal(account))
  if (credentials === null) return "unopened"
  if (credentials === account.credentials) return "current"
  yield* save({ ...account, credentials })
  return "resealed"
}) satisfies (id: AccountId) => Effect.Effect<Outcome, unknown, unknown>
