/**
 * Signs webhooks by the rules of Standard Webhooks, with the HMAC of OpenSSL.
 *
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
import { createHmac, createSecretKey, type KeyObject } from "node:crypto"
import { WebhookSigner } from "@vintem/domain"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

/** For any number of companies: the secrets come with what is to be signed. */
export const layer: Layer.Layer<WebhookSigner> = Layer.succeed(WebhookSigner, {
  headers: ({ id, at, body }, secrets) => {
    const timestamp = String(Math.floor(at / 1_000))
    return {
      "webhook-id": id,
      "webhook-timestamp": timestamp,
      "webhook-signature": secrets.map((secret) => signatureOf(`${id}.${timestamp}.${body}`, secret)).join(" "),
    }
  },
})

/**
 * One signature of a text, with the version of the scheme before it.
 *
 * @param secret - `whsec_` and the base64 of the key
 */
export const signatureOf = (text: string, secret: Redacted.Redacted<string>): string =>
  `v1,${createHmac("sha256", keyOf(secret)).update(text).digest("base64")}`

/** How many keys are kept. */
const keysMax = 1_000
const keys = new Map<string, KeyObject>()

/** To make a key costs as much as to sign with it, so those that were used last are kept, by their secrets. */
const keyOf = (secret: Redacted.Redacted<string>): KeyObject => {
  const text = Redacted.value(secret)
  const known = keys.get(text)
  if (known !== undefined) return known
  if (keys.size >= keysMax) keys.clear()
  const key = createSecretKey(text.slice(secretPrefix.length), "base64")
  keys.set(text, key)
  return key
}

const secretPrefix = "whsec_"
