/** Everything in signing in that needs randomness or the service's key: tokens, and the secrets of authenticators. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import type { DeviceMark } from "../../access/device.ts"
import type { SealedSecret } from "../../access/second-factor.ts"
import type { TokenHash } from "../../access/token-hash.ts"
import type { UserId } from "../../access/user.ts"

/** Makes the tokens for signing in, and seals the secrets of authenticators. */
export class AccessSecrets extends Context.Service<
  AccessSecrets,
  {
    /** A token of 256 random bits, of letters, digits, hyphens and underscores. */
    readonly newToken: Effect.Effect<Redacted.Redacted<string>>
    /** A code of 80 random bits, to keep on paper: four groups of four letters and digits. */
    readonly newRecoveryCode: Effect.Effect<Redacted.Redacted<string>>
    /** The hash of a token or code, for storing it and finding it. */
    readonly hashToken: (token: Redacted.Redacted<string>) => TokenHash
    /** One of a user's guess counters for marked browsers, chosen at random: 0 to `deviceSlots` - 1. */
    readonly newDeviceSlot: Effect.Effect<number>
    /**
     * The mark as a browser stores it: at most 120 letters, digits, hyphens, underscores and dots. Only this service
     * can make it.
     */
    readonly sealedMark: (mark: DeviceMark) => Redacted.Redacted<string>
    /** The contents of a mark. None if this service did not make it. */
    readonly openedMark: (token: Redacted.Redacted<string>) => Option.Option<DeviceMark>
    /**
     * A secret for a user's authenticator, of 160 random bits: in base32 to be shown, and sealed to be stored. Sealed it reveals nothing,
     * and only this service can open it, for this user.
     */
    readonly newTotpSecret: (
      user: UserId,
    ) => Effect.Effect<{ readonly shown: Redacted.Redacted<string>; readonly sealed: SealedSecret }>
    /**
     * The secret under the service's current key: unchanged if that key sealed it, otherwise resealed. None if this service did not seal
     * it for this user, or under a key that it no longer has.
     */
    readonly resealTotp: (user: UserId, sealed: SealedSecret) => Option.Option<SealedSecret>
    /** Warns operators, once for each key, if a stored secret was sealed under a key that this service does not have. */
    readonly warnOfUnknownKey: (sealed: SealedSecret) => Effect.Effect<void>
    /**
     * Returns the first step whose code this is. Returns none if no step matches, or if this service did not seal the secret for this user.
     */
    readonly matchTotp: (
      user: UserId,
      sealed: SealedSecret,
      code: string,
      steps: ReadonlyArray<number>,
    ) => Option.Option<number>
  }
>()("@vintem/domain/ports/AccessSecrets") {}
