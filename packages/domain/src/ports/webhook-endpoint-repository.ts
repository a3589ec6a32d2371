/**
 * Where is kept where each company wants to be told of its orders: one place a company.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { Instant } from "../calendar/instant.ts"
import type { CompanyId } from "../company/company-id.ts"
import type { WebhookEndpoint } from "../webhook/webhook-endpoint.ts"
import type { StorageUnavailable } from "./storage-unavailable.ts"

/** Where an attempt was made: what came of it is said of this URL, and of no other. */
export type AskedEndpoint = Pick<WebhookEndpoint, "company" | "url">

export class WebhookEndpointRepository extends Context.Service<
  WebhookEndpointRepository,
  {
    /** Keeps a company's endpoint, in the place of the one it had. */
    readonly put: (endpoint: WebhookEndpoint) => Effect.Effect<void, StorageUnavailable>
    /** None where the company wants to be told nothing. */
    readonly find: (company: CompanyId) => Effect.Effect<Option.Option<WebhookEndpoint>, StorageUnavailable>
    /** An event was delivered to each of these: no failure of theirs is in a row any more. */
    readonly noteDelivered: (companies: ReadonlyArray<CompanyId>) => Effect.Effect<void, StorageUnavailable>
    /**
     * An event could not be delivered in its usual course: counted, and with the `failedEventsMax`th in a row the endpoint is
     * disabled. However many are counted at once, each counts. Nothing changes where the company has another URL by now.
     */
    readonly noteFailed: (asked: AskedEndpoint, at: Instant) => Effect.Effect<void, StorageUnavailable>
    /** The receiver says that it is gone: disabled at once, unless the company has another URL by now. */
    readonly noteGone: (asked: AskedEndpoint, at: Instant) => Effect.Effect<void, StorageUnavailable>
    /** False where the company has none. */
    readonly remove: (company: CompanyId) => Effect.Effect<boolean, StorageUnavailable>
  }
>()("@vintem/domain/ports/WebhookEndpointRepository") {}
