/**
 * Stores the webhook of each company: at most one.
 *
 * What every store promises is said at `UnitOfWork`.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { Instant } from "../../calendar/instant.ts"
import type { CompanyId } from "../../identifiers/company.ts"
import type { WebhookEndpoint } from "../../webhook/webhook-endpoint.ts"
import type { StorageUnavailable } from "../storage/storage-unavailable.ts"

/** The URL of an attempt: its outcome counts for this URL, and of no other. */
export type AskedEndpoint = Pick<WebhookEndpoint, "company" | "url">

/** Stores each company's webhook URL and its recent failures. */
export class WebhookEndpointRepository extends Context.Service<
  WebhookEndpointRepository,
  {
    /** Keeps a company's endpoint, every field of it, in the place of the one it had. */
    readonly put: (endpoint: WebhookEndpoint) => Effect.Effect<void, StorageUnavailable>
    /** None if the company wants to be told nothing. Secrets are `Redacted`: they do not print. */
    readonly find: (company: CompanyId) => Effect.Effect<Option.Option<WebhookEndpoint>, StorageUnavailable>
    /**
     * An event was delivered to each of these (any number): their failures in a row start again from zero. Enables nothing,
     * and does nothing if a company has no endpoint.
     */
    readonly noteDelivered: (companies: ReadonlyArray<CompanyId>) => Effect.Effect<void, StorageUnavailable>
    /**
     * An event could not be delivered in its usual retry schedule: counted, and with the `failedEventsMax`th in a row the endpoint is
     * disabled at `at`, because it is `failing`. One that is disabled already counts on, and keeps since when and why it is. However many are
     * counted at once, also while a unit finds the endpoint and puts it back changed, each counts. Nothing changes if the company has
     * another URL by now, or none.
     */
    readonly noteFailed: (asked: AskedEndpoint, at: Instant) => Effect.Effect<void, StorageUnavailable>
    /**
     * The receiver says that it is gone: disabled at `at`, because it is `gone`, unless it is disabled already, or the company has another URL
     * by now, or none. The count of failures stays.
     */
    readonly noteGone: (asked: AskedEndpoint, at: Instant) => Effect.Effect<void, StorageUnavailable>
    /** False if the company has none, or has it no longer. */
    readonly remove: (company: CompanyId) => Effect.Effect<boolean, StorageUnavailable>
  }
>()("@vintem/domain/ports/WebhookEndpointRepository") {}
