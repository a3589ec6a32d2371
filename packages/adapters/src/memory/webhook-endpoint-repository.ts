/**
 * Webhook endpoints in memory.
 */
import type { Instant } from "@vintem/domain/calendar"
import { type AskedEndpoint, WebhookEndpointRepository } from "@vintem/domain/ports"
import { type DisableReason, failedEventsMax, type WebhookEndpoint } from "@vintem/domain/webhook"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { requireAll } from "./constraint-broken.ts"
import { Tables } from "./tables.ts"

export const layer = Layer.effect(
  WebhookEndpointRepository,
  Effect.gen(function* () {
    const { companies, webhookEndpoints } = yield* Tables

    const change = (
      { company, url }: AskedEndpoint,
      next: (endpoint: WebhookEndpoint) => WebhookEndpoint,
    ): Effect.Effect<void> =>
      Effect.sync(() => {
        const endpoint = webhookEndpoints.get(company)
        if (endpoint?.url === url) webhookEndpoints.put(company, next(endpoint))
      })

    return WebhookEndpointRepository.of({
      put: (endpoint) =>
        Effect.sync(() => {
          requireAll([["webhook_endpoint.company exists", companies.has(endpoint.company)]])
          webhookEndpoints.put(endpoint.company, endpoint)
        }),

      find: (company) => Effect.sync(() => Option.fromUndefinedOr(webhookEndpoints.get(company))),

      noteDelivered: (companies) =>
        Effect.sync(() => {
          for (const company of companies) {
            const endpoint = webhookEndpoints.get(company)
            if (endpoint === undefined || endpoint.failuresInRow === 0) continue
            webhookEndpoints.put(company, { ...endpoint, failuresInRow: 0 })
          }
        }),

      noteFailed: (asked, at) =>
        change(asked, (endpoint) => {
          const counted = { ...endpoint, failuresInRow: endpoint.failuresInRow + 1 }
          return counted.failuresInRow < failedEventsMax ? counted : disabled(counted, at, "failing")
        }),

      noteGone: (asked, at) => change(asked, (endpoint) => disabled(endpoint, at, "gone")),

      remove: (company) =>
        Effect.sync(() => {
          const isKept = webhookEndpoints.has(company)
          webhookEndpoints.remove(company)
          return isKept
        }),
    })
  }),
)

/** An endpoint that is already disabled keeps its time and reason. */
const disabled = (endpoint: WebhookEndpoint, at: Instant, because: DisableReason): WebhookEndpoint =>
  endpoint.isEnabled ? { ...endpoint, isEnabled: false, disabled: { at, because } } : endpoint
