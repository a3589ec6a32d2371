/**
 * API keys in the administration: making one, and what is shown of it.
 */
import { type ApiKey, saoPauloTimestamp } from "@vintem/domain"
import * as Schema from "effect/Schema"
import { bodyOf, described, object, required } from "../input/codec.ts"
import { text } from "../input/text.ts"
import { TimestampView } from "../order/order-view.ts"

/** Bounds of an API key's name, in code points. */
export const apiKeyNameLimits = { min: 1, max: 100 } as const

/** What a new API key is made of: a name, for people. */
export const apiKeyBody = described(
  object({
    name: required(text(apiKeyNameLimits), { description: "To tell one key from another: 1 to 100 characters." }),
  }),
  { identifier: "ApiKeyRequest", examples: [{ name: "Loja virtual" }] },
)

/** Reads the body, or lists everything that is wrong with it. */
export const decodeApiKey = bodyOf(apiKeyBody)

const shown = {
  id: Schema.Int,
  name: Schema.String,
  last_digits: Schema.String.annotate({ description: "The last four characters of the key." }),
  created_at: TimestampView,
}

/** An API key as it is shown ever after: never the key itself. */
export const ApiKeyView = Schema.Struct(shown).annotate({
  identifier: "ApiKey",
  examples: [{ id: 1, name: "Loja virtual", last_digits: "x4Qz", created_at: "2026-11-21 10:00:00" }],
})
export type ApiKeyView = typeof ApiKeyView.Type

/** An API key as it is shown once, when it is made. */
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
      created_at: "2026-11-21 10:00:00",
      key: "vtm_EXAMPLE_ONLY_dGhpcyBpcyBubyBrZXkx4Qz",
    },
  ],
})
export type NewApiKeyView = typeof NewApiKeyView.Type

/** Times are those of America/Sao_Paulo. */
export const apiKeyView = ({ id, name, lastDigits, createdAt }: ApiKey): ApiKeyView => ({
  id,
  name,
  last_digits: lastDigits,
  created_at: saoPauloTimestamp(createdAt),
})

/** @param key - the key itself, which is kept nowhere and shown here only */
export const newApiKeyView = (apiKey: ApiKey, key: string): NewApiKeyView => ({ ...apiKeyView(apiKey), key })
