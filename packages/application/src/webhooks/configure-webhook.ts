/** Configures a company's webhook. */
import { instant } from "@vintem/domain/calendar"
import type { CompanyId } from "@vintem/domain/identifiers"
import { defaultWebhookKinds, type WebhookKind } from "@vintem/domain/order"
import {
  Secrets,
  type StorageUnavailable,
  type Trail,
  UnitOfWork,
  WebhookEndpointRepository,
} from "@vintem/domain/ports"
import { configured, redirected, type WebhookEndpoint, type WebhookTarget, webhookEvents } from "@vintem/domain/webhook"
import { Clock, Effect, Option } from "effect"
import { recordInCompany } from "../trail/record-change.ts"
import { webhookFields, webhookSubject } from "./webhook-fields.ts"

/**
 * The new configuration. Missing values are kept; at first they are no long tail, and the kinds of
 * `defaultWebhookKinds`.
 */
export interface WebhookSetting {
  readonly url: string
  readonly hasLongTail?: boolean | undefined
  readonly events?: ReadonlyArray<WebhookKind> | undefined
}

/** The first URL gets its own secret; another URL keeps the existing ones. */
export const configureWebhook = Effect.fn("configureWebhook")(function* (
  company: CompanyId,
  setting: WebhookSetting,
): Effect.fn.Return<WebhookEndpoint, StorageUnavailable, Trail | Secrets | UnitOfWork | WebhookEndpointRepository> {
  const { commit } = yield* UnitOfWork
  const webhooks = yield* WebhookEndpointRepository
  const secret = yield* (yield* Secrets).newWebhookSecret
  const at = instant(yield* Clock.currentTimeMillis)
  return yield* commit(
    Effect.gen(function* () {
      const found = yield* webhooks.find(company)
      const endpoint = Option.match(found, {
        onNone: () => configured(company, targetOf(setting, atFirst), secret, at),
        onSome: (known) => redirected(known, targetOf(setting, known)),
      })
      yield* webhooks.put(endpoint)
      yield* recordInCompany(company, {
        action: "webhook.configure",
        subject: webhookSubject,
        before: Option.isNone(found) ? null : webhookFields(found.value),
        after: webhookFields(endpoint),
      })
      return endpoint
    }),
  )
})

type Kept = Omit<WebhookTarget, "url">

const atFirst: Kept = { hasLongTail: false, events: defaultWebhookKinds }

const targetOf = ({ events, hasLongTail, url }: WebhookSetting, known: Kept): WebhookTarget => ({
  url,
  hasLongTail: hasLongTail ?? known.hasLongTail,
  events: webhookEvents(events ?? known.events),
})
