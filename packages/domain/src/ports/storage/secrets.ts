/**
 * What needs a secret or randomness to make: API keys, their hashes, secrets of webhooks, and fingerprints of requests.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { ApiKeyHash } from "../../access/api-key.ts"
import type { WebhookSecret } from "../../webhook/webhook-endpoint.ts"

/** Makes API keys and secrets of webhooks, and hashes what must not be kept as it is. */
export class Secrets extends Context.Service<
  Secrets,
  {
    /** A new API key of 256 random bits. */
    readonly newApiKey: Effect.Effect<Redacted.Redacted<string>>
    /** What is stored instead of the key, and searched for when it comes back. */
    readonly hashApiKey: (key: Redacted.Redacted<string>) => ApiKeyHash
    /** A new secret of 256 random bits, which both ends of a webhook keep. */
    readonly newWebhookSecret: Effect.Effect<Redacted.Redacted<WebhookSecret>>
    /**
     * Hash of a text under a key of the service's own, which is kept apart from what is stored: equal texts give equal fingerprints,
     * and without the key no text can be tried against one.
     */
    readonly fingerprint: (text: string) => string
    /** The text's fingerprints under each key that the service had before and still reads. Empty unless its key is being changed. */
    readonly formerFingerprints: (text: string) => ReadonlyArray<string>
  }
>()("@vintem/domain/ports/Secrets") {}
