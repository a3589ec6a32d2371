/**
 * Who asks at the panel: the cookie of a session, and what has to come with it.
 *
 * What a middleware lists as its errors every operation under it can answer.
 */
import type { Grant, Session, User } from "@vintem/domain/access"
import * as Context from "effect/Context"
import { HttpApiMiddleware, HttpApiSecurity, OpenApi } from "effect/http-api"
import { Forbidden, NotFound, ServerError, TooManyRequestsAnswer, Unauthenticated } from "../errors.ts"

/** Whoever is signed in, as they stand at this moment. */
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
 * The cookie of a session. A browser takes a name that begins like this over https only, from this host alone and for all its paths. Where
 * the service is asked over http, which is for trying it out, the name has no such beginning.
 */
export const sessionCookie = { https: "__Host-vintem-session", http: "vintem-session" } as const

/** What every request carries that changes something: a header that no page of another site can set. Its value is `1`. */
export const panelHeader = "x-vintem-panel"

/** What a 401 of the panel challenges to. Browsers know it not, and so ask nobody for a password. */
export const panelChallenge = "Session"

const refused = Forbidden.annotate({
  description: "What one does here does not allow it, or the request does not come from the panel's own pages.",
})

/** For operations before anybody is signed in. Counted by the address they come from. */
export class PanelDoor extends HttpApiMiddleware.Service<PanelDoor>()("@vintem/contract/PanelDoor", {
  error: [refused, TooManyRequestsAnswer, ServerError],
}) {}

/** For operations of whoever is signed in: asks for what the table of the panel's operations says. Counted by account. */
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
