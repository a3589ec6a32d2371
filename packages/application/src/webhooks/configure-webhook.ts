/**
 * Configures where a company's webhooks go.
 */
import { instant } from "@vintem/domain/calendar"
import type { CompanyId } from "@vintem/domain/identifiers"
import {
  type AuditLog,
  Secrets,
  type StorageUnavailable,
  UnitOfWork,
  WebhookEndpointRepository,
} from "@vintem/domain/ports"
import { configured, redirected, type WebhookEndpoint } from "@vintem/domain/webhook"
import { Clock, Effect, Option } from "effect"
import { recordInCompany } from "../audit/record-change.ts"
import { webhookFacts, webhookSubject } from "./webhook-facts.ts"

/** The new configuration. An absent `hasLongTail` leaves its value, false at first. */
export interface WebhookSetting {
  readonly url: string
  readonly hasLongTail?: boolean | undefined
}

/** The first URL comes with a secret of its own; another one keeps those there are. */
export const configureWebhook = Effect.fn("configureWebhook")(function* (
  company: CompanyId,
  setting: WebhookSetting,
): Effect.fn.Return<WebhookEndpoint, StorageUnavailable, AuditLog | Secrets | UnitOfWork | WebhookEndpointRepository> {
  const { commit } = yield* UnitOfWork
  const webhooks = yield* WebhookEndpointRepository
  const secret = yield* (yield* Secrets).newWebhookSecret
  const at = instant(yield* Clock.currentTimeMillis)
  return yield* commit(
    Effect.gen(function* () {
      const { url, hasLongTail } = setting
      const found = yield* webhooks.find(company)
      const endpoint = Option.match(found, {
        onNone: () => configured(company, { url, hasLongTail: hasLongTail ?? false }, secret, at),
        onSome: (known) => redirected(known, { url, hasLongTail: hasLongTail ?? known.hasLongTail }),
      })
      yield* webhooks.put(endpoint)
      yield* recordInCompany(company, {
        action: "webhook.configure",
        subject: webhookSubject,
        before: Option.isNone(found) ? null : webhookFacts(found.value),
        after: webhookFacts(endpoint),
      })
      return endpoint
    }),
  )
})
