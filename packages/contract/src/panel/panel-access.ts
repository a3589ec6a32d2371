/**
 * How the panel knows its caller: the cookie of a session, and the header that has to come with it.
 *
 * Every operation under a middleware can answer with the middleware's errors.
 */
import type { Grant, Session, User } from "@vintem/domain/access"
import * as Context from "effect/Context"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpApiSecurity from "effect/http-api/HttpApiSecurity"
import * as OpenApi from "effect/http-api/OpenApi"
import { Forbidden, NotFound, ServerError, TooManyRequestsAnswer, Unauthenticated } from "../errors.ts"

/** The signed-in user, in their current state. */
export class SignedIn extends Context.Service<
  SignedIn,
  {
    readonly user: User
    /** All their roles, in all companies. */
    readonly grants: ReadonlyArray<Grant>
    readonly session: Session
  }
>()("@vintem/contract/SignedIn") {}

/**
 * The cookie of a session. Browsers accept a name with this prefix only over https, only from this host and for all its
 * paths. Over http, for trying it out, the name has no prefix.
 */
export const sessionCookie = { https: "__Host-vintem-session", http: "vintem-session" } as const

/**
 * The cookie that identifies a browser where users have signed in, with a mark for each of the latest users. It allows
 * nothing; guesses that come with it are counted apart.
 */
export const deviceCookie = { https: "__Host-vintem-device", http: "vintem-device" } as const

/** The header of every request that changes something: pages of another site cannot set it. Its value is `1`. */
export const panelHeader = "x-vintem-panel"

/** The challenge of the panel's 401. Browsers do not know it, so they show no password dialog. */
export const panelChallenge = "Session"

/**
 * The header of a 403 that names what the request lacks. Its value is `password`. The page sends it again after the
 * password was entered (`/session/proof`).
 */
export const neededHeader = "x-vintem-needs"

const refused = Forbidden.annotate({
  description:
    "Your role does not allow this, or the request was not sent by the panel. With the header " +
    `\`${neededHeader}: password\`: the password was not given in this session in the last five minutes.`,
})

/** For operations without a session. The rate limit is counted by the caller's address. */
export class PanelDoor extends HttpApiMiddleware.Service<PanelDoor>()("@vintem/contract/PanelDoor", {
  error: [refused, TooManyRequestsAnswer, ServerError],
}) {}

/**
 * For operations with a session: checks the requirement in the table of the panel's operations. The rate limit is
 * counted by account.
 */
export class PanelAccess extends HttpApiMiddleware.Service<PanelAccess, { provides: SignedIn }>()(
  "@vintem/contract/PanelAccess",
  {
    security: {
      session: HttpApiSecurity.apiKey({ in: "cookie", key: sessionCookie.https }).pipe(
        HttpApiSecurity.annotateMerge(
          OpenApi.annotations({
            description: `The session that signing in begins. Over http its cookie is called \`${sessionCookie.http}\`.`,
          }),
        ),
      ),
    },
    error: [Unauthenticated, refused, NotFound, TooManyRequestsAnswer, ServerError],
  },
) {}
