/**
 * The access token of an account (OAuth 2, client credentials).
 *
 * All requests share one token, and any number of them share one request for the next. A token is renewed ahead of its end while the old one
 * is still used, so that no charge waits for it.
 */
import { OutcomeUnknown } from "@vintem/domain/ports"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { type HttpClient, HttpClientRequest } from "effect/http"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { replyTo } from "../connection/reply.ts"
import { type AccountFault, AccountRejected } from "../psp/psp.ts"
import type { PixAccount } from "./pix-account.ts"
import { Seconds } from "./wire.ts"

export type Token = Redacted.Redacted<string>

type TokenFailure = AccountRejected | OutcomeUnknown

interface Tokens {
  readonly current: Effect.Effect<Token, TokenFailure>
  /** Returns another token than this one, which the institution refused. */
  readonly insteadOf: (refused: Token) => Effect.Effect<Token, TokenFailure>
}

interface Grant {
  readonly token: Token
  /** The first request after this time renews the token. Epoch milliseconds, like the end. */
  readonly renewAt: number
  readonly endsAt: number
}

/** A request for a token belongs to the scope, and not to the caller that began it: others wait for it as well. */
export const tokensOf = Effect.fnUntraced(function* (client: HttpClient.HttpClient, account: PixAccount) {
  const scope = yield* Effect.scope
  const clock = yield* Clock.Clock
  let held: Grant | null = null
  let underWay: Deferred.Deferred<Token, TokenFailure> | null = null

  const renewing: Effect.Effect<Token, TokenFailure> = grantFrom(client, account, clock).pipe(
    Effect.map((grant) => {
      held = grant
      return grant.token
    }),
    Effect.onExit(() =>
      Effect.sync(() => {
        underWay = null
      }),
    ),
  )

  /** The request for a token in progress. Begins one if there is none. */
  const renewed: Effect.Effect<Deferred.Deferred<Token, TokenFailure>> = Effect.suspend(() => {
    if (underWay !== null) return Effect.succeed(underWay)
    const next = Deferred.makeUnsafe<Token, TokenFailure>()
    underWay = next
    return renewing.pipe(Deferred.into(next), Effect.forkIn(scope), Effect.as(next), Effect.uninterruptible)
  })

  const awaited = Effect.flatMap(renewed, (next) => Deferred.await(next))

  const tokens: Tokens = {
    current: Effect.suspend(() => {
      const now = clock.currentTimeMillisUnsafe()
      if (held === null || now >= held.endsAt) return awaited
      return now >= held.renewAt ? Effect.as(renewed, held.token) : Effect.succeed(held.token)
    }),
    insteadOf: (refused) =>
      Effect.suspend(() => {
        if (held !== null && held.token !== refused) return Effect.succeed(held.token)
        held = null
        return awaited
      }),
  }
  return tokens
})

const scopes = "cob.read cob.write cobv.read cobv.write pix.read pix.write"

/** A token is renewed a quarter of its lifetime before its end, and at most this long. Milliseconds. */
const aheadMax = 60_000

/** The assumed lifetime of a token without one. Seconds. */
const lifeAssumed = 60

const answerBytesMax = 64 * 1024

const grantFrom = Effect.fn("PixApi.token", { kind: "client" })(
  function* (
    client: HttpClient.HttpClient,
    account: PixAccount,
    clock: Clock.Clock,
  ): Effect.fn.Return<Grant, TokenFailure> {
    const askedAt = clock.currentTimeMillisUnsafe()
    const reply = yield* replyTo(client, tokenRequest(account), { answerBytesMax }).pipe(
      Effect.mapError((failure) =>
        isAboutCertificate(failure.detail) ? rejected(account, "certificate", failure.detail) : failure,
      ),
    )
    const grant = decodeGrant(reply.body)
    if (reply.status === 200 && Option.isSome(grant)) {
      const { access_token, expires_in = lifeAssumed } = grant.value
      const life = expires_in * 1_000
      const endsAt = askedAt + life
      return {
        token: Redacted.make(access_token, { label: "access token" }),
        renewAt: endsAt - Math.min(aheadMax, life / 4),
        endsAt,
      }
    }
    const detail = `token: HTTP ${reply.status}`
    const error = Option.getOrNull(decodeError(reply.body))?.error ?? ""
    if (reply.status === 400 && error === "invalid_scope") return yield* rejected(account, "scope", detail)
    const isRefused = reply.status === 401 || (reply.status === 400 && refusals.includes(error))
    return yield* isRefused ? rejected(account, "credentials", detail) : new OutcomeUnknown({ detail })
  },
  // Half of the waiting operation's time: the other half is for the operation itself.
  (asking, _, { timeoutMillis }) =>
    Effect.timeoutOrElse(asking, {
      duration: timeoutMillis / 2,
      orElse: () => new OutcomeUnknown({ detail: `no token within ${timeoutMillis / 2} ms` }),
    }),
)

/** RFC 6749, 5.2. */
const refusals = ["invalid_client", "unauthorized_client", "invalid_grant"]

const rejected = ({ name }: PixAccount, fault: AccountFault, detail: string) =>
  new AccountRejected({ account: name, fault, detail })

/** A TLS alert, or a certificate that OpenSSL cannot use. */
const isAboutCertificate = (detail: string): boolean =>
  detail.includes("ERR_OSSL_") || (detail.includes("ERR_SSL_") && detail.includes("ALERT"))

const tokenRequest = ({ profile, tokenUrl, clientId, clientSecret }: PixAccount) => {
  const request = HttpClientRequest.basicAuth(
    HttpClientRequest.post(tokenUrl, { acceptJson: true }),
    clientId,
    clientSecret,
  )
  return profile.tokenRequest === "json"
    ? HttpClientRequest.bodyText(request, JSON.stringify({ grant_type: "client_credentials" }), "application/json")
    : HttpClientRequest.bodyText(
        request,
        String(new URLSearchParams({ grant_type: "client_credentials", scope: scopes })),
        "application/x-www-form-urlencoded",
      )
}

const decodeGrant = Schema.decodeUnknownOption(
  Schema.Struct({
    access_token: Schema.NonEmptyString,
    expires_in: Schema.optionalKey(Seconds),
  }),
)

const decodeError = Schema.decodeUnknownOption(Schema.Struct({ error: Schema.String }))
