/**
 * Where is kept where each company wants to be told of its orders: one place a company.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { CompanyId } from "../order/identifiers.ts"
import type { WebhookEndpoint } from "../webhook/webhook-endpoint.ts"
import type { StorageUnavailable } from "./storage-unavailable.ts"

export class WebhookEndpointRepository extends Context.Service<
  WebhookEndpointRepository,
  {
    /** Keeps a company's endpoint, in the place of the one it had. */
    readonly put: (endpoint: WebhookEndpoint) => Effect.Effect<void, StorageUnavailable>
    /** None where the company wants to be told nothing. */
    readonly find: (company: CompanyId) => Effect.Effect<Option.Option<WebhookEndpoint>, StorageUnavailable>
    /** False where the company has none. */
    readonly remove: (company: CompanyId) => Effect.Effect<boolean, StorageUnavailable>
  }
>()("@vintem/domain/ports/WebhookEndpointRepository") {}
