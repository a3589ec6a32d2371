/**
 * The panel's cookies, for sessions and known browsers. No script can read them, requests from other sites do not carry
 * them, and over https no other host can set them.
 *
 * @see docs/decisions/access.md#0250
 * @see docs/decisions/access.md#0336
 */
import { deviceCookie, sessionCookie } from "@vintem/contract"
import { deviceMillis, sessionPolicy } from "@vintem/domain/access"
import { Effect, Option, Redacted } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { CurrentExchange } from "../edge/request/exchange.ts"
import { PublicUrl } from "../edge/request/public-url.ts"

type Cookie = typeof sessionCookie | typeof deviceCookie

const named = (cookie: Cookie) =>
  Effect.map(PublicUrl, ({ base }) => {
    const isHttps = base.startsWith("https://")
    return { isHttps, name: isHttps ? cookie.https : cookie.http }
  })

/** Undefined if the browser sent none. */
const sentAs = Effect.fnUntraced(function* (cookie: Cookie) {
  const { name } = yield* named(cookie)
  const { cookies } = yield* HttpServerRequest.HttpServerRequest
  return cookies[name]
})

/** The browser's cookie, unchanged; none if it sent none. */
export const tokenSent = Effect.gen(function* () {
  const sent = yield* sentAs(sessionCookie)
  return sent === undefined || sent === "" ? Option.none() : Option.some(Redacted.make(sent, { label: "session" }))
})

/**
 * Gives the browser a token with the current answer, whatever that will be. The cookie lasts no longer than any
 * session.
 */
export const giveToken = Effect.fnUntraced(function* (token: Redacted.Redacted<string>) {
  yield* withAnswer(sessionCookie, Redacted.value(token), sessionPolicy.absolute)
})

/** Deletes the browser's token with the current answer. */
export const takeTokenBack = Effect.suspend(() => withAnswer(sessionCookie, "", 0))

/** How many users' marks a browser keeps: the number who may share a till. */
const marksMax = 4

const betweenMarks = "~"

/** The browser's marks, the latest first, unverified. */
export const marksSent = Effect.map(sentAs(deviceCookie), (sent = "") =>
  sent === "" ? [] : sent.split(betweenMarks, marksMax).map((mark) => Redacted.make(mark, { label: "device" })),
)

/** Gives the browser a mark with the current answer, and replaces that user's earlier one. */
export const giveMark = Effect.fnUntraced(function* (mark: Redacted.Redacted<string>) {
  const fresh = Redacted.value(mark)
  const others = (yield* marksSent).map(Redacted.value).filter((one) => userIn(one) !== userIn(fresh))
  yield* withAnswer(deviceCookie, [fresh, ...others].slice(0, marksMax).join(betweenMarks), deviceMillis)
})

/** A mark begins with its user. */
const userIn = (mark: string): string => mark.split(".", 1)[0] ?? ""

const withAnswer = Effect.fnUntraced(function* (cookie: Cookie, value: string, maxAge: number) {
  const { isHttps, name } = yield* named(cookie)
  const options = { httpOnly: true, secure: isHttps, sameSite: "strict", path: "/", maxAge } as const
  const exchange = yield* CurrentExchange
  exchange?.changeAnswer(HttpServerResponse.setCookieUnsafe(name, value, options))
})
