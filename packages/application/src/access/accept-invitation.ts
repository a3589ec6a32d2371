/**
 * Accepts an invitation: with a new account, or with the one that the address has.
 */
import {
  type MembershipRefused,
  noCredentials,
  type PasswordHash,
  type PasswordRefused,
  type User,
} from "@vintem/domain/access"
import { instant } from "@vintem/domain/calendar"
import { type Email, emailKey, type FullName } from "@vintem/domain/customer"
import {
  type AccessSecrets,
  type MembershipRepository,
  type PasswordHasher,
  type PasswordsBusy,
  type StorageUnavailable,
  type TicketRepository,
  type Trail,
  UnitOfWork,
  UserRepository,
} from "@vintem/domain/ports"
import { Clock, Effect, Option, type Redacted, Schema } from "effect"
import { CurrentActor } from "../trail/current-actor.ts"
import { changeInUnit } from "./change-membership.ts"
import { hashedPassword } from "./hashed-password.ts"
import { type TicketInvalid, takeTicket, validTicket } from "./tickets.ts"

/**
 * The invitation stays valid. `SignInFirst`: the address has an account, and the link does not prove that its holder
 * owns the account. `ForSomebodyElse`: the signed-in user has another address.
 */
export class InvitationRefused extends Schema.TaggedError<InvitationRefused>()("InvitationRefused", {
  reason: Schema.Literals(["SignInFirst", "ForSomebodyElse"]),
}) {}

/** Who accepts: a new user, or the signed-in user. */
export type Accepting =
  | { readonly _tag: "NewUser"; readonly name: FullName; readonly password: Redacted.Redacted<string> }
  | { readonly _tag: "User"; readonly user: User }

/**
 * The inviter's rights are checked now: an inviter who has lost the right to give the role gives nothing. Fails with
 * `TicketInvalid`, `InvitationRefused`, `MembershipRefused`, `PasswordRefused` or `PasswordsBusy`.
 */
export const acceptInvitation = Effect.fn("acceptInvitation")(function* (
  token: Redacted.Redacted<string>,
  accepting: Accepting,
): Effect.fn.Return<
  User,
  InvitationRefused | MembershipRefused | PasswordRefused | PasswordsBusy | StorageUnavailable | TicketInvalid,
  AccessSecrets | Trail | MembershipRepository | PasswordHasher | TicketRepository | UnitOfWork | UserRepository
> {
  const { commit } = yield* UnitOfWork
  const ticket = yield* validTicket(token, "Invitation")
  const { by, email, grant, language } = ticket.purpose
  // Checked before the password is hashed: for an address with an account, no attempt costs a hash.
  if (accepting._tag === "NewUser") yield* hasNoAccount(email)
  const hash = accepting._tag === "NewUser" ? yield* hashedPassword(accepting.password, email) : null
  return yield* commit(
    Effect.gen(function* () {
      yield* takeTicket(ticket)
      const user = yield* accepting._tag === "User"
        ? ownerOf(accepting.user, email)
        : newUser({ email, language, name: accepting.name }, hash)
      const actor = by === null ? ({ _tag: "System" } as const) : ({ _tag: "User", user: by } as const)
      // The person who accepts is the actor, even before they can sign in.
      const joining = changeInUnit({ actor, user: user.id, change: { _tag: "Add", grant } })
      yield* Effect.provideService(joining, CurrentActor, { _tag: "User", user: user.id })
      return user
    }),
  )
})

const hasNoAccount = Effect.fnUntraced(function* (email: Email) {
  const users = yield* UserRepository
  const found = yield* users.findByEmail(email)
  if (Option.isSome(found)) return yield* signInFirst
})

const signInFirst = Effect.fail(new InvitationRefused({ reason: "SignInFirst" }))

const ownerOf = (user: User, email: string): Effect.Effect<User, InvitationRefused> =>
  emailKey(user.email) === emailKey(email)
    ? Effect.succeed(user)
    : Effect.fail(new InvitationRefused({ reason: "ForSomebodyElse" }))

const newUser = Effect.fnUntraced(function* (
  details: Pick<User, "email" | "language" | "name">,
  password: PasswordHash | null,
) {
  const users = yield* UserRepository
  const createdAt = instant(yield* Clock.currentTimeMillis)
  const user = Option.getOrNull(yield* users.add({ ...details, createdAt }))
  if (user === null) return yield* signInFirst
  yield* users.saveCredentials(user.id, { ...noCredentials, password })
  return user
})
