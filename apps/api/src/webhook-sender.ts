/**
 * What brings webhooks to their receivers, and how far it may go.
 */
import { WebhookSenderHttp } from "@vintem/adapters"
import type { WebhookSender } from "@vintem/domain/ports"
import { Layer } from "effect"
import type { Settings } from "./configuration/configuration.ts"
import { type MachineClock, machineTime } from "./machine-clock.ts"

/** Receivers use real time, however far the sandbox's clock was moved. */
export const webhookSender = ({
  webhookAllowPrivate: allowPrivate,
}: Pick<Settings, "webhookAllowPrivate">): Layer.Layer<WebhookSender, never, MachineClock> =>
  WebhookSenderHttp.layer({ allowPrivate }).pipe(Layer.provide(machineTime))
