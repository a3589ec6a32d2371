/** Judges credentials before they are sealed. */
import {
  type AccountCredentials,
  type AccountDraftFault,
  type CredentialsDraft,
  readCredentials,
} from "@vintem/domain/acquirer-account"
import type { Instant } from "@vintem/domain/calendar"
import { AccountProbe } from "@vintem/domain/ports"
import { Effect, Result } from "effect"

/** Returns the credentials, or all faults, those of certificate and key included. */
export const judgedCredentials = (
  given: CredentialsDraft,
  now: Instant,
): Effect.Effect<Result.Result<AccountCredentials, ReadonlyArray<AccountDraftFault>>, never, AccountProbe> =>
  Effect.map(AccountProbe, ({ inspect }) => {
    const read = readCredentials(given)
    const seen = inspect(given, now)
    if (Result.isFailure(read)) return Result.fail([...read.failure, ...seen])
    return seen.length > 0 ? Result.fail(seen) : read
  })
