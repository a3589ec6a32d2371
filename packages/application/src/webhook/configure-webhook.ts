/**
 * Tells where a company wants to be told of its orders.
 */
import {
  type CompanyId,
  configured,
  instant,
  redirected,
  Secrets,
  UnitOfWork,
  WebhookEndpointRepository,
} from "@vintem/domain"
import { Clock, Effect, Option } from "effect"

/** What is to be configured; without `hasLongTail` that stays as it was, which begins as false. */
export interface WebhookSetting {
  readonly url: string
  readonly hasLongTail?: boolean | undefined
}

/** The first URL comes with a secret of its own; another one keeps those there are. */
export const configureWebhook = Effect.fn("configureWebhook")(function* (company: CompanyId, setting: WebhookSetting) {
  const { commit } = yield* UnitOfWork
  const webhooks = yield* WebhookEndpointRepository
  const secret = yield* (yield* Secrets).newWebhookSecret
  const at = instant(yield* Clock.currentTimeMillis)
  return yield* commit(
    Effect.gen(function* () {
      const { url, hasLongTail } = setting
      const endpoint = Option.match(yield* webhooks.find(company), {
        onNone: () => configured(company, { url, hasLongTail: hasLongTail ?? false }, secret, at),
        onSome: (known) => redirected(known, { url, hasLongTail: hasLongTail ?? known.hasLongTail }),
      })
      yield* webhooks.put(endpoint)
      return endpoint
    }),
  )
})
