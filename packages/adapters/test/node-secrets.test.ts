/**
 * Keys are recognized by their prefix, stored as hashes, and never printed; fingerprints distinguish equal texts from
 * others and reveal nothing more.
 */
import { inspect } from "node:util"
import { Secrets } from "@vintem/domain/ports"
import { Effect, Redacted } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { derivedKey, isCheckValueOf, newCheckValue, newSecretKey, onlyKey } from "../src/node/secret-key.ts"
import { apiKeyPrefix, layer } from "../src/node/secrets.ts"

/** @param key - any text, whose bytes are the secret key */
const secretsWith = (key: string): Promise<Secrets["Service"]> => secretsUnder(new TextEncoder().encode(key))

const secretsUnder = (key: Uint8Array): Promise<Secrets["Service"]> =>
  Effect.runPromise(Effect.provide(Effect.service(Secrets), layer(Effect.succeed(onlyKey(Redacted.make(key))))))

/** 0, 1, 2 and so on to 31. */
const countedKey = Uint8Array.from({ length: 32 }, (_, n) => n)

describe("an API key", () => {
  it("shows its service by its prefix, and is 256 random bits, new each time", async () => {
    const { newApiKey } = await secretsWith("key")
    const made = await Effect.runPromise(Effect.forEach(Array.from({ length: 1_000 }), () => newApiKey))
    const texts = made.map(Redacted.value)
    for (const text of texts) expect(text).toMatch(/^vintem_[A-Za-z0-9_-]{43}$/u)
    expect(texts.map((text) => Buffer.from(text.slice(apiKeyPrefix.length), "base64url").length)).toContain(32)
    expect(new Set(texts).size).toBe(1_000)
  })

  it("does not print", async () => {
    const { newApiKey } = await secretsWith("key")
    const key = await Effect.runPromise(newApiKey)
    const told = [String(key), `${key}`, JSON.stringify({ key }), inspect({ key }, { depth: 10, showHidden: true })]
    for (const text of told) {
      expect(text).not.toContain(apiKeyPrefix)
      expect(text).not.toContain(Redacted.value(key).slice(apiKeyPrefix.length))
    }
  })

  it("is hashed with SHA-256 (FIPS 180-2, appendix B.1)", async () => {
    const { hashApiKey } = await secretsWith("key")
    expect(hashApiKey(Redacted.make("abc"))).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  })

  it("has one hash in every process, whatever its secret key", async () => {
    const [one, other] = [await secretsWith("one key"), await secretsWith("another")]
    const key = await Effect.runPromise(one.newApiKey)
    expect(other.hashApiKey(key)).toBe(one.hashApiKey(key))
    expect(one.hashApiKey(await Effect.runPromise(one.newApiKey))).not.toBe(one.hashApiKey(key))
  })
})

describe("a webhook secret", () => {
  it("is whsec_ and the base64 of 32 random bytes, new each time, and does not print", async () => {
    const { newWebhookSecret } = await secretsWith("key")
    const made = await Effect.runPromise(Effect.forEach(Array.from({ length: 1_000 }), () => newWebhookSecret))
    const texts = made.map(Redacted.value)
    for (const text of texts) expect(text).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/u)
    expect(new Set(texts).size).toBe(1_000)
    expect(inspect(made, { depth: 10, showHidden: true })).not.toContain("whsec_")
  })
})

describe("a fingerprint", () => {
  it("is an HMAC with SHA-256 under HKDF of the secret key for `vintem fingerprint`, as it was computed elsewhere", async () => {
    const { fingerprint } = await secretsUnder(countedKey)
    expect(fingerprint("POST /api/v1/order/single\n{}")).toBe("WmMHbHa09Iu6JeSiDV4gjl0HEXEDt6WlitDt-EX_g0E")
  })

  it("is equal for equal texts under one key, and for no others", async () => {
    const { fingerprint } = await secretsWith("key")
    const another = await secretsWith("another")
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        expect(fingerprint(one)).toBe(fingerprint(`${one}`))
        expect(fingerprint(one) === fingerprint(other)).toBe(one === other)
        expect(another.fingerprint(one)).not.toBe(fingerprint(one))
      }),
    )
  })

  it("reveals neither the text nor the key", async () => {
    const key = "a secret of 32 bytes, in base64 "
    const secrets = await secretsWith(key)
    expect(secrets.fingerprint("4242424242424242")).not.toContain("4242")
    expect(inspect(secrets, { depth: 10, showHidden: true })).not.toContain(key)
  })
})

describe("the secret key", () => {
  it("is 32 random bytes, new each time, and does not print", () => {
    const [one, other] = [newSecretKey(), newSecretKey()]
    expect(Redacted.value(one)).toHaveLength(32)
    expect(Redacted.value(one)).not.toEqual(Redacted.value(other))
    expect(inspect(one, { depth: 10, showHidden: true })).toBe("<redacted:secret key>")
  })

  it("is distinguished from every other by a check value, which differs each time", () => {
    const [one, other] = [newSecretKey(), newSecretKey()]
    const kept = newCheckValue(one)
    expect([isCheckValueOf(one, kept), isCheckValueOf(other, kept)]).toEqual([true, false])
    expect(newCheckValue(one)).not.toBe(kept)
    for (const damaged of ["", ".", "x", kept.slice(1), `${kept}x`, kept.replace(".", "")]) {
      expect(isCheckValueOf(one, damaged), damaged).toBe(false)
    }
  })

  it("has the check value that was computed elsewhere", () => {
    expect(isCheckValueOf(Redacted.make(countedKey), "salt.VaPxAGHFVHZmsbLUk0e0dfhiQev-X5_dAL5V-kDTsw4")).toBe(true)
  })

  it("gives each purpose a key that reveals nothing of it or of another's", () => {
    const key = newSecretKey()
    const texts = [Redacted.value(key), derivedKey(key, "fingerprint"), derivedKey(key, "check")].map(String)
    expect(new Set(texts).size).toBe(3)
  })
})
