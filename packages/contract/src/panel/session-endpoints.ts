/**
 * Coming in to the panel, and what one sees and changes of one's own.
 */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { dataOf } from "../admin/endpoint-parts.ts"
import { QueryFaults } from "../authentication.ts"
import { bodyErrors } from "../body-errors.ts"
import { NotFound } from "../errors.ts"
import { MessageResponse } from "../message-response.ts"
import { PageEnvelope, PageQuery } from "../pagination.ts"
import { AcceptedView, InvitationSeenView } from "./invitation-view.ts"
import { AuthenticatorView, RecoveryCodesView } from "./second-factor-view.ts"
import { MeView, SessionView, SignInView } from "./session-view.ts"
import {
  acceptInvitationBody,
  askResetBody,
  codeBody,
  confirmSecondFactorBody,
  proofBody,
  removeSecondFactorBody,
  resetBody,
  seeInvitationBody,
  signInBody,
} from "./sign-in-request.ts"

/** Operations without a session. Secrets are in bodies: paths and queries are logged. */
export const Door = HttpApiGroup.make("door")
  .add(
    HttpApiEndpoint.post("signIn", "/session", {
      payload: signInBody.schema,
      success: dataOf(SignInView),
      error: bodyErrors,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Sign in",
        description:
          "Begins a session and sets its cookie, or asks for a code besides. A session that the browser has is ended. 422 on `password` " +
          "where it is not right, also where nobody has the e-mail. 429 after too many attempts, also with the right password.",
      }),
    ),
    HttpApiEndpoint.post("giveCode", "/session/code", {
      payload: codeBody.schema,
      success: dataOf(SignInView),
      error: bodyErrors,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Give the code of the second factor",
        description:
          "Within ten minutes. 422 on `code` where it is not right or was used before; on `ticket` where one has to begin again. A " +
          "recovery code is taken as well, once.",
      }),
    ),
    HttpApiEndpoint.post("askPasswordReset", "/password-reset", {
      payload: askResetBody.schema,
      success: MessageResponse.pipe(HttpApiSchema.status(202)),
      error: bodyErrors,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Ask for a link to choose a password",
        description: "Sent by e-mail, good for an hour. Answers the same whether or not a user has the e-mail.",
      }),
    ),
    HttpApiEndpoint.post("resetPassword", "/password-reset/confirm", {
      payload: resetBody.schema,
      success: MessageResponse,
      error: bodyErrors,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Choose a password",
        description:
          "By the link that was sent for it. Ends all sessions; the second factor stays. It starts no session.",
      }),
    ),
    HttpApiEndpoint.post("seeInvitation", "/invitation", {
      payload: seeInvitationBody.schema,
      success: dataOf(InvitationSeenView),
      error: bodyErrors,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "See an invitation",
        description:
          "To what, as what, and what is needed to accept it. A POST that changes nothing: links stay out of logs.",
      }),
    ),
    HttpApiEndpoint.post("acceptInvitation", "/invitation/accept", {
      payload: acceptInvitationBody.schema,
      success: dataOf(AcceptedView),
      error: bodyErrors,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Accept an invitation",
        description:
          "A signed-in user joins with their account. Anyone else makes an account, with a name and a password, and signs in with it " +
          "afterwards. 422 where the role cannot be given any more.",
      }),
    ),
  )
  .annotateMerge(OpenApi.annotations({ title: "Door", description: "Signing in, and what else needs no session." }))

/** For users who are signed in. */
export const Sessions = HttpApiGroup.make("session")
  .add(
    HttpApiEndpoint.get("whoAmI", "/session", { success: dataOf(MeView) }).annotateMerge(
      OpenApi.annotations({
        summary: "Who am I",
        description: "Name, e-mail, and permissions in each company. 401 without a session.",
      }),
    ),
    HttpApiEndpoint.delete("signOut", "/session", { success: MessageResponse }).annotateMerge(
      OpenApi.annotations({ summary: "Sign out", description: "Ends the session, and takes its cookie back." }),
    ),
    HttpApiEndpoint.get("list", "/sessions", { query: PageQuery, success: PageEnvelope(SessionView) })
      .middleware(QueryFaults)
      .annotateMerge(
        OpenApi.annotations({
          summary: "List one's sessions",
          description: "Where one is signed in, newest first, 15 a page.",
        }),
      ),
    HttpApiEndpoint.delete("end", "/sessions/:id", {
      params: { id: Schema.String.annotate({ description: "The session's id.", examples: ["12"] }) },
      success: MessageResponse,
      error: NotFound,
    }).annotateMerge(
      OpenApi.annotations({ summary: "End one of one's sessions", description: "At once, wherever it is open." }),
    ),
    HttpApiEndpoint.delete("endOthers", "/sessions", { success: MessageResponse }).annotateMerge(
      OpenApi.annotations({
        summary: "End all one's other sessions",
        description: "All but the one that asks. No other browser is known as one's own any more.",
      }),
    ),
    HttpApiEndpoint.post("prove", "/session/proof", {
      payload: proofBody.schema,
      success: MessageResponse,
      error: bodyErrors,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Give one's password again",
        description:
          "For five minutes the session may then do what wants the password besides. 422 on `password` where it is not right; 429 after too many " +
          "attempts in the session.",
      }),
    ),
    HttpApiEndpoint.post("beginSecondFactor", "/second-factor", { success: dataOf(AuthenticatorView) }).annotateMerge(
      OpenApi.annotations({
        summary: "Begin with a second factor",
        description: "Makes a secret for an authenticator. Nothing is turned on before a code of it is given.",
      }),
    ),
    HttpApiEndpoint.post("confirmSecondFactor", "/second-factor/confirm", {
      payload: confirmSecondFactorBody.schema,
      success: dataOf(RecoveryCodesView),
      error: bodyErrors,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Turn the second factor on",
        description:
          "The recovery codes are shown in this answer only. All one's other sessions end, and one is told by e-mail.",
      }),
    ),
    HttpApiEndpoint.post("removeSecondFactor", "/second-factor/remove", {
      payload: removeSecondFactorBody.schema,
      success: MessageResponse,
      error: bodyErrors,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Turn the second factor off",
        description: "With one of its codes. All one's other sessions end, and one is told by e-mail.",
      }),
    ),
  )
  .annotateMerge(OpenApi.annotations({ title: "Session", description: "Who one is, and where one is signed in." }))
