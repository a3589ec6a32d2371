/** Seals the credentials of accounts under the service's key. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { AccountCredentials } from "../../acquirer-account/account-credentials.ts"
import type { AccountId, AcquirerAccount, SealedCredentials } from "../../acquirer-account/acquirer-account.ts"

/** Sealed credentials reveal nothing. Only this service opens them, and only for their account. */
export class AccountSecrets extends Context.Service<
  AccountSecrets,
  {
    readonly seal: (id: AccountId, credentials: AccountCredentials) => Effect.Effect<SealedCredentials>
    /** None if no key of this service sealed them for this account. */
    readonly open: (account: AcquirerAccount) => Option.Option<AccountCredentials>
    /** Credentials under the current key, unchanged if they are already. None under the conditions of `open`. */
    readonly reseal: (account: AcquirerAccount) => Option.Option<SealedCredentials>
  }
>()("@vintem/domain/ports/AccountSecrets") {}
