/**
 * The panel without a session: signing in, links to choose a password, and invitations.
 *
 * No path contains a secret, and no secret is logged: bodies are not logged, and secrets are redacted once they are
 * read.
 */
import {
  type Accepting,
  acceptInvitation,
  askPasswordReset,
  type CodeNeeded,
  giveCode,
  resetPassword,
  type SignedIn,
  seeInvitation,
  signIn,
  signOut,
  type Visitor,
} from "@vintem/application"
import {
  type AcceptedView,
  acceptInvitationBody,
  askResetBody,
  codeBody,
  done,
  type InvitationSeenView,
  invalidFields,
  invitationRefused,
  membershipRefused,
  missing,
  PanelOwn,
  resetBody,
  type SignInView,
  seeInvitationBody,
  signInBody,
} from "@vintem/contract"
import type { User } from "@vintem/domain/access"
import { saoPauloTimestamp } from "@vintem/domain/calendar"
import { emailKey } from "@vintem/domain/customer"
import { Effect, Option, Redacted } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { json } from "../edge/body/answers.ts"
import { uninterruptible } from "../edge/limits/uninterruptible.ts"
import { operation } from "../edge/received-request.ts"
import { clientAddressOf, visitorOf } from "../edge/request/client-address-of.ts"
import { linkGone, notTheCode, notTheirs, passwordNotTaken, stepGone, tooBusy, tooFast } from "./come-in.ts"
import { whoIsPresent } from "./panel-guard.ts"
import { giveMark, giveToken, marksSent, tokenSent } from "./session-cookie.ts"

export const door = HttpApiBuilder.group(PanelOwn, "door", (handlers) =>
  handlers
    .handleRaw("signIn", () => signInNow, uninterruptible)
    .handleRaw("giveCode", () => giveCodeNow, uninterruptible)
    .handleRaw("askPasswordReset", () => askReset, uninterruptible)
    .handleRaw("resetPassword", () => reset, uninterruptible)
    .handleRaw("seeInvitation", () => see)
    .handleRaw("acceptInvitation", () => accept, uninterruptible),
)

const signInNow = operation(
  { body: signInBody, isKeyed: false },
  Effect.fnUntraced(
    function* ({ input }) {
      return yield* cameTo(yield* signIn({ ...input, visitor: yield* visitor }))
    },
    Effect.catchTags({ WrongCredentials: notTheirs, TooManyGuesses: tooFast, PasswordsBusy: tooBusy }),
  ),
)

const giveCodeNow = operation(
  { body: codeBody, isKeyed: false },
  Effect.fnUntraced(
    function* ({ input }) {
      return yield* cameTo(yield* giveCode({ ...input, visitor: yield* visitor }))
    },
    Effect.catchTags({ WrongCode: notTheCode, TicketInvalid: stepGone, TooManyGuesses: tooFast }),
  ),
)

/** The browser's previous session ends when the new one begins: an earlier token becomes useless. */
const cameTo = Effect.fnUntraced(function* (outcome: SignedIn | CodeNeeded) {
  if (outcome._tag === "CodeNeeded") return shown({ state: "code_needed", ticket: Redacted.value(outcome.ticket) })
  const before = yield* tokenSent
  if (Option.isSome(before)) yield* signOut(before.value)
  yield* giveToken(outcome.token)
  yield* giveMark(outcome.mark)
  return shown({ state: "signed_in", ticket: null })
})

const shown = (data: SignInView) => json(200, { data })

const askReset = operation(
  { body: askResetBody, isKeyed: false },
  Effect.fnUntraced(
    function* ({ input }) {
      yield* askPasswordReset(input.email, yield* visitor)
      return json(202, done("If a user has this e-mail, a message is on its way."))
    },
    Effect.catchTags({ TooManyGuesses: tooFast }),
  ),
)

const reset = operation(
  { body: resetBody, isKeyed: false },
  Effect.fnUntraced(
    function* ({ input }) {
      const { mark } = yield* resetPassword(input.token, input.password)
      yield* giveMark(mark)
      return json(200, done("The password was changed. Sign in with it."))
    },
    Effect.catchTags({ TicketInvalid: linkGone, PasswordRefused: passwordNotTaken, PasswordsBusy: tooBusy }),
  ),
)

const see = operation(
  { body: seeInvitationBody, isKeyed: false },
  Effect.fnUntraced(
    function* ({ input }) {
      const { company, hasAccount, invitation, ticket } = yield* seeInvitation(input.token)
      const present = Option.map(yield* whoIsPresent, ({ user }) => user)
      const data: InvitationSeenView = {
        email: invitation.email,
        role: invitation.grant.role,
        company,
        expires_at: saoPauloTimestamp(ticket.expiresAt),
        next: nextOf(Option.getOrNull(present), invitation.email, hasAccount),
      }
      return json(200, { data })
    },
    Effect.catchTags({ TicketInvalid: linkGone }),
  ),
)

const nextOf = (present: User | null, email: string, hasAccount: boolean): InvitationSeenView["next"] => {
  if (present !== null) return emailKey(present.email) === emailKey(email) ? "accept" : "change_account"
  return hasAccount ? "sign_in" : "make_account"
}

const accept = operation(
  { body: acceptInvitationBody, isKeyed: false },
  Effect.fnUntraced(
    function* ({ input }) {
      const { name, password, token } = input
      const present = yield* whoIsPresent
      const accepting = Option.isSome(present)
        ? ({ _tag: "User", user: present.value.user } as const)
        : yield* newUser(name, password)
      const { email, id, name: called } = yield* acceptInvitation(token, accepting)
      const data: AcceptedView = { id, name: called, email }
      return json(200, { data })
    },
    Effect.catchTags({
      TicketInvalid: linkGone,
      InvitationRefused: (refused) => Effect.fail(invitationRefused(refused)),
      MembershipRefused: (refused) => Effect.fail(membershipRefused(refused)),
      PasswordRefused: passwordNotTaken,
      PasswordsBusy: tooBusy,
    }),
  ),
)

type NewUser = Extract<Accepting, { readonly _tag: "NewUser" }>

const newUser = (name: NewUser["name"] | undefined, password: NewUser["password"] | undefined) =>
  name === undefined || password === undefined
    ? Effect.fail(
        invalidFields([
          ...(name === undefined ? [missing("name")] : []),
          ...(password === undefined ? [missing("password")] : []),
        ]),
      )
    : Effect.succeed({ _tag: "NewUser", name, password } satisfies NewUser)

/** The origin of the current request. */
const visitor = Effect.gen(function* () {
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const address = Option.getOrNull(yield* clientAddressOf)
  const found: Visitor = {
    network: yield* visitorOf,
    marks: yield* marksSent,
    origin: { address, agent: (headers["user-agent"] ?? "").slice(0, agentLengthMax) },
  }
  return found
})

/** A longer browser name is cut to this length. */
const agentLengthMax = 200
