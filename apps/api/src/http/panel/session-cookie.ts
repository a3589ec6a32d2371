/**
 * The cookie of a session: no script can read it, no other site has it sent along, and over https no other host can set it.
 *
 * @see docs/decisions/access.md#0250
 */
import { sessionCookie } from "@vintem/contract"
import { sessionPolicy } from "@vintem/domain/access"
import { Effect, Option, Redacted } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { CurrentExchange } from "../edge/exchange.ts"
import { PublicUrl } from "../edge/public-url.ts"

const named = Effect.map(PublicUrl, ({ base }) => {
  const isHttps = base.startsWith("https://")
  return { isHttps, name: isHttps ? sessionCookie.https : sessionCookie.http }
})

/** As the browser sent it; none where it sent none. */
export const tokenSent = Effect.gen(function* () {
  const { name } = yield* named
  const { cookies } = yield* HttpServerRequest.HttpServerRequest
  const sent = cookies[name]
  return sent === undefined || sent === "" ? Option.none() : Option.some(Redacted.make(sent, { label: "session" }))
})

/** Gives the browser a token with the answer at hand, whatever that will be. It is kept no longer than any session lives. */
export const giveToken = Effect.fnUntraced(function* (token: Redacted.Redacted<string>) {
  yield* withAnswer(Redacted.value(token), sessionPolicy.absolute)
})

/** Has the browser forget its token with the answer at hand. */
export const takeTokenBack = Effect.suspend(() => withAnswer("", 0))

const withAnswer = Effect.fnUntraced(function* (value: string, maxAge: number) {
  const { isHttps, name } = yield* named
  const options = { httpOnly: true, secure: isHttps, sameSite: "strict", path: "/", maxAge } as const
  const exchange = yield* CurrentExchange
  exchange?.changeAnswer(HttpServerResponse.setCookieUnsafe(name, value, options))
})
