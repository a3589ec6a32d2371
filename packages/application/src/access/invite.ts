/** Invites a person, with or without an account. */
import {
  decideMembership,
  type Grant,
  type MembershipRefused,
  realmOf,
  type Ticket,
  type TooManyGuesses,
} from "@vintem/domain/access"
import type { PageLanguage } from "@vintem/domain/company"
import type { Email } from "@vintem/domain/customer"
import {
  type AccessMailer,
  type AccessSecrets,
  CompanyRepository,
  type GuessLog,
  MembershipRepository,
  type Secrets,
  type StorageUnavailable,
  type TicketRepository,
  type Trail,
  UnitOfWork,
  UserRepository,
} from "@vintem/domain/ports"
import { Effect, Option } from "effect"
import { recordChange, typedSubject } from "../trail/record-change.ts"
import { type Actor, grantsOfActor } from "./actor.ts"
import { countAttempt, guessedInvitation, guessedInvitationLetter } from "./guesses.ts"
import { type HandedOver, handOver } from "./hand-over.ts"
import { issueTicket } from "./issue-ticket.ts"

/** The request. */
export interface Invite {
  readonly actor: Actor
  readonly email: Email
  /** The language of the e-mail. */
  readonly language: PageLanguage
  readonly grant: Grant
}

/** An invitation, and how it was handed over. */
interface Invited {
  readonly ticket: Ticket
  readonly handedOver: HandedOver
}

/**
 * Another invitation of an address replaces the previous one. The inviter's rights are checked again when it is
 * accepted. Fails with `MembershipRefused`, and with `TooManyGuesses` if the address was invited into this realm too
 * often. If all senders together have sent too many e-mails to the address, none is sent, and the link is shown.
 *
 * @returns the invitation, and how its link was handed over
 */
export const invite = Effect.fn("invite")(function* ({
  actor,
  email,
  grant,
  language,
}: Invite): Effect.fn.Return<
  Invited,
  MembershipRefused | StorageUnavailable | TooManyGuesses,
  | AccessMailer
  | AccessSecrets
  | Trail
  | CompanyRepository
  | GuessLog
  | MembershipRepository
  | Secrets
  | TicketRepository
  | UnitOfWork
  | UserRepository
> {
  const { commit } = yield* UnitOfWork
  const companies = yield* CompanyRepository
  const by = actor._tag === "User" ? actor.user : null
  const { ticket, token, user } = yield* commit(
    Effect.gen(function* () {
      const users = yield* UserRepository
      const members = yield* MembershipRepository
      const heads = yield* members.heads(realmOf(grant))
      const found = Option.getOrNull(yield* users.findByEmail(email))
      const target = found === null ? [] : yield* members.grantsOf(found.id)
      yield* Effect.fromResult(
        decideMembership({
          actor: yield* grantsOfActor(actor),
          target,
          isSelf: false,
          change: { _tag: "Add", grant },
          heads,
        }),
      )
      yield* countAttempt({ at: yield* guessedInvitation(email, realmOf(grant)), from: null })
      const issued = yield* issueTicket({ _tag: "Invitation", email, language, grant, by })
      const subject = typedSubject(email)
      const after = { role: grant.role }
      yield* recordChange({ realm: realmOf(grant), action: "member.invite", subject, before: null, after })
      return { ...issued, user: found }
    }),
  )
  const isLetterDue = yield* countAttempt({ at: yield* guessedInvitationLetter(email), from: null }).pipe(
    Effect.as(true),
    Effect.catchTag("TooManyGuesses", () => Effect.succeed(false)),
  )
  // If others have invited the address too often, the caller can still invite it, and sees the link.
  if (!isLetterDue) return { ticket, handedOver: { _tag: "Shown", token } }
  const company = grant._tag === "company" ? Option.getOrNull(yield* companies.find(grant.company)) : null
  const handedOver = yield* handOver({
    about: "Invitation",
    id: `convite-${ticket.id}`,
    to: email,
    name: user?.name ?? null,
    language,
    company: company?.name ?? null,
    token,
    expiresAt: ticket.expiresAt,
  })
  return { ticket, handedOver }
})
