/**
 * Keys, hashes, secrets and fingerprints by the operating system's randomness and OpenSSL.
 */

import { createHmac, hash, randomBytes } from "node:crypto"
import { ApiKeyHash, Secrets, WebhookSecret } from "@vintem/domain"
import { Effect, Layer, Redacted } from "effect"

/** Marks a text as a key of this service, for people and for scanners of leaked secrets. */
export const apiKeyPrefix = "vintem_"

/**
 * Secrets out of the machine's own randomness, and fingerprints under a key.
 *
 * @param fingerprintKey - kept by all processes of one service, or a repeated request would not be recognised
 */
export const layer = <E, R>(fingerprintKey: Effect.Effect<Redacted.Redacted<string>, E, R>) =>
  Layer.effect(
    Secrets,
    Effect.map(fingerprintKey, (secret) =>
      Secrets.of({
        newApiKey: Effect.sync(() =>
          Redacted.make(`${apiKeyPrefix}${randomBytes(32).toString("base64url")}`, { label: "api key" }),
        ),
        hashApiKey: (key) => ApiKeyHash.make(hash("sha256", Redacted.value(key))),
        newWebhookSecret: Effect.sync(() =>
          Redacted.make(WebhookSecret.make(`whsec_${randomBytes(32).toString("base64")}`), { label: "webhook secret" }),
        ),
        fingerprint: (text) => createHmac("sha256", Redacted.value(secret)).update(text).digest("base64url"),
      }),
    ),
  )
