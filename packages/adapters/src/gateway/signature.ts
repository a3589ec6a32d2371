/**
 * Signs the messages between the service and its acquirer, in both directions, and verifies signatures.
 *
 * Both ends share a secret. A signature covers the time, the method, the path and the body: no part of a request can be changed, and
 * without the secret none can be made. A replayed request repeats what was said before under the same key, and so changes nothing; outside
 * the tolerance it is refused.
 *
 * An end has two secrets while the secret is being changed.
 */
import { createHmac, timingSafeEqual } from "node:crypto"
import type { NonEmptyReadonlyArray } from "effect/Array"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/** How far the clocks of both ends may be apart, either way. Seconds. */
export const toleranceSeconds = 300

/** Carries the time of signing: whole seconds since 1970. */
const timestampHeader = "gateway-timestamp"

/** Carries the signature: a header that proxies, logs and traces know to hide. */
const signatureHeader = "authorization"

export interface SignedRequest {
  /** In capitals. */
  readonly method: string
  /** The path that is asked for: it begins with the path of the base URL and has the query, if there is one. */
  readonly path: string
  /** The bytes that are sent; absent means empty. */
  readonly body: Uint8Array
}

/** The first one signs. Signatures by any of them are right. */
export type GatewaySecrets = NonEmptyReadonlyArray<Redacted.Redacted<string>>

export interface Signatures {
  /** The headers to send with a request, good for `toleranceSeconds` from now. */
  readonly sign: (request: SignedRequest) => Effect.Effect<Readonly<Record<string, string>>>
  /** Whether a request that came with these headers, in lower case, was signed with one of the secrets, and lately. */
  readonly isRight: (
    request: SignedRequest,
    headers: Readonly<Record<string, string | undefined>>,
  ) => Effect.Effect<boolean>
}

/** Goes by the clock at hand when it is made: the two ends have to agree on the time, so let it be the machine's. */
export const signatures = (secrets: GatewaySecrets): Effect.Effect<Signatures> =>
  Clock.clockWith((clock) => {
    const now = Effect.map(clock.currentTimeMillis, (millis) => Math.floor(millis / 1_000))
    return Effect.succeed({
      sign: (request) =>
        Effect.map(now, (seconds) => {
          const timestamp = String(seconds)
          return {
            [timestampHeader]: timestamp,
            [signatureHeader]: `${scheme} ${signatureOf(secrets[0], timestamp, request).toString("hex")}`,
          }
        }),
      isRight: (request, headers) =>
        Effect.map(now, (seconds) => {
          const timestamp = headers[timestampHeader] ?? ""
          const given = /^HMAC-SHA256 ([0-9a-f]{64})$/u.exec(headers[signatureHeader] ?? "")?.[1]
          if (given === undefined || !/^[0-9]{1,12}$/u.test(timestamp)) return false
          const isTimely = Math.abs(seconds - Number(timestamp)) <= toleranceSeconds
          const isOf = (secret: GatewaySecrets[0]) =>
            timingSafeEqual(Buffer.from(given, "hex"), signatureOf(secret, timestamp, request))
          return secrets.some(isOf) && isTimely
        }),
    })
  })

const scheme = "HMAC-SHA256"

/** Neither a time, a method nor a path holds a line break, so that no two requests have one text. */
const signatureOf = (
  secret: Redacted.Redacted<string>,
  timestamp: string,
  { method, path, body }: SignedRequest,
): Buffer =>
  createHmac("sha256", Redacted.value(secret)).update(`${timestamp}\n${method}\n${path}\n`).update(body).digest()
