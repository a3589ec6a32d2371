/** The service's configuration of webhooks. */
import type { Instant } from "@vintem/domain/calendar"
import { Context, type Effect } from "effect"

export class WebhookPolicy extends Context.Service<
  WebhookPolicy,
  {
    /** The wait before the first retry, in milliseconds. The second and third are twice and three times as long. */
    readonly stepMillis: number
    /** The time limit of one attempt, in milliseconds. */
    readonly timeoutMillis: number
    /** The real time, because receivers check the signature's time, however far the sandbox's clock was moved. */
    readonly receiversNow: Effect.Effect<Instant>
  }
>()("@vintem/application/WebhookPolicy") {}
