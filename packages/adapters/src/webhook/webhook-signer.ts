/**
 * Signs webhooks by the rules of Standard Webhooks, with the HMAC of OpenSSL.
 *
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
import { createHmac, createSecretKey } from "node:crypto"
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
export const signatureOf = (text: string, secret: Redacted.Redacted<string>): string => {
  // Of bytes that are no key yet Node makes one in a way that costs more than the signing.
  const key = createSecretKey(Redacted.value(secret).slice(secretPrefix.length), "base64")
  return `v1,${createHmac("sha256", key).update(text).digest("base64")}`
}

const secretPrefix = "whsec_"
