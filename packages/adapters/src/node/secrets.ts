/** Keys, hashes, secrets and fingerprints, from the operating system's randomness and OpenSSL. */

import { createHmac, hash, randomBytes } from "node:crypto"
import { ApiKeyHash } from "@vintem/domain/access"
import { Secrets } from "@vintem/domain/ports"
import { WebhookSecret } from "@vintem/domain/webhook"
import { Effect, Layer, Redacted } from "effect"
import { derivedKey, type SecretKey, type SecretKeys } from "./secret-key.ts"

/** Marks a text as a key of this service, for people and for scanners of leaked secrets. */
export const apiKeyPrefix = "vintem_"

/**
 * Random secrets, and fingerprints under a key derived from the service's.
 *
 * @param secretKeys - equal for all processes of one service; otherwise a repeated request is not recognized
 */
export const layer = <E, R>(secretKeys: Effect.Effect<SecretKeys, E, R>) =>
  Layer.effect(
    Secrets,
    Effect.map(secretKeys, ({ current, former }) => {
      const fingerprint = fingerprinting(current)
      const formerly = former.map(fingerprinting)
      return Secrets.of({
        newApiKey: Effect.sync(() =>
          Redacted.make(`${apiKeyPrefix}${randomBytes(32).toString("base64url")}`, { label: "api key" }),
        ),
        hashApiKey: (apiKey) => ApiKeyHash.make(hash("sha256", Redacted.value(apiKey))),
        newWebhookSecret: Effect.sync(() =>
          Redacted.make(WebhookSecret.make(`whsec_${randomBytes(32).toString("base64")}`), { label: "webhook secret" }),
        ),
        fingerprint,
        formerFingerprints: (text) => formerly.map((made) => made(text)),
      })
    }),
  )

const fingerprinting = (secretKey: SecretKey) => {
  const key = derivedKey(secretKey, "fingerprint")
  return (text: string): string => createHmac("sha256", key).update(text).digest("base64url")
}
