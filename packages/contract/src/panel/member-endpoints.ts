/** The members of a company, and the operators of the platform. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { company, dataOf } from "../admin/endpoint-parts.ts"
import { QueryFaults } from "../authentication.ts"
import { bodyErrors } from "../body-errors.ts"
import { Invalid, NotFound } from "../errors.ts"
import { MessageResponse } from "../message-response.ts"
import { PageEnvelope, PageQuery } from "../pagination.ts"
import { InvitationView, NewInvitationView } from "./invitation-view.ts"
import { inviteMemberBody, inviteOperatorBody, MemberView, memberRoleBody, operatorRoleBody } from "./member-view.ts"

const user = Schema.String.annotate({ description: "The user's id.", examples: ["3"] })
const id = Schema.String.annotate({ description: "The invitation's id.", examples: ["5"] })

const listed = PageEnvelope(MemberView)
const invited = PageEnvelope(InvitationView)

const described = {
  list: { summary: "List members", description: "Newest first, 15 a page." },
  invitations: { summary: "List invitations", description: "Valid invitations, newest first, 15 a page." },
  invite: {
    summary: "Invite a person",
    description:
      "E-mails a link that is valid for seven days. If no e-mail is sent, the link is in this answer only. Another invitation of the same " +
      "e-mail replaces the previous one. 422 if they already have a role, or if the role allows more than yours.",
  },
  withdraw: { summary: "Withdraw an invitation", description: "Its link no longer works." },
  change: {
    summary: "Change a person's role",
    description:
      "Takes effect at their next request. 422 if no head would remain, or if the role allows more than yours.",
  },
  remove: {
    summary: "Remove a person",
    description: "Takes effect at their next request. 422 if they are the last head.",
  },
  leave: { summary: "Leave", description: "Gives up your role here. 422 if you are the last head." },
}

const inCompany = "/companies/:company"

/** A company's members. */
export const Members = HttpApiGroup.make("members")
  .add(
    HttpApiEndpoint.get("list", `${inCompany}/members`, {
      params: { company },
      query: PageQuery,
      success: listed,
      error: NotFound,
    })
      .middleware(QueryFaults)
      .annotateMerge(OpenApi.annotations(described.list)),
    HttpApiEndpoint.get("invitations", `${inCompany}/invitations`, {
      params: { company },
      query: PageQuery,
      success: invited,
      error: NotFound,
    })
      .middleware(QueryFaults)
      .annotateMerge(OpenApi.annotations(described.invitations)),
    HttpApiEndpoint.post("invite", `${inCompany}/invitations`, {
      params: { company },
      payload: inviteMemberBody.schema,
      success: dataOf(NewInvitationView).pipe(HttpApiSchema.status(201)),
      error: [...bodyErrors, NotFound],
    }).annotateMerge(OpenApi.annotations(described.invite)),
    HttpApiEndpoint.delete("withdraw", `${inCompany}/invitations/:id`, {
      params: { company, id },
      success: MessageResponse,
      error: NotFound,
    }).annotateMerge(OpenApi.annotations(described.withdraw)),
    HttpApiEndpoint.put("change", `${inCompany}/members/:user`, {
      params: { company, user },
      payload: memberRoleBody.schema,
      success: MessageResponse,
      error: [...bodyErrors, NotFound],
    }).annotateMerge(OpenApi.annotations(described.change)),
    HttpApiEndpoint.delete("remove", `${inCompany}/members/:user`, {
      params: { company, user },
      success: MessageResponse,
      error: [NotFound, Invalid],
    }).annotateMerge(OpenApi.annotations(described.remove)),
    HttpApiEndpoint.delete("leave", `${inCompany}/membership`, {
      params: { company },
      success: MessageResponse,
      error: [NotFound, Invalid],
    }).annotateMerge(OpenApi.annotations(described.leave)),
  )
  .annotateMerge(OpenApi.annotations({ title: "Members", description: "The people of a company and their roles." }))

/** The platform's operators. */
export const Operators = HttpApiGroup.make("operators")
  .add(
    HttpApiEndpoint.get("list", "/operators", { query: PageQuery, success: listed })
      .middleware(QueryFaults)
      .annotateMerge(OpenApi.annotations(described.list)),
    HttpApiEndpoint.get("invitations", "/invitations", { query: PageQuery, success: invited })
      .middleware(QueryFaults)
      .annotateMerge(OpenApi.annotations(described.invitations)),
    HttpApiEndpoint.post("invite", "/invitations", {
      payload: inviteOperatorBody.schema,
      success: dataOf(NewInvitationView).pipe(HttpApiSchema.status(201)),
      error: bodyErrors,
    }).annotateMerge(OpenApi.annotations(described.invite)),
    HttpApiEndpoint.delete("withdraw", "/invitations/:id", {
      params: { id },
      success: MessageResponse,
      error: NotFound,
    }).annotateMerge(OpenApi.annotations(described.withdraw)),
    HttpApiEndpoint.put("change", "/operators/:user", {
      params: { user },
      payload: operatorRoleBody.schema,
      success: MessageResponse,
      error: [...bodyErrors, NotFound],
    }).annotateMerge(OpenApi.annotations(described.change)),
    HttpApiEndpoint.delete("remove", "/operators/:user", {
      params: { user },
      success: MessageResponse,
      error: [NotFound, Invalid],
    }).annotateMerge(OpenApi.annotations(described.remove)),
  )
  .annotateMerge(OpenApi.annotations({ title: "Operators", description: "The service's operators and their roles." }))
