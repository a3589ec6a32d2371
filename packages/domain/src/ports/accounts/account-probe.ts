/** Tries an account before anything is charged on it. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { AccountCredentials } from "../../acquirer-account/account-credentials.ts"
import type { AccountDraftFault } from "../../acquirer-account/account-refused.ts"
import type { AcquirerAccount } from "../../acquirer-account/acquirer-account.ts"
import type { Instant } from "../../calendar/instant.ts"

/**
 * The answer of an institution.
 *
 * - `ready`: it made a charge that nobody can pay, and removed it
 * - `certificate`, `credentials`, `scope`: it refuses the certificate, the client, or a scope that charges need
 * - `pix_key`: the Pix key belongs to another account
 * - `blocked`: it lets the account's owner charge nobody
 * - `unanswered`: it gave no answer that says one of these
 */
export const AccountVerdict = Schema.Literals([
  "ready",
  "certificate",
  "credentials",
  "scope",
  "pix_key",
  "blocked",
  "unanswered",
])
export type AccountVerdict = typeof AccountVerdict.Type

export interface ProbedAccount {
  readonly verdict: AccountVerdict
  /** What was seen, for an operator, without any secret. Empty for `ready`. */
  readonly detail: string
}

/** Looks at an account's certificate, and asks its institution. */
export class AccountProbe extends Context.Service<
  AccountProbe,
  {
    /** The faults of certificate and key, found without a connection. */
    readonly inspect: (
      credentials: Pick<AccountCredentials, "certificate" | "key">,
      now: Instant,
    ) => ReadonlyArray<AccountDraftFault>
    /** Makes a charge that nobody can pay, and removes it at once. */
    readonly ask: (account: AcquirerAccount, credentials: AccountCredentials) => Effect.Effect<ProbedAccount>
  }
>()("@vintem/domain/ports/AccountProbe") {}
