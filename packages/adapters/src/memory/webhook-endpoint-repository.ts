/**
 * Webhook endpoints in memory.
 */
import { WebhookEndpointRepository } from "@vintem/domain"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { requireAll } from "./constraint-broken.ts"
import { Tables } from "./tables.ts"

export const layer = Layer.effect(
  WebhookEndpointRepository,
  Effect.gen(function* () {
    const { companies, webhookEndpoints } = yield* Tables

    return WebhookEndpointRepository.of({
      put: (endpoint) =>
        Effect.sync(() => {
          requireAll([["webhook_endpoint.company exists", companies.has(endpoint.company)]])
          webhookEndpoints.put(endpoint.company, endpoint)
        }),

      find: (company) => Effect.sync(() => Option.fromUndefinedOr(webhookEndpoints.get(company))),

      remove: (company) =>
        Effect.sync(() => {
          const isKept = webhookEndpoints.has(company)
          webhookEndpoints.remove(company)
          return isKept
        }),
    })
  }),
)
