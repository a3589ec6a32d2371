/**
 * How webhooks are delivered, as the service is configured.
 */
import type { Instant } from "@vintem/domain/calendar"
import { Context, type Effect } from "effect"

export class WebhookPolicy extends Context.Service<
  WebhookPolicy,
  {
    /** What is waited before the first retry, milliseconds; the second and third wait twice and three times as long. */
    readonly stepMillis: number
    /** What one attempt may take, milliseconds. */
    readonly timeoutMillis: number
    /** The real time: receivers check the signature's time, however far the sandbox's clock was moved. */
    readonly receiversNow: Effect.Effect<Instant>
  }
>()("@vintem/application/WebhookPolicy") {}
