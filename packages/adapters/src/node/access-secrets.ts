/** Random tokens, marks of browsers, and authenticators' secrets sealed under keys derived from the service's. */
import { createHmac, hash, randomBytes, randomInt, timingSafeEqual } from "node:crypto"
import { DeviceMark, deviceSlots, SealedSecret, TokenHash, totpDigits, type UserId } from "@vintem/domain/access"
import { AccessSecrets } from "@vintem/domain/ports"
import { Effect, Layer, Option, Redacted, Schema } from "effect"
import { base32 } from "./base32.ts"
import { sealingFor } from "./sealing.ts"
import { derivedKey, everyKey, type SecretKeys } from "./secret-key.ts"
import { totpCode } from "./totp.ts"

/**
 * Tokens, recovery codes, and secrets of authenticators.
 *
 * @param secretKeys - equal for all processes and starts of a service; otherwise it recognizes no second factor
 */
export const layer = <E, R>(secretKeys: Effect.Effect<SecretKeys, E, R>) =>
  Layer.effect(
    AccessSecrets,
    Effect.map(secretKeys, (keys) => {
      const markingKey = derivedKey(keys.current, "device")
      const markingKeys = everyKey(keys).map((key) => derivedKey(key, "device"))
      const sealing = sealingFor(keys, "second factor")
      const warnedOf = new Set<string>()
      return AccessSecrets.of({
        newToken: Effect.sync(() => Redacted.make(randomBytes(32).toString("base64url"), { label: "token" })),
        newRecoveryCode: Effect.sync(() =>
          Redacted.make(base32(randomBytes(10)).replace(/(.{4})(?=.)/gu, "$1-"), { label: "recovery code" }),
        ),
        hashToken: (token) => TokenHash.make(hash("sha256", Redacted.value(token))),
        newDeviceSlot: Effect.sync(() => randomInt(deviceSlots)),
        sealedMark: ({ generation, markedAt, slot, user }) => {
          const said = [user, generation, slot, markedAt].join(".")
          return Redacted.make(`${said}.${macOf(markingKey, said)}`, { label: "device" })
        },
        openedMark: (token) => {
          const [, said, user, generation, slot, markedAt, mac] = markPattern.exec(Redacted.value(token)) ?? []
          if (said === undefined || mac === undefined) return Option.none()
          if (!markingKeys.some((key) => isSame(mac, macOf(key, said)))) return Option.none()
          return decodeMark({
            user: Number(user),
            generation: Number(generation),
            slot: Number(slot),
            markedAt: Number(markedAt),
          })
        },
        newTotpSecret: (user) =>
          Effect.sync(() => {
            const secret = randomBytes(totpSecretBytes)
            const shown = Redacted.make(base32(secret), { label: "authenticator secret" })
            return { shown, sealed: SealedSecret.make(sealing.seal(ownerOf(user), secret)) }
          }),
        resealTotp: (user, sealed) => Option.map(sealing.reseal(ownerOf(user), sealed), SealedSecret.make),
        warnOfUnknownKey: (sealed) =>
          Effect.suspend(() => {
            const key = Option.getOrNull(sealing.unknownKeyOf(sealed))
            if (key === null || warnedOf.has(key)) return Effect.void
            warnedOf.add(key)
            return Effect.logWarning(unknownKeyWarning, { key })
          }),
        matchTotp: (user, secret, code, steps) => {
          if (!isCode(code)) return Option.none()
          const given = Buffer.from(code)
          return Option.flatMap(sealing.open(ownerOf(user), secret), (opened) =>
            Option.fromUndefinedOr(steps.find((step) => timingSafeEqual(Buffer.from(totpCode(opened, step)), given))),
          )
        },
      })
    }),
  )

const unknownKeyWarning =
  "a second factor is sealed under a secret key that this process does not have, so its codes are refused: set VINTEM_SECRET_KEY_OLD to that key"

/** `user.generation.slot.instant.mac` */
const markPattern = /^((\d{1,16})\.(\d{1,16})\.(\d{1,4})\.(\d{1,16}))\.([\w-]{43})$/u

const macOf = (key: Uint8Array, text: string): string => createHmac("sha256", key).update(text).digest("base64url")

const isSame = (given: string, wanted: string): boolean => timingSafeEqual(Buffer.from(given), Buffer.from(wanted))

const decodeMark = Schema.decodeUnknownOption(DeviceMark)

/** The length of the hash (RFC 4226, 4). */
const totpSecretBytes = 20

const isCode = (text: string): boolean => text.length === totpDigits && /^[0-9]+$/u.test(text)

/** A sealed secret opens only for its user. */
const ownerOf = (user: UserId): string => `user ${user}`
