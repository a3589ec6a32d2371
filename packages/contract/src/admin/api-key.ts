/**
 * API keys in the administration: the requests and the views.
 */
import { type ApiKey, type ApiKeyRefused, ApiKeyScope, apiKeysMax, scopesOfEarlierKeys } from "@vintem/domain/access"
import { saoPauloTimestamp } from "@vintem/domain/calendar"
import * as Schema from "effect/Schema"
import { choice } from "../input/choice.ts"
import { bodyOf, described, list, object, orNull, required, withDefault } from "../input/codec.ts"
import { deadline } from "../input/deadline.ts"
import { fault, type InvalidFields, invalidFields } from "../input/fault.ts"
import { text } from "../input/text.ts"
import { TimestampView } from "../order/timestamp-view.ts"

/** Bounds of an API key's name, in code points. */
export const apiKeyNameLimits = { min: 1, max: 100 } as const

/** A new API key: a name for people, its scopes, and its expiry. */
export const apiKeyBody = described(
  object({
    name: required(text(apiKeyNameLimits), { description: "A name for the key: 1 to 100 characters." }),
    scopes: withDefault(
      list(choice(ApiKeyScope), { min: 1, max: ApiKeyScope.literals.length, of: "scope" }),
      scopesOfEarlierKeys,
      {
        description: `What the key may do, 1 to ${ApiKeyScope.literals.length} scopes; if absent, ${scopesOfEarlierKeys.join(", ")}.`,
        examples: [["orders:read", "orders:write", "orders:refund"]],
      },
    ),
    expires_at: withDefault(
      orNull(
        described(deadline, {
          description:
            "Through the end of that date, `YYYY-MM-DD`, or second, `YYYY-MM-DD HH:MM:SS` in America/Sao_Paulo. Without one the key " +
            "does not expire.",
          examples: ["2027-12-31"],
        }),
      ),
      null,
    ),
  }),
  {
    identifier: "ApiKeyRequest",
    examples: [
      { name: "Loja virtual" },
      { name: "ERP", scopes: ["orders:read", "orders:refund"], expires_at: "2027-12-31" },
    ],
  },
)

/** Reads the body, or lists all its faults. */
export const decodeApiKey = bodyOf(apiKeyBody)

/** Why no key was made, as a fault of the field to correct. */
export const apiKeyRefused = ({ reason, scopes }: ApiKeyRefused): InvalidFields =>
  invalidFields([
    {
      ScopesAboveOwn: fault("scopes", { code: "scopes_above_own", scopes }),
      ExpiresInThePast: fault("expires_at", { code: "not_in_the_future" }),
      TooManyKeys: fault("api_keys", { code: "too_many_keys", max: apiKeysMax }),
    }[reason],
  ])

const shown = {
  id: Schema.Int,
  name: Schema.String,
  last_digits: Schema.String.annotate({ description: "The last four characters of the key." }),
  scopes: Schema.Array(ApiKeyScope).annotate({ description: "What the key may do." }),
  expires_at: Schema.NullOr(TimestampView).annotate({ description: "When it expires; null if it does not." }),
  last_used_at: Schema.NullOr(TimestampView).annotate({
    description: "When it was last used, up to a minute late; null if it was not used.",
  }),
  created_at: TimestampView,
}

/** An API key as it is shown after its creation: never the key itself. */
export const ApiKeyView = Schema.Struct(shown).annotate({
  identifier: "ApiKey",
  examples: [
    {
      id: 1,
      name: "Loja virtual",
      last_digits: "x4Qz",
      scopes: ["orders:read", "orders:write"],
      expires_at: "2027-12-31 23:59:59",
      last_used_at: "2026-11-21 10:05:00",
      created_at: "2026-11-21 10:00:00",
    },
  ],
})
export type ApiKeyView = typeof ApiKeyView.Type

/** An API key as it is shown once, at its creation. */
export const NewApiKeyView = Schema.Struct({
  ...shown,
  key: Schema.String.annotate({ description: "Shown this once." }),
}).annotate({
  identifier: "NewApiKey",
  examples: [
    {
      id: 1,
      name: "Loja virtual",
      last_digits: "x4Qz",
      scopes: ["orders:read", "orders:write"],
      expires_at: "2027-12-31 23:59:59",
      last_used_at: null,
      created_at: "2026-11-21 10:00:00",
      key: "vtm_EXAMPLE_ONLY_dGhpcyBpcyBubyBrZXkx4Qz",
    },
  ],
})
export type NewApiKeyView = typeof NewApiKeyView.Type

/** Times are in America/Sao_Paulo. */
export const apiKeyView = ({ id, name, lastDigits, scopes, expiresAt, lastUsedAt, createdAt }: ApiKey): ApiKeyView => ({
  id,
  name,
  last_digits: lastDigits,
  scopes,
  expires_at: expiresAt === null ? null : saoPauloTimestamp(expiresAt),
  last_used_at: lastUsedAt === null ? null : saoPauloTimestamp(lastUsedAt),
  created_at: saoPauloTimestamp(createdAt),
})

/** @param key - the key itself, which is stored nowhere and shown only here */
export const newApiKeyView = (apiKey: ApiKey, key: string): NewApiKeyView => ({ ...apiKeyView(apiKey), key })
