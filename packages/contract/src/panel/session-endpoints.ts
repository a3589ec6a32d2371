/** Signing in to the panel, and the user's own data. */
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

/** Operations without a session. Secrets are in bodies, because paths and queries are logged. */
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
          "Begins a session and sets its cookie, or also asks for a code. Ends the browser's current session. 422 on `password` if it is " +
          "wrong or no user has the e-mail. 429 after too many attempts, even with the right password.",
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
          "Within ten minutes. 422 on `code` if it is wrong or was used before; on `ticket` if you must begin again. A recovery code works " +
          "too, once.",
      }),
    ),
    HttpApiEndpoint.post("askPasswordReset", "/password-reset", {
      payload: askResetBody.schema,
      success: MessageResponse.pipe(HttpApiSchema.status(202)),
      error: bodyErrors,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Ask for a link to choose a password",
        description: "E-mails a link that is valid for an hour. The answer does not say whether a user has the e-mail.",
      }),
    ),
    HttpApiEndpoint.post("resetPassword", "/password-reset/confirm", {
      payload: resetBody.schema,
      success: MessageResponse,
      error: bodyErrors,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Choose a password",
        description: "With the token of an e-mailed link. Ends all sessions and starts none; the second factor stays.",
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
          "Its company, its role, and how to accept it. A POST that changes nothing, so that the token stays out of logs.",
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
          "A signed-in user joins with their account. Anyone else creates an account, with a name and a password, and signs in afterwards. " +
          "422 if the role can no longer be given.",
      }),
    ),
  )
  .annotateMerge(
    OpenApi.annotations({ title: "Door", description: "Signing in, and other operations without a session." }),
  )

/** Operations for signed-in users. */
export const Sessions = HttpApiGroup.make("session")
  .add(
    HttpApiEndpoint.get("whoAmI", "/session", { success: dataOf(MeView) }).annotateMerge(
      OpenApi.annotations({
        summary: "Retrieve yourself",
        description: "Name, e-mail, and permissions in each company. 401 without a session.",
      }),
    ),
    HttpApiEndpoint.delete("signOut", "/session", { success: MessageResponse }).annotateMerge(
      OpenApi.annotations({ summary: "Sign out", description: "Ends the session and clears its cookie." }),
    ),
    HttpApiEndpoint.get("list", "/sessions", { query: PageQuery, success: PageEnvelope(SessionView) })
      .middleware(QueryFaults)
      .annotateMerge(
        OpenApi.annotations({
          summary: "List your sessions",
          description: "Where you are signed in, newest first, 15 a page.",
        }),
      ),
    HttpApiEndpoint.delete("end", "/sessions/:id", {
      params: { id: Schema.String.annotate({ description: "The session's id.", examples: ["12"] }) },
      success: MessageResponse,
      error: NotFound,
    }).annotateMerge(
      OpenApi.annotations({ summary: "End one of your sessions", description: "Takes effect at once." }),
    ),
    HttpApiEndpoint.delete("endOthers", "/sessions", { success: MessageResponse }).annotateMerge(
      OpenApi.annotations({
        summary: "End your other sessions",
        description: "All except this one. Other browsers are forgotten as yours.",
      }),
    ),
    HttpApiEndpoint.post("prove", "/session/proof", {
      payload: proofBody.schema,
      success: MessageResponse,
      error: bodyErrors,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Give your password again",
        description:
          "For five minutes, the session may use operations that require the password. 422 on `password` if it is wrong; 429 after too many " +
          "attempts in the session.",
      }),
    ),
    HttpApiEndpoint.post("beginSecondFactor", "/second-factor", { success: dataOf(AuthenticatorView) }).annotateMerge(
      OpenApi.annotations({
        summary: "Begin a second factor",
        description: "Creates a secret for an authenticator. The factor stays off until you give one of its codes.",
      }),
    ),
    HttpApiEndpoint.post("confirmSecondFactor", "/second-factor/confirm", {
      payload: confirmSecondFactorBody.schema,
      success: dataOf(RecoveryCodesView),
      error: bodyErrors,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Turn the second factor on",
        description: "Shows the recovery codes in this answer only. Your other sessions end, and you get an e-mail.",
      }),
    ),
    HttpApiEndpoint.post("removeSecondFactor", "/second-factor/remove", {
      payload: removeSecondFactorBody.schema,
      success: MessageResponse,
      error: bodyErrors,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Turn the second factor off",
        description: "With one of its codes. Your other sessions end, and you get an e-mail.",
      }),
    ),
  )
  .annotateMerge(OpenApi.annotations({ title: "Session", description: "Your account and your sessions." }))
