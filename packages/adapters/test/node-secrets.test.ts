/**
 * Keys are told by their prefix, kept as hashes, and never printed; fingerprints tell equal texts from others and nothing more.
 */
import { inspect } from "node:util"
import { Secrets } from "@vintem/domain"
import { Effect, Redacted } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { apiKeyPrefix, layer } from "../src/node/secrets.ts"

const secretsWith = (fingerprintKey: string): Promise<Secrets["Service"]> =>
  Effect.runPromise(Effect.provide(Effect.service(Secrets), layer(Effect.succeed(Redacted.make(fingerprintKey)))))

describe("an API key", () => {
  it("says whose it is by its prefix, and is 256 random bits, others each time", async () => {
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

  it("has the same hash in every process, whatever that one's fingerprint key", async () => {
    const [one, other] = [await secretsWith("one key"), await secretsWith("another")]
    const key = await Effect.runPromise(one.newApiKey)
    expect(other.hashApiKey(key)).toBe(one.hashApiKey(key))
    expect(one.hashApiKey(await Effect.runPromise(one.newApiKey))).not.toBe(one.hashApiKey(key))
  })
})

describe("a webhook secret", () => {
  it("is whsec_ and the base64 of 32 random bytes, others each time, and does not print", async () => {
    const { newWebhookSecret } = await secretsWith("key")
    const made = await Effect.runPromise(Effect.forEach(Array.from({ length: 1_000 }), () => newWebhookSecret))
    const texts = made.map(Redacted.value)
    for (const text of texts) expect(text).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/u)
    expect(new Set(texts).size).toBe(1_000)
    expect(inspect(made, { depth: 10, showHidden: true })).not.toContain("whsec_")
  })
})

describe("a fingerprint", () => {
  it("is an HMAC with SHA-256 (RFC 4231, test case 2)", async () => {
    const { fingerprint } = await secretsWith("Jefe")
    expect(Buffer.from(fingerprint("what do ya want for nothing?"), "base64url").toString("hex")).toBe(
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    )
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

  it("gives away neither the text nor the key", async () => {
    const key = "a secret of 32 bytes, in base64 "
    const secrets = await secretsWith(key)
    expect(secrets.fingerprint("4242424242424242")).not.toContain("4242")
    expect(inspect(secrets, { depth: 10, showHidden: true })).not.toContain(key)
  })
})
