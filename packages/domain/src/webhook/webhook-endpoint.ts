/**
 * A company's webhook: its URL, and the secrets that prove to the company who sent an event.
 */
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { type Instant, instant } from "../calendar/instant.ts"
import type { CompanyId } from "../identifiers/company.ts"
import { WebhookKind } from "../order/webhooks.ts"

/** `whsec_` and the base64 of 32 random bytes, as the Standard Webhooks rules have it. */
export const WebhookSecret = Schema.String.check(Schema.isPattern(/^whsec_[A-Za-z0-9+/]{43}=$/u)).pipe(
  Schema.brand("WebhookSecret"),
)
export type WebhookSecret = typeof WebhookSecret.Type

/** How long a secret still signs after another took its place: 24 hours, in milliseconds. */
export const retiredSecretMillis = 86_400_000

/** A secret another one took the place of. */
export interface RetiredSecret {
  readonly secret: Redacted.Redacted<WebhookSecret>
  /** Signs before this instant, and from it on no more. */
  readonly until: Instant
}

/** What a company sets when it configures a webhook. */
export interface WebhookTarget {
  /** An http or https URL of at most 2048 characters, without credentials. Whether it may be asked is judged elsewhere. */
  readonly url: string
  /** Whether events that were not delivered are tried for longer than the usual retry schedule. */
  readonly hasLongTail: boolean
  /** The kinds of events that are sent to it: at least one, each once, in the order of `WebhookKind`. */
  readonly events: ReadonlyArray<WebhookKind>
}

/** Kinds as an endpoint keeps them: each once, in the order of `WebhookKind`. */
export const webhookEvents = (kinds: ReadonlyArray<WebhookKind>): ReadonlyArray<WebhookKind> =>
  WebhookKind.literals.filter((kind) => kinds.includes(kind))

/**
 * Why an endpoint is sent nothing any more. `gone`: it answered 410. `failing`: twenty events in a row could not be delivered.
 */
export const DisableReason = Schema.Literals(["gone", "failing"])
export type DisableReason = typeof DisableReason.Type

/** What is kept of a company's webhook. */
export interface WebhookEndpoint extends WebhookTarget {
  readonly company: CompanyId
  /** Nothing is sent to an endpoint that is not enabled, but for a test event. */
  readonly isEnabled: boolean
  /** Since when and why it is not enabled; null if it is. */
  readonly disabled: { readonly at: Instant; readonly because: DisableReason } | null
  /** How many events in a row could not be delivered in their usual retry schedule. */
  readonly failuresInRow: number
  readonly secret: Redacted.Redacted<WebhookSecret>
  /** Those that may still sign, latest retired first. */
  readonly retired: ReadonlyArray<RetiredSecret>
  /** When the company first had a URL: what happened before is not told. */
  readonly configuredAt: Instant
}

/** A first URL, with a secret of its own. */
export const configured = (
  company: CompanyId,
  target: WebhookTarget,
  secret: Redacted.Redacted<WebhookSecret>,
  at: Instant,
): WebhookEndpoint => ({
  ...target,
  company,
  isEnabled: true,
  disabled: null,
  failuresInRow: 0,
  secret,
  retired: [],
  configuredAt: at,
})

/** Another URL under the same secrets, so that receivers need not learn a new one. Setting a URL also switches the webhook on. */
export const redirected = (endpoint: WebhookEndpoint, target: WebhookTarget): WebhookEndpoint => ({
  ...enabled(endpoint),
  ...target,
})

/** Sent to again, with the count of failures begun anew. */
export const enabled = (endpoint: WebhookEndpoint): WebhookEndpoint => ({
  ...endpoint,
  isEnabled: true,
  disabled: null,
  failuresInRow: 0,
})

/**
 * Another secret. The one before goes on signing for 24 hours, and so does each that was retired less than 24 hours ago: a
 * rotation that was asked for twice locks no receiver out.
 */
export const rotated = (
  endpoint: WebhookEndpoint,
  secret: Redacted.Redacted<WebhookSecret>,
  at: Instant,
): WebhookEndpoint => ({
  ...endpoint,
  secret,
  retired: [{ secret: endpoint.secret, until: instant(at + retiredSecretMillis) }, ...stillValid(endpoint, at)],
})

/** The secrets that sign at an instant: the current one first, then those retired, latest first. */
export const signingSecrets = (
  endpoint: WebhookEndpoint,
  at: Instant,
): readonly [Redacted.Redacted<WebhookSecret>, ...ReadonlyArray<Redacted.Redacted<WebhookSecret>>] => [
  endpoint.secret,
  ...stillValid(endpoint, at).map(({ secret }) => secret),
]

const stillValid = ({ retired }: WebhookEndpoint, at: Instant) => retired.filter(({ until }) => at < until)
