/**
 * The members of a company and of the platform: listing, inviting, changing and removing them.
 *
 * The two differ by their realm.
 */
import { changeMembership, invite, withdrawInvitation } from "@vintem/application"
import {
  done,
  Forbidden,
  invalid,
  invitationView,
  inviteMemberBody,
  inviteOperatorBody,
  memberRoleBody,
  membershipRefused,
  memberView,
  NotFound,
  operatorRoleBody,
  type PageQuery,
  PanelOwn,
  pageOf,
  SignedIn,
  ticketIdFromPath,
  userIdFromPath,
} from "@vintem/contract"
import {
  type Grant,
  inCompany,
  MembershipRefused,
  platform,
  type Realm,
  type Ticket,
  type UserId,
} from "@vintem/domain/access"
import { instant } from "@vintem/domain/calendar"
import type { PageLanguage } from "@vintem/domain/company"
import type { Email } from "@vintem/domain/customer"
import { MembershipRepository, perPage, type StorageUnavailable, TicketRepository } from "@vintem/domain/ports"
import { Clock, Effect, Option, Redacted } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { companyOf, type OfCompany } from "../admin/company-of.ts"
import { json } from "../edge/body/answers.ts"
import { uninterruptible } from "../edge/limits/uninterruptible.ts"
import { operation } from "../edge/received-request.ts"
import { listPage } from "../edge/request/list-page.ts"
import { PublicUrl } from "../edge/request/public-url.ts"
import { orServerError } from "../edge/server-error.ts"
import { tooFast } from "./come-in.ts"

const answerTo = (refused: MembershipRefused) => {
  switch (refused.reason) {
    case "NotMember":
      return new NotFound()
    case "NotAllowed":
      return new Forbidden({ response: "Your role does not allow this." })
    default:
      return invalid(membershipRefused(refused))
  }
}

/**
 * Answers 404 if the user is no member here. If the actor's role was lost after the request was let in, nothing is
 * allowed.
 */
const orNotSo = <A, E, R>(self: Effect.Effect<A, E | MembershipRefused, R>) =>
  Effect.catchIf(
    self,
    (error): error is MembershipRefused => error instanceof MembershipRefused,
    (refused) => Effect.fail(answerTo(refused)),
  )

export const members = HttpApiBuilder.group(PanelOwn, "members", (handlers) =>
  handlers
    .handle("list", ({ params, query }) => listMembers(realmAt(params), query))
    .handle("invitations", ({ params, query }) => listInvitations(realmAt(params), query))
    .handleRaw("invite", ({ params }) => inviteMember(params), uninterruptible)
    .handle("withdraw", ({ params }) => withdraw(realmAt(params), params.id))
    .handleRaw("change", ({ params }) => changeMember(params), uninterruptible)
    .handle("remove", ({ params }) => remove(realmAt(params), userIdFromPath(params.user)))
    .handle("leave", ({ params }) =>
      Effect.flatMap(SignedIn, ({ user }) => remove(realmAt(params), Option.some(user.id))),
    ),
)

const onPlatform = Effect.succeed(platform)

export const operators = HttpApiBuilder.group(PanelOwn, "operators", (handlers) =>
  handlers
    .handle("list", ({ query }) => listMembers(onPlatform, query))
    .handle("invitations", ({ query }) => listInvitations(onPlatform, query))
    .handleRaw("invite", () => inviteOperator, uninterruptible)
    .handle("withdraw", ({ params }) => withdraw(onPlatform, params.id))
    .handleRaw("change", ({ params }) => changeOperator(params), uninterruptible)
    .handle("remove", ({ params }) => remove(onPlatform, userIdFromPath(params.user))),
)

/** The company of the path. */
const realmAt = (params: OfCompany) => Effect.map(companyOf(params), ({ id }) => inCompany(id))

type Where<E, R> = Effect.Effect<Realm, E | StorageUnavailable, R>

const listMembers = <E, R>(where: Where<E, R>, query: PageQuery) =>
  Effect.gen(function* () {
    const { user } = yield* SignedIn
    const { list } = yield* MembershipRepository
    const page = pageOf(query)
    const found = yield* list(yield* where, { page, size: perPage })
    return yield* listPage(page, found, (member) => memberView(member, user.id))
  }).pipe(orServerError)

