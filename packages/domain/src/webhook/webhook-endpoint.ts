/** A company's webhook: its URL, and the secrets that prove the sender of an event. */
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { type Instant, instant } from "../calendar/instant.ts"
import type { CompanyId } from "../identifiers/company.ts"
import { WebhookKind } from "../order/webhooks.ts"

/** `whsec_` and the base64 of 32 random bytes, by the rules of Standard Webhooks. */
export const WebhookSecret = Schema.String.check(Schema.isPattern(/^whsec_[A-Za-z0-9+/]{43}=$/u)).pipe(
  Schema.brand("WebhookSecret"),
)
export type WebhookSecret = typeof WebhookSecret.Type

/** A replaced secret still signs for 24 hours. In milliseconds. */
export const retiredSecretMillis = 86_400_000

/** A replaced secret. */
export interface RetiredSecret {
  readonly secret: Redacted.Redacted<WebhookSecret>
  /** It signs before this instant only. */
  readonly until: Instant
}

/** A company's settings for its webhook. */
export interface WebhookTarget {
  /** An http or https URL of at most 2048 characters, without credentials. `WebhookSender` checks if it is allowed. */
  readonly url: string
  /** True if failed events are tried for longer than the usual retry schedule. */
  readonly hasLongTail: boolean
  /** The kinds of events that it gets: at least one, each once, in the order of `WebhookKind`. */
  readonly events: ReadonlyArray<WebhookKind>
}

/** Kinds as an endpoint stores them: each once, in the order of `WebhookKind`. */
export const webhookEvents = (kinds: ReadonlyArray<WebhookKind>): ReadonlyArray<WebhookKind> =>
  WebhookKind.literals.filter((kind) => kinds.includes(kind))

/**
 * Why an endpoint gets no more events. `gone`: it answered 410. `failing`: twenty events in a row could not be
 * delivered.
 */
export const DisableReason = Schema.Literals(["gone", "failing"])
export type DisableReason = typeof DisableReason.Type

/** A company's webhook, as stored. */
export interface WebhookEndpoint extends WebhookTarget {
  readonly company: CompanyId
  /** An endpoint that is not enabled gets test events only. */
  readonly isEnabled: boolean
  /** Since when and why it is disabled. Null if it is enabled. */
  readonly disabled: { readonly at: Instant; readonly because: DisableReason } | null
  /** How many events in a row failed in their usual retry schedule. */
  readonly failuresInRow: number
  readonly secret: Redacted.Redacted<WebhookSecret>
  /** The replaced secrets that may still sign, latest first. */
  readonly retired: ReadonlyArray<RetiredSecret>
  /** When the company first set a URL. Earlier changes are not reported. */
  readonly configuredAt: Instant
}

/** A first URL, with its secret. */
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

/**
 * Another URL with the same secrets, so that receivers need not learn new ones. Setting a URL also enables the webhook.
 */
export const redirected = (endpoint: WebhookEndpoint, target: WebhookTarget): WebhookEndpoint => ({
  ...enabled(endpoint),
  ...target,
})

/** Enabled again. The count of failures starts again. */
export const enabled = (endpoint: WebhookEndpoint): WebhookEndpoint => ({
  ...endpoint,
  isEnabled: true,
  disabled: null,
  failuresInRow: 0,
})

/**
 * Another secret. The previous one signs for 24 more hours, and so do those that were replaced less than 24 hours ago:
 * two rotations in a row lock no receiver out.
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

/** The secrets that sign at an instant: the current one first, then replaced ones, latest first. */
export const signingSecrets = (
  endpoint: WebhookEndpoint,
  at: Instant,
): readonly [Redacted.Redacted<WebhookSecret>, ...ReadonlyArray<Redacted.Redacted<WebhookSecret>>] => [
  endpoint.secret,
  ...stillValid(endpoint, at).map(({ secret }) => secret),
]

const stillValid = ({ retired }: WebhookEndpoint, at: Instant) => retired.filter(({ until }) => at < until)
