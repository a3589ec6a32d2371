/**
 * The one place that decides who may do what at the panel, by the contract's table.
 *
 * It judges in this order: the request's origin, its user, the rate limit, the permission, a recent password.
 *
 * @see docs/decisions/access.md#0250
 * @see docs/decisions/access.md#0251
 */
import { CurrentActor, isProvedNow, placeOf, useSession } from "@vintem/application"
import {
  companyIdFromPath,
  Forbidden,
  NotFound,
  neededBy,
  neededHeader,
  needsPassword,
  PanelAccess,
  PanelDoor,
  type PanelNeed,
  panelChallenge,
  panelHeader,
  ServerError,
  SignedIn,
  Unauthenticated,
} from "@vintem/contract"
import {
  CompanyPermission,
  type Grant,
  inCompany,
  isAllowed,
  type Permission,
  permissionsIn,
  platform,
} from "@vintem/domain/access"
import {
  AccessSecrets,
  type MembershipRepository,
  type SessionRepository,
  type UserRepository,
} from "@vintem/domain/ports"
import { Effect, Layer, Option } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { storageFailed } from "../edge/auth/bearer-token.ts"
import { preparedAnswer } from "../edge/body/answers.ts"
import { RateLimits, tooManyRequests } from "../edge/limits/rate-limit.ts"
import { type TrustedProxies, visitorOf } from "../edge/request/client-address-of.ts"
import { PublicUrl } from "../edge/request/public-url.ts"
import { giveToken, marksSent, tokenSent } from "./session-cookie.ts"

const elsewhere = preparedAnswer(new Forbidden({ response: "The request was not sent by the panel." }))
const notAllowed = preparedAnswer(new Forbidden({ response: "Your role does not allow this." }))
const passwordNeeded = HttpServerResponse.setHeader(
  preparedAnswer(new Forbidden({ response: "This needs your password: enter it again." })),
  neededHeader,
  "password",
)
const notFound = preparedAnswer(new NotFound())
const fault = preparedAnswer(new ServerError())
const unauthenticated = HttpServerResponse.setHeader(
  preparedAnswer(new Unauthenticated()),
  "www-authenticate",
  panelChallenge,
)

/**
 * The key for counting callers without a session: their network, or their browser's mark. So other users of the network
 * cannot lock out a returning user. A revoked mark still counts here: it opens nothing, and a user has few counts.
 */
const callerAtDoor = Effect.gen(function* () {
  const { openedMark } = yield* AccessSecrets
  const [mark] = (yield* marksSent).flatMap((sent) => Option.toArray(openedMark(sent)))
  return mark === undefined ? yield* visitorOf : placeOf(mark)
})

/** Callers without a session, within their rate limit. */
export const door = Layer.effect(
  PanelDoor,
  Effect.gen(function* () {
    const { takePanelVisit } = yield* RateLimits
    const services = yield* Effect.context<AccessSecrets | PublicUrl | TrustedProxies>()
    return PanelDoor.of((handler) =>
      Effect.gen(function* () {
        if (!(yield* comesFromPanel)) return elsewhere
        const seconds = yield* Effect.flatMap(callerAtDoor, takePanelVisit)
        return seconds === null ? yield* handler : tooManyRequests(seconds)
      }).pipe(Effect.provideContext(services), Effect.catchTag("StorageUnavailable", storageFailed)),
    )
  }),
)

type Lookups = AccessSecrets | MembershipRepository | PublicUrl | SessionRepository | TrustedProxies | UserRepository

/** Users with a session, if the table allows the operation. */
export const access = Layer.effect(
  PanelAccess,
  Effect.gen(function* () {
    const { takeFailure, takePanelRequest } = yield* RateLimits
    const services = yield* Effect.context<Lookups>()
    const refused = Effect.map(Effect.flatMap(callerAtDoor, takeFailure), (seconds) =>
      seconds === null ? unauthenticated : tooManyRequests(seconds),
    )
    return PanelAccess.of({
      session: (handler, { endpoint, group }) => {
        const needed = neededBy(group.identifier, endpoint.identifier)
        return Effect.gen(function* () {
          if (!(yield* comesFromPanel)) return elsewhere
          const present = yield* whoIsPresent
          if (Option.isNone(present)) return yield* refused
          const { grants, session, user } = present.value
          const seconds = yield* takePanelRequest(String(user.id))
          if (seconds !== null) return tooManyRequests(seconds)
          const { params } = yield* HttpRouter.RouteContext
          const refusal =
            refusalOf(needed, grants, params["company"]) ??
            (needsPassword(group.identifier, endpoint.identifier) && !(yield* isProvedNow(session))
              ? passwordNeeded
              : null)
          return (
            refusal ??
            (yield* handler.pipe(
              Effect.provideService(SignedIn, { grants, session, user }),
              Effect.provideService(CurrentActor, { _tag: "User", user: user.id }),
            ))
          )
        }).pipe(Effect.provideContext(services), Effect.catchTag("StorageUnavailable", storageFailed))
      },
    })
  }),
)

/** The user of the request's session. Renews the token when it is due. */
export const whoIsPresent = Effect.gen(function* () {
  const token = yield* tokenSent
  const present = Option.isNone(token) ? Option.none() : yield* useSession(token.value)
  if (Option.isSome(present) && present.value.token !== null) yield* giveToken(present.value.token)
  return present
})

/** @param company - the path's company; undefined if it names none */
const refusalOf = (needed: PanelNeed | undefined, grants: ReadonlyArray<Grant>, company: string | undefined) => {
  // If an operation is not in the table, or needs no session, this guard does not allow it.
  if (needed === undefined || needed === "nobody") return fault
  if (company !== undefined) {
    const id = companyIdFromPath(company)
    if (Option.isNone(id) || permissionsIn(grants, inCompany(id.value)).size === 0) return notFound
    if (needed === "member" || needed === "session") return null
    return isAllowed(grants, needed, isOfCompany(needed) ? inCompany(id.value) : platform) ? null : notAllowed
  }
  if (needed === "session") return null
  return needed !== "member" && !isOfCompany(needed) && isAllowed(grants, needed, platform) ? null : notAllowed
}

const isOfCompany = (permission: Permission): boolean => ofCompany.has(permission)

const ofCompany = new Set<Permission>(CompanyPermission.literals)

/** These methods change nothing, so they need not come from the panel: no other site can read their answers. */
const readingMethods = new Set(["GET", "HEAD", "OPTIONS"])

/**
 * True if the panel's own page made this request. Another site cannot set the header without a preflight, and the
 * preflight is refused. The browser's own statement of the origin is also checked, if it sends one.
 */
const comesFromPanel = Effect.gen(function* () {
  const { headers, method } = yield* HttpServerRequest.HttpServerRequest
  if (readingMethods.has(method)) return true
  const { base } = yield* PublicUrl
  if (headers[panelHeader] !== "1") return false
  const site = headers["sec-fetch-site"]
  if (site !== undefined && site !== "same-origin") return false
  const origin = headers["origin"]
  return origin === undefined || isOwn(origin, base, headers["host"])
})

/** The requested host is the panel's own too, even if it differs from the public URL. */
const isOwn = (origin: string, base: string, host: string | undefined): boolean => {
  if (!URL.canParse(origin)) return false
  const [asked, own] = [new URL(origin), new URL(base)]
  return asked.protocol === own.protocol && (asked.host === own.host || asked.host === host)
}
