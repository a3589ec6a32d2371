/** Stories of members: invited, changed, removed, and signed in again after a forgotten password. */
import { describe, expect, it } from "@effect/vitest"
import { type Grant, inCompany, platform, ticketMillis } from "@vintem/domain/access"
import { Email, FullName } from "@vintem/domain/customer"
import {
  CompanyRepository,
  MailNotSent,
  MembershipRepository,
  PasswordHasher,
  TicketRepository,
  UserRepository,
} from "@vintem/domain/ports"
import { exampleCompany } from "@vintem/testing"
import { Effect, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import {
  type Accepting,
  type Actor,
  acceptInvitation,
  askPasswordReset,
  changeMembership,
  createUser,
  forgetOld,
  invite,
  passwordLink,
  RetentionPolicy,
  resetPassword,
  useSession,
} from "../src/index.ts"
import {
  Comparing,
  details,
  from,
  goodPassword,
  hired,
  home,
  Letters,
  layer,
  operator,
  operators,
  otherPassword,
  owner,
  ownersOf,
  role,
  secret,
  session,
  signInAs,
} from "./people.ts"
import { now, Seller, untilAtRest } from "./shop.ts"

/** The result of an effect: `ok`, or its error and why. */
const endOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.match(effect, {
    onFailure: (error) => ("reason" in error ? `${error._tag} ${error.reason}` : error._tag),
    onSuccess: () => "ok",
  })

const as = ({ id }: { readonly id: Extract<Actor, { _tag: "User" }>["user"] }): Actor => ({ _tag: "User", user: id })
const system: Actor = { _tag: "System" }
const nova = details("nova")
const novaComes: Accepting = { _tag: "NewUser", name: FullName.make("Nova Pessoa"), password: secret(goodPassword) }

const invited = Effect.fnUntraced(function* (actor: Actor, grant: Grant, email = nova.email) {
  return yield* invite({ actor, email, language: "en", grant })
})

/** The token of the last letter. */
const lastToken = Effect.map(Letters, ({ sent }) => sent.at(-1)?.token ?? secret("no letter"))

describe("an invitation", () => {
  it.effect("gives a new user the role they were invited to", () =>
    Effect.gen(function* () {
      const { sent } = yield* Letters
      const members = yield* MembershipRepository
      const support = yield* role("support")
      const { handedOver } = yield* invited(as(yield* owner("maria")), support)
      expect(handedOver).toEqual({ _tag: "Mailed" })
      expect(sent).toMatchObject([
        { about: "Invitation", to: nova.email, name: null, language: "en", company: "Empresa Exemplo" },
      ])
      const user = yield* acceptInvitation(yield* lastToken, novaComes)
      expect(user).toMatchObject({ email: nova.email, name: "Nova Pessoa", language: "en" })
      expect(yield* members.grantsOf(user.id)).toEqual([support])
      expect((yield* session(nova)).session.user).toBe(user.id)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is shown to the inviter if no letter is sent, or one may not have arrived", () =>
    Effect.gen(function* () {
      const letters = yield* Letters
      const maria = as(yield* owner("maria"))
      letters.isSending = false
      const shown = yield* invited(maria, yield* role("viewer"))
      expect(shown.handedOver._tag).toBe("Shown")
      letters.isSending = true
      letters.answer = Effect.fail(new MailNotSent({ again: "unknown", detail: "" }))
      const { handedOver } = yield* invited(maria, yield* role("viewer"))
      if (handedOver._tag !== "Shown") return yield* Effect.die(new Error("The link is shown."))
      expect(letters.sent).toEqual([])
      expect(yield* endOf(acceptInvitation(handedOver.token, novaComes))).toBe("ok")
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is valid once: of concurrent requests, one joins", () =>
    Effect.gen(function* () {
      yield* invited(as(yield* owner("maria")), yield* role("viewer"))
      const token = yield* lastToken
      const ends = yield* Effect.replicateEffect(endOf(acceptInvitation(token, novaComes)), 4, {
        concurrency: "unbounded",
      })
      expect(ends.toSorted()).toEqual(["TicketInvalid", "TicketInvalid", "TicketInvalid", "ok"])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is valid for seven days, and until the next one for the same address", () =>
    Effect.gen(function* () {
      const maria = as(yield* owner("maria"))
      const first = yield* Effect.andThen(invited(maria, yield* role("viewer")), lastToken)
      const second = yield* Effect.andThen(invited(maria, yield* role("finance")), lastToken)
      expect(yield* endOf(acceptInvitation(first, novaComes))).toBe("TicketInvalid")
      yield* TestClock.adjust(ticketMillis.Invitation)
      expect(yield* endOf(acceptInvitation(second, novaComes))).toBe("TicketInvalid")
      expect(yield* endOf(acceptInvitation(secret("nothing"), novaComes))).toBe("TicketInvalid")
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is sent to one address ten times a day at once, and then ever more slowly, whoever invites", () =>
    Effect.gen(function* () {
      const { sent } = yield* Letters
      const [maria, support] = [as(yield* owner("maria")), yield* role("support")]
      for (let letter = 0; letter < 10; letter += 1) yield* invited(maria, support)
      expect(yield* endOf(invited(maria, support))).toBe("TooManyGuesses")
      expect(yield* endOf(invited(as(yield* owner("olga")), support))).toBe("TooManyGuesses")
      expect(yield* endOf(invited(maria, support, details("outra").email))).toBe("ok")
      yield* TestClock.adjust("1 minute")
      expect(yield* endOf(invited(maria, support))).toBe("ok")
      yield* TestClock.adjust("1 minute")
      expect(yield* endOf(invited(maria, support))).toBe("TooManyGuesses")
      expect(sent).toHaveLength(12)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("of somebody with an account costs no hash of a password", () =>
    Effect.gen(function* () {
      const [maria, joao] = [yield* owner("maria"), yield* hired("joao")]
      yield* invited(as(maria), yield* role("viewer"), joao.email)
      const token = yield* lastToken
      const hasher = yield* PasswordHasher
      const idle = PasswordHasher.of({ ...hasher, hash: () => Effect.die(new Error("A password is hashed.")) })
      const ends = endOf(Effect.provideService(acceptInvitation(token, novaComes), PasswordHasher, idle))
      expect(yield* ends).toBe("InvitationRefused SignInFirst")
    }).pipe(Effect.provide(layer)),
  )

  it.effect("does not let a holder of the link into an existing account", () =>
    Effect.gen(function* () {
      const members = yield* MembershipRepository
      const [maria, joao] = [yield* owner("maria"), yield* hired("joao")]
      yield* invited(as(maria), yield* role("viewer"), joao.email)
      const token = yield* lastToken
      const stranger: Accepting = { ...novaComes, password: secret(otherPassword) }
      expect(yield* endOf(acceptInvitation(token, stranger))).toBe("InvitationRefused SignInFirst")
      expect(yield* endOf(signInAs(joao, otherPassword))).toBe("WrongCredentials")
      expect(yield* endOf(acceptInvitation(token, { _tag: "User", user: maria }))).toBe(
        "InvitationRefused ForSomebodyElse",
      )
      expect(yield* endOf(acceptInvitation(token, { _tag: "User", user: joao }))).toBe("ok")
      expect(yield* members.grantsOf(joao.id)).toEqual([yield* role("viewer")])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("gives nothing that the inviter may no longer give", () =>
    Effect.gen(function* () {
      const users = yield* UserRepository
      const [maria, ana] = [yield* owner("maria"), yield* owner("ana")]
      yield* invited(as(maria), yield* role("owner"))
      const token = yield* lastToken
      yield* changeMembership({
        actor: as(ana),
        user: maria.id,
        change: { _tag: "Change", grant: yield* role("viewer") },
      })
      expect(yield* endOf(acceptInvitation(token, novaComes))).toBe("MembershipRefused NotAllowed")
      expect(Option.isNone(yield* users.findByEmail(nova.email))).toBe(true)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is refused to users who may not invite, and into other companies and the platform", () =>
    Effect.gen(function* () {
      const { sent } = yield* Letters
      const companies = yield* CompanyRepository
      const other = yield* companies.add(exampleCompany({ name: "Outra" }))
      const [maria, joao] = [yield* owner("maria"), yield* hired("joao", yield* role("developer"))]
      const elsewhere: Grant = { _tag: "company", company: other.id, role: "viewer" }
      expect(yield* endOf(invited(as(joao), yield* role("viewer")))).toBe("MembershipRefused NotAllowed")
      expect(yield* endOf(invited(as(maria), elsewhere))).toBe("MembershipRefused NotAllowed")
      expect(yield* endOf(invited(as(maria), operator))).toBe("MembershipRefused NotAllowed")
      expect(yield* endOf(invited(as(maria), yield* role("viewer"), joao.email))).toBe(
        "MembershipRefused AlreadyMember",
      )
      expect(sent).toEqual([])
      expect(yield* endOf(invited(system, elsewhere))).toBe("ok")
    }).pipe(Effect.provide(layer)),
  )

  it.effect("requires an acceptable password, and stays valid after an unacceptable one", () =>
    Effect.gen(function* () {
      yield* invited(system, operator)
      const token = yield* lastToken
      const tooShort: Accepting = { ...novaComes, password: secret("curta") }
      expect(yield* endOf(acceptInvitation(token, tooShort))).toBe("PasswordRefused too_short")
      expect(yield* endOf(acceptInvitation(token, novaComes))).toBe("ok")
      expect(yield* operators).toBe(1)
    }).pipe(Effect.provide(layer)),
  )
})

describe("a membership", () => {
  it.effect("counts in its new state from the next request on, in open sessions", () =>
    Effect.gen(function* () {
      const [maria, joao] = [yield* owner("maria"), yield* hired("joao", yield* role("finance"))]
      const { token } = yield* session(joao)
      const grants = Effect.map(useSession(token), (present) => Option.getOrThrow(present).grants)
      const viewer = yield* role("viewer")
      yield* changeMembership({ actor: as(maria), user: joao.id, change: { _tag: "Change", grant: viewer } })
      expect(yield* grants).toEqual([viewer])
      const realm = inCompany((yield* Seller).id)
      yield* changeMembership({ actor: as(maria), user: joao.id, change: { _tag: "Remove", realm } })
      expect(yield* grants).toEqual([])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("keeps an owner: if two remove each other concurrently, one stays", () =>
    Effect.gen(function* () {
      const [maria, ana] = [yield* owner("maria"), yield* owner("ana")]
      const realm = inCompany((yield* Seller).id)
      const removed = (actor: Actor, { id }: typeof maria) =>
        endOf(changeMembership({ actor, user: id, change: { _tag: "Remove", realm } }))
      const ends = yield* Effect.all([removed(as(maria), ana), removed(as(ana), maria)], { concurrency: "unbounded" })
      expect(ends.filter((end) => end === "ok")).toHaveLength(1)
      expect(yield* ownersOf).toBe(1)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("keeps an operator, and lets everybody else leave by themselves", () =>
    Effect.gen(function* () {
      const [root, joao] = [yield* hired("root", operator), yield* hired("joao", yield* role("viewer"))]
      const realm = inCompany((yield* Seller).id)
      const goes = (user: typeof root, from: typeof realm) =>
        endOf(changeMembership({ actor: as(user), user: user.id, change: { _tag: "Remove", realm: from } }))
      expect(yield* goes(root, platform)).toBe("MembershipRefused LastHead")
      expect(yield* goes(joao, realm)).toBe("ok")
      expect(yield* goes(joao, realm)).toBe("MembershipRefused NotMember")
    }).pipe(Effect.provide(layer)),
  )
})

describe("createUser", () => {
  it.effect("makes an operator who then chooses a password, and none with a taken address", () =>
    Effect.gen(function* () {
      const letters = yield* Letters
      letters.isSending = false
      const user = yield* createUser(nova, operator)
      expect(yield* endOf(createUser(nova, yield* role("owner")))).toBe("EmailTaken")
      expect(yield* endOf(signInAs(user, ""))).toBe("WrongCredentials")
      const { handedOver: link } = yield* passwordLink(user)
      if (link._tag !== "Shown") return yield* Effect.die(new Error("The link is shown."))
      yield* resetPassword(link.token, secret(goodPassword))
      expect((yield* session(user)).session.user).toBe(user.id)
      expect(yield* operators).toBe(1)
    }).pipe(Effect.provide(layer)),
  )
})

describe("a forgotten password", () => {
  it.effect("is replaced by the link of a letter, once, and every session ends", () =>
    Effect.gen(function* () {
      const maria = yield* owner("maria")
      const open = yield* session(maria)
      yield* askPasswordReset(Email.make("MARIA@example.com"), home)
      yield* untilAtRest
      const token = yield* lastToken
      expect(yield* endOf(resetPassword(token, secret("curta")))).toBe("PasswordRefused too_short")
      const ends = yield* Effect.forEach(
        [1, 2, 3],
        (n) => endOf(resetPassword(token, secret(`${otherPassword} ${n}`))),
        { concurrency: "unbounded" },
      )
      expect(ends.toSorted()).toEqual(["TicketInvalid", "TicketInvalid", "ok"])
      expect(Option.isNone(yield* useSession(open.token))).toBe(true)
      expect(yield* endOf(signInAs(maria))).toBe("WrongCredentials")
      expect(yield* endOf(signInAs(maria, `${otherPassword} ${ends.indexOf("ok") + 1}`))).toBe("ok")
    }).pipe(Effect.provide(layer)),
  )

  it.effect("does not reveal who has an account, and sends no letter without one", () =>
    Effect.gen(function* () {
      const { sent } = yield* Letters
      const comparing = yield* Comparing
      expect(yield* askPasswordReset(Email.make("ninguem@example.com"), home)).toBeUndefined()
      yield* untilAtRest
      expect(sent).toEqual([])
      expect(comparing.times).toBe(0)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("does not send a user letter after letter, and does not say so to callers from elsewhere", () =>
    Effect.gen(function* () {
      const { sent } = yield* Letters
      const { email } = yield* owner("maria")
      const ask = (network: string) => endOf(askPasswordReset(email, from(network)))
      const ends = yield* Effect.forEach(["stranger", "stranger", "stranger", "stranger", "other", "own"], ask)
      yield* untilAtRest
      expect(ends).toEqual(["ok", "ok", "ok", "TooManyGuesses", "ok", "ok"])
      expect(sent).toHaveLength(3)
      const token = yield* lastToken
      expect(yield* endOf(resetPassword(token, secret(otherPassword)))).toBe("ok")
    }).pipe(Effect.provide(layer)),
  )

  it.effect("allows requests for thirty people from one network, and more only slowly", () =>
    Effect.gen(function* () {
      const ask = (n: number) => endOf(askPasswordReset(Email.make(`pessoa-${n}@example.com`), home))
      const ends = yield* Effect.forEach(
        Array.from({ length: 32 }, (_, n) => n),
        ask,
      )
      expect(ends.filter((end) => end === "ok")).toHaveLength(30)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is valid for an hour, and until the next link", () =>
    Effect.gen(function* () {
      const maria = yield* owner("maria")
      const first = yield* Effect.andThen(passwordLink(maria), lastToken)
      const second = yield* Effect.andThen(passwordLink(maria), lastToken)
      expect(yield* endOf(resetPassword(first, secret(otherPassword)))).toBe("TicketInvalid")
      yield* TestClock.adjust(ticketMillis.PasswordReset)
      expect(yield* endOf(resetPassword(second, secret(otherPassword)))).toBe("TicketInvalid")
      expect(yield* endOf(signInAs(maria))).toBe("ok")
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is no invitation, and an invitation resets no password", () =>
    Effect.gen(function* () {
      const reset = yield* Effect.andThen(passwordLink(yield* owner("maria")), lastToken)
      expect(yield* endOf(acceptInvitation(reset, novaComes))).toBe("TicketInvalid")
      const invitation = yield* Effect.andThen(invited(system, operator), lastToken)
      expect(yield* endOf(resetPassword(invitation, secret(otherPassword)))).toBe("TicketInvalid")
    }).pipe(Effect.provide(layer)),
  )

  it.effect("lets its owner in after guesses locked them out", () =>
    Effect.gen(function* () {
      const maria = yield* owner("maria")
      for (let n = 0; n < 11; n++) yield* endOf(signInAs(maria, "errada", from(`network ${n}`)))
      expect(yield* endOf(signInAs(maria))).toBe("TooManyGuesses")
      const link = yield* Effect.andThen(passwordLink(maria), lastToken)
      const { mark } = yield* resetPassword(link, secret(otherPassword))
      expect(yield* endOf(signInAs(maria, otherPassword, { ...home, marks: [mark] }))).toBe("ok")
      yield* untilAtRest
      expect((yield* Letters).told).toMatchObject([{ about: "PasswordChanged", to: maria.email }])
      expect(yield* endOf(signInAs(maria, "errada"))).toBe("TooManyGuesses")
    }).pipe(Effect.provide(layer)),
  )
})

describe("expired data", () => {
  it.effect("is forgotten: sessions, links and guesses", () =>
    Effect.gen(function* () {
      const tickets = yield* TicketRepository
      const maria = yield* owner("maria")
      yield* session(maria)
      yield* endOf(signInAs(maria, "errada"))
      const { ticket } = yield* invited(as(maria), yield* role("viewer"))
      const token = yield* lastToken
      const forget = Effect.provideService(forgetOld(), RetentionPolicy, { millis: 1 })
      expect(yield* forget).toBe(0)
      yield* TestClock.adjust(ticketMillis.Invitation + 1)
      // The session, the invitation, the guesses at the account and from the address, the invitations and the letters
      // to the invited address.
      expect(yield* forget).toBe(6)
      expect(Option.isNone(yield* tickets.find(ticket.hash, yield* now))).toBe(true)
      expect(`${JSON.stringify(ticket)} ${token}`).not.toContain(Redacted.value(token))
    }).pipe(Effect.provide(layer)),
  )
})
