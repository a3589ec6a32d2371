/**
 * Signs webhooks by the rules of Standard Webhooks, with the HMAC of OpenSSL.
 *
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
import { createHmac, createSecretKey, type KeyObject } from "node:crypto"
import { WebhookSigner } from "@vintem/domain/ports"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

/** For any number of companies: the caller passes the secrets. */
export const layer: Layer.Layer<WebhookSigner> = Layer.succeed(WebhookSigner, {
  headers: ({ id, at, body }, secrets) => {
    const timestamp = String(Math.floor(at / 1_000))
    return {
      "webhook-id": id,
      "webhook-timestamp": timestamp,
      "webhook-signature": secrets.map((secret) => signatureOf([`${id}.${timestamp}.`, body], secret)).join(" "),
    }
  },
})

/**
 * One signature of a text, with the version of the scheme before it.
 *
 * @param text - in pieces: joining a long body to a short prefix would cost a third of the signing
 * @param secret - `whsec_` and the base64 of the key
 */
export const signatureOf = (text: ReadonlyArray<string>, secret: Redacted.Redacted<string>): string => {
  const hmac = createHmac("sha256", keyOf(secret))
  for (const piece of text) hmac.update(piece)
  return `v1,${hmac.digest("base64")}`
}

/** Creating a key costs more than signing with it, so it is kept as long as its secret. */
const keys = new WeakMap<Redacted.Redacted<string>, KeyObject>()

const keyOf = (secret: Redacted.Redacted<string>): KeyObject => {
  const known = keys.get(secret)
  if (known !== undefined) return known
  const key = createSecretKey(Redacted.value(secret).slice(secretPrefix.length), "base64")
  keys.set(secret, key)
  return key
}

const secretPrefix = "whsec_"
