/** Adds an account at an institution. It asks the institution nothing. */
import {
  type AccountDraft,
  AccountName,
  AccountRefused,
  type AcquirerAccount,
  type CredentialsDraft,
  draftFaults,
} from "@vintem/domain/acquirer-account"
import { instant } from "@vintem/domain/calendar"
import type { CompanyId } from "@vintem/domain/identifiers"
import {
  type AccountProbe,
  AccountSecrets,
  AcquirerAccountRepository,
  type StorageUnavailable,
  type Trail,
  UnitOfWork,
} from "@vintem/domain/ports"
import { Clock, Effect, Result, Schema } from "effect"
import { recordChange } from "../trail/record-change.ts"
import { accountFields, inLogOf } from "./account-trail.ts"
import { judgedCredentials } from "./judged-credentials.ts"

/** The owner has an account with this name. */
export class AccountNameTaken extends Schema.TaggedError<AccountNameTaken>()("AccountNameTaken", {
  name: AccountName,
}) {}

/**
 * Stores the account with its credentials sealed. Refuses every fault of the draft at once.
 *
 * @param company - the owner, which exists; null for an account that companies share
 */
export const addAccount = Effect.fn("addAccount")(function* (
  company: CompanyId | null,
  draft: AccountDraft,
  given: CredentialsDraft,
): Effect.fn.Return<
  AcquirerAccount,
  AccountRefused | AccountNameTaken | StorageUnavailable,
  AccountProbe | AccountSecrets | AcquirerAccountRepository | Trail | UnitOfWork
> {
  const now = instant(yield* Clock.currentTimeMillis)
  const judged = yield* judgedCredentials(given, now)
  const [first, ...others] = [...draftFaults(draft), ...(Result.isFailure(judged) ? judged.failure : [])]
  if (first !== undefined) return yield* new AccountRefused({ faults: [first, ...others] })
  const credentials = yield* Effect.orDie(Effect.fromResult(judged))
  const { seal } = yield* AccountSecrets
  const id = { company, name: AccountName.make(draft.name) }
  const account: AcquirerAccount = {
    ...draft,
    ...id,
    credentials: yield* seal(id, credentials),
    createdAt: now,
    rotatedAt: now,
  }
  const { commit } = yield* UnitOfWork
  return yield* commit(
    Effect.gen(function* () {
      const { add } = yield* AcquirerAccountRepository
      if (!(yield* add(account))) return yield* new AccountNameTaken({ name: id.name })
      yield* recordChange({ ...inLogOf(id), action: "account.create", before: null, after: accountFields(account) })
      return account
    }),
  )
})