const listInvitations = <E, R>(where: Where<E, R>, query: PageQuery) =>
  Effect.gen(function* () {
    const { invitations } = yield* TicketRepository
    const page = pageOf(query)
    const now = instant(yield* Clock.currentTimeMillis)
    const { entries, total } = yield* invitations(yield* where, now, { page, size: perPage })
    return yield* listPage(page, { entries: entries.flatMap(invitationOf), total }, (shown) => shown)
  }).pipe(orServerError)

const invitationOf = (ticket: Ticket) =>
  ticket.purpose._tag === "Invitation" ? [invitationView(ticket, ticket.purpose)] : []

interface Invited {
  readonly email: Email
  readonly language: PageLanguage
  readonly grant: Grant
}

/** An answer that may show a link is not stored, so it is not stored under an idempotency key either. */
const invited = Effect.fnUntraced(
  function* (asked: Invited) {
    const { user } = yield* SignedIn
    const { base } = yield* PublicUrl
    const { handedOver, ticket } = yield* invite({ actor: { _tag: "User", user: user.id }, ...asked })
    const [invitation] = invitationOf(ticket)
    const link =
      handedOver._tag === "Mailed" ? null : `${base}/panel/invitation#token=${Redacted.value(handedOver.token)}`
    return json(201, { data: { invitation, link } })
  },
  Effect.catchTags({ TooManyGuesses: tooFast }),
)

const inviteMember = (params: OfCompany) =>
  operation(
    { body: inviteMemberBody, isKeyed: false },
    Effect.fnUntraced(function* ({ input }) {
      const { email, language, role } = input
      const { id: company } = yield* companyOf(params)
      return yield* invited({ email, language, grant: { _tag: "company", company, role } })
    }),
  ).pipe(orNotSo)

const inviteOperator = operation(
  { body: inviteOperatorBody, isKeyed: false },
  Effect.fnUntraced(function* ({ input }) {
    const { email, language, role } = input
    return yield* invited({ email, language, grant: { _tag: "platform", role } })
  }),
).pipe(orNotSo)

const withdraw = <E, R>(where: Where<E, R>, text: string) =>
  Effect.gen(function* () {
    const realm = yield* where
    const id = ticketIdFromPath(text)
    const isWithdrawn = Option.isSome(id) && (yield* withdrawInvitation(realm, id.value))
    return isWithdrawn ? done("The invitation was withdrawn.") : yield* new NotFound()
  }).pipe(orServerError)

const changed = Effect.fnUntraced(function* (id: Option.Option<UserId>, grant: Grant) {
  const { user } = yield* SignedIn
  if (Option.isNone(id)) return yield* new NotFound()
  yield* changeMembership({ actor: { _tag: "User", user: user.id }, user: id.value, change: { _tag: "Change", grant } })
  return json(200, done("The role was changed."))
})

const changeMember = (params: OfCompany & { readonly user: string }) =>
  operation(
    { body: memberRoleBody, isKeyed: false },
    Effect.fnUntraced(function* ({ input }) {
      const { id: company } = yield* companyOf(params)
      return yield* changed(userIdFromPath(params.user), { _tag: "company", company, role: input.role })
    }),
  ).pipe(orNotSo)

const changeOperator = (params: { readonly user: string }) =>
  operation(
    { body: operatorRoleBody, isKeyed: false },
    Effect.fnUntraced(function* ({ input }) {
      return yield* changed(userIdFromPath(params.user), { _tag: "platform", role: input.role })
    }),
  ).pipe(orNotSo)

const remove = <E, R>(where: Where<E, R>, id: Option.Option<UserId>) =>
  Effect.gen(function* () {
    const { user } = yield* SignedIn
    const realm = yield* where
    if (Option.isNone(id)) return yield* new NotFound()
    yield* changeMembership({
      actor: { _tag: "User", user: user.id },
      user: id.value,
      change: { _tag: "Remove", realm },
    })
    return done("The person was removed.")
  }).pipe(orNotSo, orServerError)
