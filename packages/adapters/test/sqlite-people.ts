/** Numbered people who work for a company, with all their data. */
import {
  type Grant,
  inCompany,
  newSession,
  PasswordHash,
  platform,
  SealedSecret,
  TokenHash,
  ticketSubject,
} from "@vintem/domain/access"
import { instant } from "@vintem/domain/calendar"
import { Email, FullName } from "@vintem/domain/customer"
import type { CompanyId } from "@vintem/domain/identifiers"
import {
  GuessLog,
  MembershipRepository,
  PageNumber,
  SessionRepository,
  TicketRepository,
  Trail,
  UserRepository,
} from "@vintem/domain/ports"
import { exampleNow } from "@vintem/testing"
import { Effect } from "effect"

const hashOf = (n: number) => TokenHash.make(n.toString(16).padStart(64, "0"))

const ownerOf = (company: CompanyId): Grant => ({ _tag: "company", company, role: "owner" })

/**
 * A user with credentials, a role, two sessions, one of them with a renewed token, an invitation and a reset, and a
 * failed guess.
 */
export const storePeople = Effect.fnUntraced(function* ({ company }: { readonly company: CompanyId }, n: number) {
  const users = yield* UserRepository
  const members = yield* MembershipRepository
  const sessions = yield* SessionRepository
  const tickets = yield* TicketRepository
  const guesses = yield* GuessLog
  const email = Email.make(`Dona.${n}@example.com`)
  const user = yield* Effect.fromOption(
    yield* users.add({ email, name: FullName.make(`Dona “${n}” 🥖`), language: "en", createdAt: exampleNow }),
  )
  yield* users.saveCredentials(user.id, {
    password: PasswordHash.make(`$argon2id$v=19$m=19456,t=2,p=1$${"s".repeat(22)}$${"h".repeat(43)}`),
    secondFactor: { secret: SealedSecret.make("s".repeat(64)), lastStep: n, recovery: [hashOf(n)] },
    generation: n,
  })
  yield* members.put(user.id, ownerOf(company), exampleNow)
  if (n % 100 === 1) yield* members.put(user.id, { _tag: "platform", role: "operator" }, exampleNow)
  const origin = { address: n % 2 === 0 ? null : "2001:db8::1", agent: `Navegador “${n}”` }
  const at = instant(exampleNow + n)
  yield* sessions.add(newSession(user.id, hashOf(4 * n), origin, at))
  const rotated = yield* sessions.add(newSession(user.id, hashOf(4 * n + 1), origin, at))
  yield* sessions.rotate({ id: rotated.id, from: rotated.hash, to: hashOf(4 * n + 2), at, graceUntil: at })
  const invited = Email.make(`nova.${n}@example.com`)
  const purposes = [
    { _tag: "Invitation", email: invited, language: "pt-BR", grant: ownerOf(company), by: user.id },
    { _tag: "PasswordReset", user: user.id },
  ] as const
  const dates = { createdAt: at, expiresAt: instant(at + 1_000_000) }
  for (const [m, purpose] of purposes.entries()) {
    yield* tickets.add({ hash: hashOf(4 * n + m), purpose, ...dates })
  }
  const log = yield* Trail
  const entry = {
    at,
    actor: { _tag: "User", user: user.id },
    origin: { address: origin.address, requestId: `req-“${n}”` },
    action: "company.change",
    subject: String(n),
    before: { name: "Antes 🥖" },
    after: { name: null },
  } as const
  for (const realm of [inCompany(company), platform]) yield* log.append({ ...entry, realm })
  yield* guesses.put({ key: `tentativa “${n}”`, count: 1 + n, lastAt: at, waitUntil: at })
  return { user, purposes, sessions: rotated }
})

/** Calls every method. */
export const usePeople = Effect.fnUntraced(function* ({ company }: { readonly company: CompanyId }, n: number) {
  const users = yield* UserRepository
  const members = yield* MembershipRepository
  const sessions = yield* SessionRepository
  const tickets = yield* TicketRepository
  const guesses = yield* GuessLog
  const { purposes, sessions: rotated, user } = yield* storePeople({ company }, n)
  const pages = [1, 3].map((page) => ({ page: PageNumber.make(page), size: 15 }))
  yield* users.find(user.id)
  yield* users.findByEmail(user.email)
  yield* users.credentials(user.id)
  yield* users.withSecondFactor(0, 50)
  yield* members.grantsOf(user.id)
  yield* members.put(user.id, { _tag: "platform", role: "auditor" }, exampleNow)
  for (const realm of [inCompany(company), platform]) {
    yield* members.heads(realm)
    for (const page of pages) {
      yield* members.list(realm, page)
      yield* tickets.invitations(realm, exampleNow, page)
    }
  }
  const log = yield* Trail
  const filters = [
    {},
    { actor: "user:1" },
    { action: "company.change" },
    { subject: "7" },
    { from: exampleNow, before: instant(exampleNow + 1) },
  ] as const
  for (const page of pages) for (const filter of filters) yield* log.list(inCompany(company), filter, page)
  yield* log.after(platform, 10, 10)
  for (const page of pages) {
    yield* users.list(page)
    yield* sessions.list(user.id, exampleNow, page)
  }
  yield* sessions.find(hashOf(4 * n + 2))
  yield* sessions.touch(rotated.id, instant(rotated.seenAt + 1), rotated.expiresAt)
  yield* sessions.prove(rotated.id, instant(rotated.seenAt + 1))
  yield* sessions.end(user.id, rotated.id)
  yield* sessions.endAll(user.id, rotated.id)
  yield* sessions.endAll(user.id, null)
  yield* sessions.forget(exampleNow, 10)
  yield* tickets.find(hashOf(4 * n), exampleNow)
  const invitation = yield* Effect.fromOption(yield* tickets.find(hashOf(4 * n), exampleNow))
  yield* tickets.withdrawInvitation(inCompany(company), invitation.id)
  yield* tickets.take(hashOf(4 * n + 1), exampleNow)
  yield* tickets.withdraw(ticketSubject(purposes[1]))
  yield* tickets.forget(exampleNow, 10)
  yield* members.remove(user.id, inCompany(company))
  yield* members.remove(user.id, platform)
  yield* guesses.find("tentativa")
  yield* guesses.remove("tentativa")
  yield* guesses.forget(exampleNow, 10)
})
