/** Tries a stored account: whether its credentials open, whether they are good, and what its institution answers. */
import type { AccountDraftFault, AccountId } from "@vintem/domain/acquirer-account"
import { instant } from "@vintem/domain/calendar"
import {
  AccountProbe,
  AccountSecrets,
  AcquirerAccountRepository,
  type ProbedAccount,
  type StorageUnavailable,
} from "@vintem/domain/ports"
import { Clock, Effect, Option } from "effect"

/**
 * - `Unopened`: no key of the service opens the credentials
 * - `Faulty`: the certificate or its key is no good, so the institution was not asked
 * - `Asked`: the institution's answer
 */
export type CheckedAccount =
  | { readonly _tag: "Unopened" }
  | { readonly _tag: "Faulty"; readonly faults: ReadonlyArray<AccountDraftFault> }
  | ({ readonly _tag: "Asked" } & ProbedAccount)

/** None if there is no such account. */
export const checkAccount = Effect.fn("checkAccount")(function* (
  id: AccountId,
): Effect.fn.Return<
  Option.Option<CheckedAccount>,
  StorageUnavailable,
  AccountProbe | AccountSecrets | AcquirerAccountRepository
> {
  const { find } = yield* AcquirerAccountRepository
  const { open } = yield* AccountSecrets
  const { ask, inspect } = yield* AccountProbe
  const account = Option.getOrNull(yield* find(id))
  if (account === null) return Option.none()
  const credentials = Option.getOrNull(open(account))
  if (credentials === null) return Option.some({ _tag: "Unopened" })
  const faults = inspect(credentials, instant(yield* Clock.currentTimeMillis))
  if (faults.length > 0) return Option.some({ _tag: "Faulty", faults })
  return Option.some({ _tag: "Asked", ...(yield* ask(account, credentials)) })
})
