/**
 * Who asks at the panel: the cookie of a session, and what has to come with it.
 *
 * What a middleware lists as its errors every operation under it can answer.
 */
import type { Grant, Session, User } from "@vintem/domain/access"
import * as Context from "effect/Context"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpApiSecurity from "effect/http-api/HttpApiSecurity"
import * as OpenApi from "effect/http-api/OpenApi"
import { Forbidden, NotFound, ServerError, TooManyRequestsAnswer, Unauthenticated } from "../errors.ts"

/** The user who is signed in, with their state of now. */
export class SignedIn extends Context.Service<
  SignedIn,
  {
    readonly user: User
    /** Everything that they have, in all companies. */
    readonly grants: ReadonlyArray<Grant>
    readonly session: Session
  }
>()("@vintem/contract/SignedIn") {}

/**
 * The cookie of a session. Browsers accept a name with this prefix only over https, only from this host and for all its paths. Over http,
 * which is for trying it out, the name has no prefix.
 */
export const sessionCookie = { https: "__Host-vintem-session", http: "vintem-session" } as const

/**
 * The cookie that identifies a browser where users have signed in: it has a mark for each of the latest users. It opens nothing; guesses that come with it have a
 * count of their own.
 */
export const deviceCookie = { https: "__Host-vintem-device", http: "vintem-device" } as const

/** What every request carries that changes something: a header that no page of another site can set. Its value is `1`. */
export const panelHeader = "x-vintem-panel"

/** The challenge of a 401 of the panel. Browsers do not know it, and so do not ask for a password. */
export const panelChallenge = "Session"

/** With a 403: what the request lacks, `password`. It is sent again once the password was given (`/session/proof`). */
export const neededHeader = "x-vintem-needs"

const refused = Forbidden.annotate({
  description:
    "Your role does not allow this, or the request was not sent by the panel. With the header " +
    `\`${neededHeader}: password\`: the password was not given in this session in the last five minutes.`,
})

/** For operations without a session. Counted by the caller's address. */
export class PanelDoor extends HttpApiMiddleware.Service<PanelDoor>()("@vintem/contract/PanelDoor", {
  error: [refused, TooManyRequestsAnswer, ServerError],
}) {}

/** For operations with a session: checks what the table of the panel's operations demands. Counted by account. */
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
