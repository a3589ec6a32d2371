/** Webhooks as configured: their payloads, their sender, and their schedule. */
import { WebhookSenderHttp } from "@vintem/adapters"
import { WebhookPolicy } from "@vintem/application"
import { testEventPayload, webhookPayload as textOf } from "@vintem/contract"
import { instant } from "@vintem/domain/calendar"
import { WebhookPayload, type WebhookSender } from "@vintem/domain/ports"
import { Duration, Effect, Layer } from "effect"
import { MachineClock, machineTime } from "./clock/machine-clock.ts"
import type { Settings } from "./configuration/configuration.ts"
import { PublicUrl } from "./http/edge/request/public-url.ts"

/** Payloads name this platform and the address of its pages. */
export const webhookPayload = ({
  platformName: platform,
}: Pick<Settings, "platformName">): Layer.Layer<WebhookPayload, never, PublicUrl> =>
  Layer.effect(
    WebhookPayload,
    Effect.map(PublicUrl, ({ base: publicUrl }) => ({
      encode: (notification) => textOf(notification, { platform, publicUrl }),
      encodeTest: (event) => testEventPayload(event, { platform }),
    })),
  )

/** Receivers use real time, even if the sandbox's clock was moved. */
export const webhookSender = ({
  webhookAllowPrivate: allowPrivate,
}: Pick<Settings, "webhookAllowPrivate">): Layer.Layer<WebhookSender, never, MachineClock> =>
  WebhookSenderHttp.layer({ allowPrivate }).pipe(Layer.provide(machineTime))

/** The time limit of one attempt, milliseconds. */
const timeoutMillis = 10_000

/** The time limit of an attempt, and the pauses between attempts. */
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
