/** Removes an account with its sealed credentials. */
import type { AccountId } from "@vintem/domain/acquirer-account"
import { AcquirerAccountRepository, type StorageUnavailable, type Trail, UnitOfWork } from "@vintem/domain/ports"
import { Effect, Option } from "effect"
import { recordChange } from "../trail/record-change.ts"
import { accountFields, inLogOf } from "./account-trail.ts"

/** Returns false if there is no such account. */
export const removeAccount = Effect.fn("removeAccount")(function* (
  id: AccountId,
): Effect.fn.Return<boolean, StorageUnavailable, AcquirerAccountRepository | Trail | UnitOfWork> {
  const { commit } = yield* UnitOfWork
  return yield* commit(
    Effect.gen(function* () {
      const { find, remove } = yield* AcquirerAccountRepository
      const account = Option.getOrNull(yield* find(id))
      if (account === null) return false
      yield* remove(id)
      yield* recordChange({ ...inLogOf(id), action: "account.remove", before: accountFields(account), after: null })
      return true
    }),
  )
})
