/**
 * How webhooks are delivered here.
 */
import { WebhookPolicy } from "@vintem/application"
import { instant } from "@vintem/domain/calendar"
import { Duration, Effect, Layer } from "effect"
import type { Settings } from "./configuration/configuration.ts"
import { MachineClock } from "./machine-clock.ts"

/** What one attempt may take, milliseconds. */
const timeoutMillis = 10_000

export const webhookPolicy = ({
  webhookRetry,
}: Pick<Settings, "webhookRetry">): Layer.Layer<WebhookPolicy, never, MachineClock> =>
  Layer.effect(
    WebhookPolicy,
    Effect.map(MachineClock, ({ currentTimeMillis }) => ({
      stepMillis: Duration.toMillis(webhookRetry),
      timeoutMillis,
      receiversNow: Effect.map(currentTimeMillis, instant),
    })),
  )
