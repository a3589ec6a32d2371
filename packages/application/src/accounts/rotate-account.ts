/** Replaces the credentials of an account: a new client secret, or a certificate before the old one expires. */
import {
  type AccountId,
  AccountRefused,
  type AcquirerAccount,
  type CredentialsDraft,
} from "@vintem/domain/acquirer-account"
import { instant } from "@vintem/domain/calendar"
import {
  type AccountProbe,
  AccountSecrets,
  AcquirerAccountRepository,
  type StorageUnavailable,
  type Trail,
  UnitOfWork,
} from "@vintem/domain/ports"
import { Clock, Effect, Option, Redacted, Result } from "effect"
import { recordChange } from "../trail/record-change.ts"
import { inLogOf } from "./account-trail.ts"
import { judgedCredentials } from "./judged-credentials.ts"

/**
 * Fields that are missing from `given` keep their value. None if there is no such account.
 *
 * If no key of the service opens the stored credentials, all fields have to be given: missing ones are refused.
 */
export const rotateAccount = Effect.fn("rotateAccount")(function* (
  id: AccountId,
  given: Partial<CredentialsDraft>,
): Effect.fn.Return<
  Option.Option<AcquirerAccount>,
  AccountRefused | StorageUnavailable,
  AccountProbe | AccountSecrets | AcquirerAccountRepository | Trail | UnitOfWork
> {
  const now = instant(yield* Clock.currentTimeMillis)
  const { open, seal } = yield* AccountSecrets
  const { commit } = yield* UnitOfWork
  return yield* commit(
    Effect.gen(function* () {
      const { find, save } = yield* AcquirerAccountRepository
      const account = Option.getOrNull(yield* find(id))
      if (account === null) return Option.none()
      const kept = Option.getOrElse(open(account), () => nothingKept)
      const judged = yield* judgedCredentials({ ...kept, ...given }, now)
      if (Result.isFailure(judged)) {
        const [first, ...others] = judged.failure
        return first === undefined
          ? yield* Effect.die(new Error("Credentials were refused without a fault."))
          : yield* new AccountRefused({ faults: [first, ...others] })
      }
      const rotated = { ...account, credentials: yield* seal(id, judged.success), rotatedAt: now }
      yield* save(rotated)
      yield* recordChange({ ...inLogOf(id), action: "account.rotate", before: null, after: null })
      return Option.some(rotated)
    }),
  )
})

/** No certificate and no secret: each field that is not given is refused. */
const nothingKept: CredentialsDraft = {
  clientId: "",
  clientSecret: Redacted.make(""),
  certificate: "",
  key: Redacted.make(""),
  pixKey: "",
}
