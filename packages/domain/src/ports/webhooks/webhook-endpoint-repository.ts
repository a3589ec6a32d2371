/**
 * Stores the webhook of each company: at most one.
 *
 * `UnitOfWork` lists the promises of every store.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { Instant } from "../../calendar/instant.ts"
import type { CompanyId } from "../../identifiers/company.ts"
import type { WebhookEndpoint } from "../../webhook/webhook-endpoint.ts"
import type { StorageUnavailable } from "../storage/storage-unavailable.ts"

/** The URL of an attempt. Its outcome counts for this URL only. */
export type AskedEndpoint = Pick<WebhookEndpoint, "company" | "url">

/** Stores each company's webhook URL and its recent failures. */
export class WebhookEndpointRepository extends Context.Service<
  WebhookEndpointRepository,
  {
    /** Stores all fields of a company's endpoint, in place of its previous one. */
    readonly put: (endpoint: WebhookEndpoint) => Effect.Effect<void, StorageUnavailable>
    /** None if the company has no webhook. Secrets are `Redacted`: they do not print. */
    readonly find: (company: CompanyId) => Effect.Effect<Option.Option<WebhookEndpoint>, StorageUnavailable>
    /**
     * An event was delivered to each of these companies: their failures in a row start again from zero. Enables
     * nothing, and ignores companies without an endpoint.
     */
    readonly noteDelivered: (companies: ReadonlyArray<CompanyId>) => Effect.Effect<void, StorageUnavailable>
    /**
     * An event failed in its usual retry schedule. It is counted, and the `failedEventsMax`th in a row disables the
     * endpoint at `at` as `failing`. A disabled endpoint keeps counting, and keeps the time and reason of its
     * disabling. Concurrent calls all count, also while a unit replaces the endpoint. Does nothing if the company has
     * another URL now, or none.
     */
    readonly noteFailed: (asked: AskedEndpoint, at: Instant) => Effect.Effect<void, StorageUnavailable>
    /**
     * The receiver answered that it is gone: disables the endpoint at `at` as `gone`. Does nothing if it is disabled
     * already, or if the company has another URL now, or none. The count of failures stays.
     */
    readonly noteGone: (asked: AskedEndpoint, at: Instant) => Effect.Effect<void, StorageUnavailable>
    /** Returns false if the company has none, or removed it already. */
    readonly remove: (company: CompanyId) => Effect.Effect<boolean, StorageUnavailable>
  }
>()("@vintem/domain/ports/WebhookEndpointRepository") {}
