/**
 * The secret key of a service: the keys derived from it, and how a database recognizes the key it was created with.
 *
 * The key itself is not in the database. One key for each purpose is derived from it (HKDF, RFC 5869): a leaked one
 * reveals nothing of the others, and a new purpose needs no new secret.
 */
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto"
import { Redacted } from "effect"

/** At least `secretKeyBytesMin` bytes. */
export type SecretKey = Redacted.Redacted<Uint8Array>

/** A service's keys: several while its key is being changed, otherwise one. */
export interface SecretKeys {
  /** Seals, signs and fingerprints. */
  readonly current: SecretKey
  /** These keys open and recognize older values. Nothing new is made under them. */
  readonly former: ReadonlyArray<SecretKey>
}

/** The keys of a service whose key is not being changed. */
export const onlyKey = (current: SecretKey): SecretKeys => ({ current, former: [] })

/** All keys, the current one first. */
export const everyKey = ({ current, former }: SecretKeys): ReadonlyArray<SecretKey> => [current, ...former]

/** 256 bits: too many keys to try. */
export const secretKeyBytesMin = 32

/** The purposes of derived keys. The labels never change: otherwise stored values could no longer be verified. */
export type KeyPurpose = "fingerprint" | "check" | "second factor" | "acquirer account" | "device" | "id"

/** A key of 32 bytes for one purpose. */
export const derivedKey = (key: SecretKey, purpose: KeyPurpose): Uint8Array =>
  new Uint8Array(hkdfSync("sha256", Redacted.value(key), noSalt, `vintem ${purpose}`, 32))

/**
 * The name of a key, stored next to its sealed texts: 8 characters of base64url (48 bits). Nobody can find the key from
 * it.
 */
export const keyIdOf = (key: SecretKey): string => Buffer.from(derivedKey(key, "id")).toString("base64url").slice(0, 8)

/** A new random secret key. */
export const newSecretKey = (): SecretKey => Redacted.make(randomBytes(secretKeyBytesMin), { label: "secret key" })

/**
 * A database's proof of its key. It begins with random bytes, so that two databases under one key store different
 * values and are not taken for each other.
 */
export const newCheckValue = (key: SecretKey): string => checkValue(key, randomBytes(16).toString("base64url"))

/** True if a check value was made under this key. */
export const isCheckValueOf = (key: SecretKey, kept: string): boolean => {
  const expected = Buffer.from(checkValue(key, kept.split(".", 1)[0] ?? ""))
  const found = Buffer.from(kept)
  return expected.length === found.length && timingSafeEqual(expected, found)
}

const checkValue = (key: SecretKey, salt: string): string =>
  `${salt}.${createHmac("sha256", derivedKey(key, "check")).update(`vintem secret key ${salt}`).digest("base64url")}`

/** The secret key is random already. */
const noSalt = new Uint8Array(0)
