/**
 * Tokens out of the machine's own randomness, marks of browsers, and secrets of authenticators sealed under a key that is derived from the service's.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from "node:crypto"
import { DeviceMark, deviceSlots, SealedSecret, TokenHash, totpDigits, type UserId } from "@vintem/domain/access"
import { AccessSecrets } from "@vintem/domain/ports"
import { Effect, Layer, Option, Redacted, Result, Schema } from "effect"
import { base32 } from "./base32.ts"
import { derivedKey, type SecretKey } from "./secret-key.ts"
import { totpCode } from "./totp.ts"

/**
 * Tokens, recovery codes, and secrets of authenticators.
 *
 * @param secretKey - the same for all processes and every start of a service, or it knows no second factor any more
 */
export const layer = <E, R>(secretKey: Effect.Effect<SecretKey, E, R>) =>
  Layer.effect(
    AccessSecrets,
    Effect.map(secretKey, (key) => {
      const markingKey = derivedKey(key, "device")
      const sealingKey = derivedKey(key, "second factor")
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
          if (said === undefined || mac === undefined || !isSame(mac, macOf(markingKey, said))) return Option.none()
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
            return { shown, sealed: sealed(sealingKey, user, secret) }
          }),
        matchTotp: (user, secret, code, steps) => {
          const opened = unsealed(sealingKey, user, secret)
          if (opened === null || !isCode(code)) return Option.none()
          const given = Buffer.from(code)
          return Option.fromUndefinedOr(
            steps.find((step) => timingSafeEqual(Buffer.from(totpCode(opened, step)), given)),
          )
        },
      })
    }),
  )

/** `user.generation.slot.instant.mac` */
const markPattern = /^((\d{1,16})\.(\d{1,16})\.(\d{1,4})\.(\d{1,16}))\.([\w-]{43})$/u

const macOf = (key: Uint8Array, text: string): string => createHmac("sha256", key).update(text).digest("base64url")

const isSame = (given: string, wanted: string): boolean => timingSafeEqual(Buffer.from(given), Buffer.from(wanted))

const decodeMark = Schema.decodeUnknownOption(DeviceMark)

/** As long as the hash it is used with (RFC 4226, 4). */
const totpSecretBytes = 20

const isCode = (text: string): boolean => text.length === totpDigits && /^[0-9]+$/u.test(text)

const cipher = "aes-256-gcm"
const ivBytes = 12
const tagBytes = 16

/** A sealed value opens only for its user: copied to another user's row it does not open. */
const sealedFor = (user: UserId): Buffer => Buffer.from(`user ${user}`)

const sealed = (key: Uint8Array, user: UserId, secret: Uint8Array): SealedSecret => {
  const iv = randomBytes(ivBytes)
  const sealing = createCipheriv(cipher, key, iv, { authTagLength: tagBytes }).setAAD(sealedFor(user))
  const text = Buffer.concat([iv, sealing.update(secret), sealing.final(), sealing.getAuthTag()])
  return SealedSecret.make(text.toString("base64url"))
}

const unsealed = (key: Uint8Array, user: UserId, secret: SealedSecret): Uint8Array | null => {
  const text = Buffer.from(secret, "base64url")
  if (text.length !== ivBytes + totpSecretBytes + tagBytes) return null
  const opening = createDecipheriv(cipher, key, text.subarray(0, ivBytes), { authTagLength: tagBytes })
    .setAAD(sealedFor(user))
    .setAuthTag(text.subarray(-tagBytes))
  const opened = Result.try(() => Buffer.concat([opening.update(text.subarray(ivBytes, -tagBytes)), opening.final()]))
  return Result.getOrElse(opened, () => null)
}
