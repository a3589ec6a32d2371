/**
 * What webhooks say, with the name of this platform and the address of its pages.
 */
import { testEventPayload, webhookPayload as textOf } from "@vintem/contract"
import { WebhookPayload } from "@vintem/domain/ports"
import { Effect, Layer } from "effect"
import type { Settings } from "./configuration/configuration.ts"
import { PublicUrl } from "./http/edge/public-url.ts"

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
