/**
 * Everything that needs a secret or randomness: API keys, their hashes, secrets of webhooks, and fingerprints of
 * requests.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type { ApiKeyHash } from "../../access/api-key.ts"
import type { WebhookSecret } from "../../webhook/webhook-endpoint.ts"

/** Makes API keys and secrets of webhooks, and hashes what must not be stored in plain text. */
export class Secrets extends Context.Service<
  Secrets,
  {
    /** A new API key of 256 random bits. */
    readonly newApiKey: Effect.Effect<Redacted.Redacted<string>>
    /** The hash of a key, for storing it and finding it. */
    readonly hashApiKey: (key: Redacted.Redacted<string>) => ApiKeyHash
    /** A new secret of 256 random bits, which both ends of a webhook store. */
    readonly newWebhookSecret: Effect.Effect<Redacted.Redacted<WebhookSecret>>
    /**
     * Hash of a text under the service's own key, which is stored elsewhere. Equal texts have equal fingerprints, and
     * without the key nobody can try texts against one.
     */
    readonly fingerprint: (text: string) => string
    /**
     * The text's fingerprints under each former key that the service still accepts. Empty unless its key is being
     * changed.
     */
    readonly formerFingerprints: (text: string) => ReadonlyArray<string>
  }
>()("@vintem/domain/ports/Secrets") {}
