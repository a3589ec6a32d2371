/**
 * Signs the messages between the service and its acquirer, in both directions, and verifies signatures.
 *
 * Both ends share a secret. A signature covers the time, the method, the path and the body: no part of a request can be
 * changed, and without the secret none can be made. A replayed request repeats an earlier one under its key, and so
 * changes nothing; outside the tolerance it is refused.
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

/** The header with the time of signing: whole seconds since 1970. */
const timestampHeader = "gateway-timestamp"

/** The header with the signature. Proxies, logs and traces know to hide it. */
const signatureHeader = "authorization"

export interface SignedRequest {
  /** In capitals. */
  readonly method: string
  /** The requested path: it begins with the base URL's path and includes the query. */
  readonly path: string
  /** The sent bytes; empty if there is no body. */
  readonly body: Uint8Array
}

/** The first one signs. Signatures by any of them are valid. */
export type GatewaySecrets = NonEmptyReadonlyArray<Redacted.Redacted<string>>

export interface Signatures {
  /** The headers to send with a request, good for `toleranceSeconds` from now. */
  readonly sign: (request: SignedRequest) => Effect.Effect<Readonly<Record<string, string>>>
  /** True if a request with these headers, in lower case, was signed with one of the secrets, and recently. */
  readonly isRight: (
    request: SignedRequest,
    headers: Readonly<Record<string, string | undefined>>,
  ) => Effect.Effect<boolean>
}

/**
 * Uses the clock that is current when it is made. The two ends have to agree on the time, so let it be the machine's.
 */
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

/** Neither a time, a method nor a path contains a line break, so no two requests have one text. */
const signatureOf = (
  secret: Redacted.Redacted<string>,
  timestamp: string,
  { method, path, body }: SignedRequest,
): Buffer =>
  createHmac("sha256", Redacted.value(secret)).update(`${timestamp}\n${method}\n${path}\n`).update(body).digest()
