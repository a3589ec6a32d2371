/**
 * Secrets that the service has to read again are stored sealed: AES-256-GCM under a key derived from the service's
 * secret key, preceded by that secret key's id. After a key change the id says which key opens a text, and which texts
 * have to be resealed.
 */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto"
import { Option, Result } from "effect"
import { derivedKey, everyKey, type KeyPurpose, keyIdOf, type SecretKeys } from "./secret-key.ts"

/** Seals and opens secrets of one purpose. */
export interface Sealing {
  /**
   * The id of the key, a dot, and base64url.
   *
   * @param owner - the row of the secret: copied to another row, the text does not open
   */
  readonly seal: (owner: string, secret: Uint8Array) => string
  /** None if no key of the service sealed the text for this owner. */
  readonly open: (owner: string, text: string) => Option.Option<Uint8Array>
  /** The id of the key that sealed the text, if the service does not have that key. */
  readonly unknownKeyOf: (text: string) => Option.Option<string>
  /**
   * The text itself if the current key sealed it, otherwise the secret resealed. None under the conditions of `open`.
   */
  readonly reseal: (owner: string, text: string) => Option.Option<string>
}

export const sealingFor = (keys: SecretKeys, purpose: KeyPurpose): Sealing => {
  const keyOfId = new Map(everyKey(keys).map((key) => [keyIdOf(key), derivedKey(key, purpose)]))
  const currentId = keyIdOf(keys.current)
  const currentKey = derivedKey(keys.current, purpose)

  const seal: Sealing["seal"] = (owner, secret) => {
    const iv = randomBytes(ivBytes)
    const cipher = createCipheriv(algorithm, currentKey, iv, { authTagLength: tagBytes }).setAAD(Buffer.from(owner))
    const sealed = Buffer.concat([iv, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
    return `${currentId}.${sealed.toString("base64url")}`
  }

  const open: Sealing["open"] = (owner, text) => {
    const [, id = "", body = ""] = sealedPattern.exec(text) ?? []
    const key = keyOfId.get(id)
    const sealed = Buffer.from(body, "base64url")
    if (key === undefined || sealed.length < ivBytes + tagBytes) return Option.none()
    const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, ivBytes), { authTagLength: tagBytes })
      .setAAD(Buffer.from(owner))
      .setAuthTag(sealed.subarray(-tagBytes))
    return Result.getSuccess(
      Result.try(() => Buffer.concat([decipher.update(sealed.subarray(ivBytes, -tagBytes)), decipher.final()])),
    )
  }

  return {
    seal,
    open,
    unknownKeyOf: (text) =>
      Option.filter(Option.fromUndefinedOr(sealedPattern.exec(text)?.[1]), (id) => !keyOfId.has(id)),
    reseal: (owner, text) =>
      Option.map(open(owner, text), (secret) => (text.startsWith(`${currentId}.`) ? text : seal(owner, secret))),
  }
}

const algorithm = "aes-256-gcm"
const ivBytes = 12
const tagBytes = 16

const sealedPattern = /^([\w-]{8})\.([\w-]+)$/u
