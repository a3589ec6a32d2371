/**
 * Accounts at institutions in memory.
 */
import type { AccountId, AcquirerAccount } from "@vintem/domain/acquirer-account"
import type { CompanyId } from "@vintem/domain/identifiers"
import { AcquirerAccountRepository } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { compositeKey, Tables } from "./tables.ts"

export const layer = Layer.effect(
  AcquirerAccountRepository,
  Effect.gen(function* () {
    const { acquirerAccounts } = yield* Tables
    const all = () => acquirerAccounts.entries().map(([, account]) => account)

    return AcquirerAccountRepository.of({
      add: (account) =>
        Effect.sync(() => {
          const isFree = !acquirerAccounts.has(keyOf(account))
          if (isFree) acquirerAccounts.put(keyOf(account), account)
          return isFree
        }),
      find: (id) => Effect.sync(() => Option.fromUndefinedOr(acquirerAccounts.get(keyOf(id)))),
      list: (company) =>
        Effect.sync(() =>
          all()
            .filter((account) => account.company === company)
            .sort(byName),
        ),
      owners: Effect.sync(() => [...new Set(all().map(({ company }) => company))].sort(sharedFirst)),
      save: (account) =>
        Effect.sync(() => {
          if (acquirerAccounts.has(keyOf(account))) acquirerAccounts.put(keyOf(account), account)
        }),
      remove: (id) =>
        Effect.sync(() => {
          const isStored = acquirerAccounts.has(keyOf(id))
          acquirerAccounts.forget(keyOf(id))
          return isStored
        }),
    })
  }),
)

const keyOf = ({ company, name }: AccountId): string => compositeKey(company ?? "shared", name)

const byName = (one: AcquirerAccount, other: AcquirerAccount): number => (one.name < other.name ? -1 : 1)

const sharedFirst = (one: CompanyId | null, other: CompanyId | null): number => (one ?? 0) - (other ?? 0)
