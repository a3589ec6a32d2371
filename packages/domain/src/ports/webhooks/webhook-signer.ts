/** Signs messages to companies, by the rules of Standard Webhooks. */
import * as Context from "effect/Context"
import type * as Redacted from "effect/Redacted"
import type { Instant } from "../../calendar/instant.ts"
import type { TestEventId } from "../../webhook/test-event.ts"
import type { WebhookEventId } from "../../webhook/webhook-delivery.ts"
import type { WebhookSecret } from "../../webhook/webhook-endpoint.ts"

/** A text to sign. */
export interface SignedText {
  readonly id: WebhookEventId | TestEventId
  /** The attempt's instant. Its whole seconds are signed. */
  readonly at: Instant
  readonly body: string
}

/** Signs a notification, so that its receiver knows its sender. */
export class WebhookSigner extends Context.Service<
  WebhookSigner,
  {
    /**
     * The headers of a request: `webhook-id`, `webhook-timestamp` and `webhook-signature`, which has one signature for each secret,
     * in their order.
     */
    readonly headers: (
      text: SignedText,
      secrets: ReadonlyArray<Redacted.Redacted<WebhookSecret>>,
    ) => Readonly<Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string>>
  }
>()("@vintem/domain/ports/WebhookSigner") {}
