/** Stories of signing in: passwords, guesses, codes, and sessions. */
import { describe, expect, it } from "@effect/vitest"
import {
  guessPolicies,
  noCredentials,
  openSteps,
  recoveryCodeCount,
  sessionPolicy,
  ticketMillis,
  type User,
} from "@vintem/domain/access"
import {
  AccessSecrets,
  GuessLog,
  MailNotSent,
  PageNumber,
  SessionRepository,
  UserRepository,
} from "@vintem/domain/ports"
import { Effect, Exit, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import {
  beginSecondFactor,
  confirmSecondFactor,
  giveCode,
  type InSession,
  isProvedNow,
  passwordLink,
  provePassword,
  removeSecondFactor,
  resetPassword,
  signIn,
  signOut,
  turnOffSecondFactor,
  useSession,
} from "../src/index.ts"
import {
  Comparing,
  from,
  goodPassword,
  hired,
  home,
  Letters,
  layer,
  otherPassword,
  owner,
  secret,
  session,
  signInAs,
} from "./people.ts"
import { now, untilAtRest } from "./shop.ts"

const tagOf = <A extends { readonly _tag: string }, E extends { readonly _tag: string }, R>(
  effect: Effect.Effect<A, E, R>,
): Effect.Effect<string, never, R> =>
  Effect.match(effect, { onFailure: ({ _tag }) => _tag, onSuccess: ({ _tag }) => _tag })

const page = { page: PageNumber.make(1), size: 100 }

describe("signIn", () => {
  it.effect("begins a session for the right password, however the address is spelled", () =>
    Effect.gen(function* () {
      const maria = yield* owner("maria")
      const signed = yield* session({ ...maria, email: maria.email })
      expect(signed.session).toMatchObject({ user: maria.id, origin: home.origin, createdAt: yield* now })
      expect(
        yield* tagOf(signIn({ email: " MARIA@Example.COM ", password: secret(goodPassword), visitor: home })),
      ).toBe("SignedIn")
      const present = Option.getOrThrow(yield* useSession(signed.token))
      expect(present).toMatchObject({ user: maria, grants: [{ role: "owner" }], token: null })
    }).pipe(Effect.provide(layer)),
  )

  it.effect("answers alike, after one comparison, if there is no such user, no password or a wrong one", () =>
    Effect.gen(function* () {
      const comparing = yield* Comparing
      const users = yield* UserRepository
      const maria = yield* owner("maria")
      const nova = yield* owner("nova")
      yield* users.saveCredentials(nova.id, noCredentials)
      const asked = [
        { email: maria.email, password: secret("errada errada errada") },
        { email: maria.email, password: secret("x".repeat(100_000)) },
        { email: maria.email, password: secret("") },
        { email: nova.email, password: secret(goodPassword) },
        { email: "ninguem@example.com", password: secret(goodPassword) },
        { email: "not an address", password: secret(goodPassword) },
        { email: "x".repeat(100_000), password: secret("") },
      ]
      for (const one of asked) {
        const before = comparing.times
        expect(yield* Effect.flip(signIn({ ...one, visitor: home }))).toEqual(
          expect.objectContaining({ _tag: "WrongCredentials" }),
        )
        expect(comparing.times).toBe(before + 1)
      }
    }).pipe(Effect.provide(layer)),
  )

  it.effect("slows down guesses at an account, known or not, from any origin, and checks none that has to wait", () =>
    Effect.gen(function* () {
      const comparing = yield* Comparing
      const maria = yield* owner("maria")
      const { free, waitMillis } = guessPolicies.account
      for (const email of [maria.email, "ninguem@example.com"]) {
        const guess = (n: number) =>
          tagOf(signIn({ email, password: secret(`errada ${n}`), visitor: from(`network ${email} ${n}`) }))
        for (let n = 0; n < free; n++) expect(yield* guess(n)).toBe("WrongCredentials")
        const before = comparing.times
        expect(yield* guess(free)).toBe("TooManyGuesses")
        expect(comparing.times).toBe(before)
      }
      expect(yield* tagOf(signInAs(maria))).toBe("TooManyGuesses")
      yield* TestClock.adjust(waitMillis)
      expect(yield* tagOf(signInAs(maria))).toBe("SignedIn")
      // The owner's sign-in helps no guesser elsewhere: the next wrong guess waits as long as before.
      expect(yield* tagOf(signInAs(maria, "errada"))).toBe("WrongCredentials")
      expect(yield* tagOf(signInAs(maria))).toBe("TooManyGuesses")
    }).pipe(Effect.provide(layer)),
  )

  it.effect("counts concurrent guesses before it checks any", () =>
    Effect.gen(function* () {
      const maria = yield* owner("maria")
      const guesses = Array.from({ length: 60 }, (_, n) => tagOf(signInAs(maria, `errada ${n}`, from(`network ${n}`))))
      const answers = yield* Effect.all(guesses, { concurrency: "unbounded" })
      expect(answers.filter((tag) => tag === "WrongCredentials")).toHaveLength(guessPolicies.account.free)
      expect(answers.filter((tag) => tag === "TooManyGuesses")).toHaveLength(60 - guessPolicies.account.free)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("slows down an address that guesses at many accounts, and its own account does not help it", () =>
    Effect.gen(function* () {
      const maria = yield* owner("maria")
      const { free } = guessPolicies.address
      for (let n = 0; n < free; n++) {
        const answer = yield* tagOf(signInAs(maria))
        expect(answer).toBe("SignedIn")
        const wrong = signIn({ email: `ninguem${n}@example.com`, password: secret("errada"), visitor: home })
        expect(yield* tagOf(wrong)).toBe("WrongCredentials")
      }
      expect(yield* tagOf(signInAs(maria))).toBe("TooManyGuesses")
      expect(yield* tagOf(signInAs(maria, goodPassword, from("elsewhere")))).toBe("SignedIn")
    }).pipe(Effect.provide(layer)),
  )

  it.effect("begins no session with a password that was reset during the comparison", () =>
    Effect.gen(function* () {
      const comparing = yield* Comparing
      const sessions = yield* SessionRepository
      const maria = yield* owner("maria")
      const users = yield* UserRepository
      const other = yield* hired("other")
      const fresh = Option.getOrThrow(yield* users.credentials(other.id))
      comparing.meanwhile = Effect.orDie(Effect.asVoid(users.saveCredentials(maria.id, fresh)))
      expect(yield* tagOf(signInAs(maria))).toBe("WrongCredentials")
      expect(yield* sessions.list(maria.id, yield* now, page)).toMatchObject({ total: 0 })
    }).pipe(Effect.provide(layer)),
  )

  it.effect("stores neither addresses nor networks of guessers", () =>
    Effect.gen(function* () {
      const log = yield* GuessLog
      const kept: Array<string> = []
      const watched = GuessLog.of({
        ...log,
        put: (guesses) =>
          Effect.andThen(
            Effect.sync(() => kept.push(JSON.stringify(guesses))),
            log.put(guesses),
          ),
      })
      yield* tagOf(signInAs({ email: (yield* owner("maria")).email }, "errada")).pipe(
        Effect.provideService(GuessLog, watched),
      )
      expect(kept).toHaveLength(2)
      expect(kept.join()).not.toMatch(/maria|198\.51/u)
    }).pipe(Effect.provide(layer)),
  )
})

/** A service whose codes contain their step, so that no test has to try a million. */
const readableCodes = Effect.map(AccessSecrets, (secrets) =>
  AccessSecrets.of({
    ...secrets,
    matchTotp: (_user, _sealed, code, steps) =>
      Option.fromUndefinedOr(steps.find((step) => code === String(step % 1_000_000).padStart(6, "0"))),
  }),
)

const currentCode = Effect.map(now, (at) => secret(String((openSteps(at, 0)[1] ?? 0) % 1_000_000).padStart(6, "0")))

const withReadableCodes = <A, E, R>(story: Effect.Effect<A, E, R>) =>
  Effect.flatMap(readableCodes, (secrets) => Effect.provideService(story, AccessSecrets, secrets))

const secured = Effect.fnUntraced(function* (name: string) {
  const user = yield* owner(name)
  const signed = yield* session(user)
  const within: InSession = { user, session: signed.session }
  const { sealed } = yield* beginSecondFactor(user)
  const { codes, mark } = yield* confirmSecondFactor(within, sealed, yield* currentCode)
  yield* TestClock.adjust("2 minutes")
  return { user, codes, mark, within, token: signed.token }
})

const ticketFor = Effect.fnUntraced(function* (user: User, visitor = home) {
  const signed = yield* signInAs(user, goodPassword, visitor)
  if (signed._tag !== "CodeNeeded") return yield* Effect.die(new Error("No code is needed."))
  return signed.ticket
})

describe("a second factor", () => {
  it.effect("is required after it is turned on: the password alone begins no session", () =>
    Effect.gen(function* () {
      const sessions = yield* SessionRepository
      const { user, codes } = yield* secured("maria")
      expect(codes).toHaveLength(recoveryCodeCount)
      const ticket = yield* ticketFor(user)
      expect(yield* sessions.list(user.id, yield* now, page)).toMatchObject({ total: 1 })
      expect(Option.isNone(yield* useSession(ticket))).toBe(true)
      expect(yield* tagOf(giveCode({ ticket, code: secret("000000"), visitor: home }))).toBe("WrongCode")
      const signed = yield* giveCode({ ticket, code: yield* currentCode, visitor: home })
      expect(Option.getOrThrow(yield* useSession(signed.token)).user).toEqual(user)
    }).pipe(withReadableCodes, Effect.provide(layer)),
  )

  it.effect("accepts no code twice, neither again nor concurrently", () =>
    Effect.gen(function* () {
      const { user } = yield* secured("maria")
      const code = yield* currentCode
      const tickets = [yield* ticketFor(user)]
      const give = Effect.forEach(
        [0, 1, 2, 3],
        () => tagOf(giveCode({ ticket: tickets.at(-1) ?? secret(""), code, visitor: home })),
        { concurrency: "unbounded" },
      )
      expect((yield* give).filter((tag) => tag === "SignedIn")).toHaveLength(1)
      tickets.push(yield* ticketFor(user))
      expect(yield* tagOf(giveCode({ ticket: tickets.at(-1) ?? secret(""), code, visitor: home }))).toBe("WrongCode")
      yield* TestClock.adjust("30 seconds")
      const next = yield* currentCode
      expect(yield* tagOf(giveCode({ ticket: tickets.at(-1) ?? secret(""), code: next, visitor: home }))).toBe(
        "SignedIn",
      )
    }).pipe(withReadableCodes, Effect.provide(layer)),
  )

  it.effect("begins one session for each time that the password was entered, whatever codes follow", () =>
    Effect.gen(function* () {
      const { user } = yield* secured("maria")
      const ticket = yield* ticketFor(user)
      const give = Effect.flatMap(currentCode, (code) => tagOf(giveCode({ ticket, code, visitor: home })))
      expect(yield* give).toBe("SignedIn")
      yield* TestClock.adjust("30 seconds")
      expect(yield* give).toBe("TicketInvalid")
    }).pipe(withReadableCodes, Effect.provide(layer)),
  )

  it.effect("accepts a recovery code once, however it is typed", () =>
    Effect.gen(function* () {
      const { user, codes } = yield* secured("maria")
      const [first = secret(""), second = secret("")] = codes
      const typed = secret(Redacted.value(first).toLowerCase().replaceAll("-", " "))
      expect(yield* tagOf(giveCode({ ticket: yield* ticketFor(user), code: typed, visitor: home }))).toBe("SignedIn")
      expect(yield* tagOf(giveCode({ ticket: yield* ticketFor(user), code: first, visitor: home }))).toBe("WrongCode")
      expect(yield* tagOf(giveCode({ ticket: yield* ticketFor(user), code: second, visitor: home }))).toBe("SignedIn")
    }).pipe(withReadableCodes, Effect.provide(layer)),
  )

  it.effect("allows only slow guesses, over all sign-ins", () =>
    Effect.gen(function* () {
      const { user } = yield* secured("maria")
      const give = Effect.flatMap(ticketFor(user), (ticket) =>
        tagOf(giveCode({ ticket, code: secret("000000"), visitor: home })),
      )
      const { free } = guessPolicies.second_factor
      for (let n = 0; n < free; n++) expect(yield* give).toBe("WrongCode")
      expect(yield* give).toBe("TooManyGuesses")
    }).pipe(withReadableCodes, Effect.provide(layer)),
  )

  it.effect("allows only slow guesses when it is turned on or off, too", () =>
    Effect.gen(function* () {
      const { free } = guessPolicies.second_factor
      const { user, within } = yield* secured("maria")
      const off = Effect.flip(turnOffSecondFactor(within, secret("000000")))
      for (let n = 0; n < free; n++) expect(yield* off).toMatchObject({ _tag: "WrongCode" })
      expect(yield* off).toMatchObject({ _tag: "TooManyGuesses" })
      const other = yield* owner("joao")
      const { sealed } = yield* beginSecondFactor(other)
      const at = { user: other, session: (yield* session(other)).session }
      const on = Effect.flip(confirmSecondFactor(at, sealed, secret("000000")))
      for (let n = 0; n < free; n++) expect(yield* on).toMatchObject({ _tag: "WrongCode" })
      expect(yield* on).toMatchObject({ _tag: "TooManyGuesses" })
      const users = yield* UserRepository
      const factorOf = ({ id }: User) => Effect.map(users.credentials(id), (one) => Option.getOrThrow(one).secondFactor)
      expect(yield* factorOf(user)).not.toBeNull()
      expect(yield* factorOf(other)).toBeNull()
      // The holder of the session cannot lock its owner out of anything else.
      expect(yield* tagOf(signInAs(other))).toBe("SignedIn")
      const give = giveCode({ ticket: yield* ticketFor(user), code: yield* currentCode, visitor: home })
      expect(yield* tagOf(give)).toBe("SignedIn")
    }).pipe(withReadableCodes, Effect.provide(layer)),
  )

  it.effect("forgets wrong codes of a known browser after a right one", () =>
    Effect.gen(function* () {
      const { mark, user } = yield* secured("maria")
      const visitor = { ...home, marks: [mark] }
      for (let round = 0; round < 3; round++) {
        const ticket = yield* ticketFor(user, visitor)
        const give = (code: Redacted.Redacted<string>) => tagOf(giveCode({ ticket, code, visitor }))
        for (let n = 0; n < 3; n++) expect(yield* give(secret("000000"))).toBe("WrongCode")
        yield* TestClock.adjust("30 seconds")
        expect(yield* give(yield* currentCode)).toBe("SignedIn")
      }
    }).pipe(withReadableCodes, Effect.provide(layer)),
  )

  it.effect("waits for its code ten minutes, and a reset of the password ends the waiting", () =>
    Effect.gen(function* () {
      const { user } = yield* secured("maria")
      const late = yield* ticketFor(user)
      yield* TestClock.adjust(ticketMillis.SecondFactor)
      expect(yield* tagOf(giveCode({ ticket: late, code: yield* currentCode, visitor: home }))).toBe("TicketInvalid")
      const waiting = yield* ticketFor(user)
      const users = yield* UserRepository
      const { handedOver: link } = yield* passwordLink(user)
      expect(link._tag).toBe("Mailed")
      const { sent } = yield* Letters
      yield* resetPassword(sent.at(-1)?.token ?? secret(""), secret(otherPassword))
      expect(yield* tagOf(giveCode({ ticket: waiting, code: yield* currentCode, visitor: home }))).toBe("TicketInvalid")
      expect(Option.getOrThrow(yield* users.credentials(user.id)).secondFactor).not.toBeNull()
    }).pipe(withReadableCodes, Effect.provide(layer)),
  )

  it.effect("is turned off by a code alone, and on once", () =>
    Effect.gen(function* () {
      const { user, within } = yield* secured("maria")
      const { sealed } = yield* beginSecondFactor(user)
      const again = Effect.flatMap(currentCode, (code) => Effect.exit(confirmSecondFactor(within, sealed, code)))
      expect(Exit.isFailure(yield* again)).toBe(true)
      expect(Exit.isFailure(yield* Effect.exit(turnOffSecondFactor(within, secret("000000"))))).toBe(true)
      yield* turnOffSecondFactor(within, yield* currentCode)
      expect(yield* tagOf(signInAs(user))).toBe("SignedIn")
      expect(Exit.isSuccess(yield* again)).toBe(true)
    }).pipe(withReadableCodes, Effect.provide(layer)),
  )
})

describe("turning a second factor on or off", () => {
  it.effect("ends everything else that the user is signed in with, and sends them a letter", () =>
    Effect.gen(function* () {
      const { told } = yield* Letters
      const maria = yield* owner("maria")
      const elsewhere = yield* session(maria)
      const { mark, token, user, within } = yield* Effect.gen(function* () {
        const signed = yield* session(maria)
        const within: InSession = { user: maria, session: signed.session }
        const { sealed } = yield* beginSecondFactor(maria)
        const { mark } = yield* confirmSecondFactor(within, sealed, yield* currentCode)
        return { mark, token: signed.token, user: maria, within }
      })
      yield* untilAtRest
      expect([Option.isSome(yield* useSession(token)), Option.isSome(yield* useSession(elsewhere.token))]).toEqual([
        true,
        false,
      ])
      expect(told).toMatchObject([{ about: "SecondFactorOn", to: user.email, at: yield* now }])
      yield* TestClock.adjust("2 minutes")
      const ticket = yield* ticketFor(user, { ...home, marks: [mark] })
      yield* turnOffSecondFactor(within, yield* currentCode)
      yield* untilAtRest
      expect(told.map(({ about }) => about)).toEqual(["SecondFactorOn", "SecondFactorOff"])
      expect(new Set(told.map(({ id }) => id)).size).toBe(2)
      expect(yield* tagOf(giveCode({ ticket, code: secret("000000"), visitor: home }))).toBe("TicketInvalid")
    }).pipe(withReadableCodes, Effect.provide(layer)),
  )

  it.effect("does not fail with the mail server", () =>
    Effect.gen(function* () {
      const letters = yield* Letters
      letters.answer = Effect.fail(new MailNotSent({ again: "later", detail: "no server" }))
      expect((yield* secured("maria")).codes).toHaveLength(recoveryCodeCount)
    }).pipe(withReadableCodes, Effect.provide(layer)),
  )

  it.effect("can be removed by the command line if it was lost, which ends every session", () =>
    Effect.gen(function* () {
      const { token, user } = yield* secured("maria")
      yield* removeSecondFactor(user)
      expect(Option.isNone(yield* useSession(token))).toBe(true)
      expect(yield* tagOf(signInAs(user))).toBe("SignedIn")
      expect(yield* Effect.flip(removeSecondFactor(user))).toMatchObject({ _tag: "SecondFactorRefused" })
    }).pipe(withReadableCodes, Effect.provide(layer)),
  )
})

describe("a password that is entered again", () => {
  it.effect("counts for five minutes, in its session only", () =>
    Effect.gen(function* () {
      const maria = yield* owner("maria")
      const [one, other] = [yield* session(maria), yield* session(maria)]
      const isProved = ({ token }: { readonly token: Redacted.Redacted<string> }) =>
        Effect.flatMap(useSession(token), (present) => isProvedNow(Option.getOrThrow(present).session))
      expect(yield* isProved(one)).toBe(false)
      expect(yield* Effect.flip(provePassword(one.session, secret(otherPassword), home.network))).toMatchObject({
        _tag: "WrongCredentials",
      })
      yield* provePassword(one.session, secret(goodPassword), home.network)
      expect([yield* isProved(one), yield* isProved(other)]).toEqual([true, false])
      yield* TestClock.adjust(sessionPolicy.proof - 1)
      expect(yield* isProved(one)).toBe(true)
      yield* TestClock.adjust(1)
      expect(yield* isProved(one)).toBe(false)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("allows only slow guesses, which do not prevent a sign-in", () =>
    Effect.gen(function* () {
      const maria = yield* owner("maria")
      const { session: stolen } = yield* session(maria)
      const guess = Effect.flip(provePassword(stolen, secret("errada"), home.network))
      for (let n = 0; n < guessPolicies.session.free; n++)
        expect(yield* guess).toMatchObject({ _tag: "WrongCredentials" })
      expect(yield* guess).toMatchObject({ _tag: "TooManyGuesses" })
      expect(yield* tagOf(signInAs(maria))).toBe("SignedIn")
    }).pipe(Effect.provide(layer)),
  )
})

describe("a session", () => {
  it.effect("gets another token after an hour, and accepts both for a minute", () =>
    Effect.gen(function* () {
      const { token } = yield* session(yield* owner("maria"))
      yield* TestClock.adjust(sessionPolicy.rotate)
      const answers = yield* Effect.replicateEffect(useSession(token), 5, { concurrency: "unbounded" })
      const tokens = answers.flatMap((answer) => Option.getOrThrow(answer).token ?? [])
      expect(tokens).toHaveLength(1)
      const [next = secret("")] = tokens
      expect(Option.isSome(yield* useSession(token))).toBe(true)
      yield* TestClock.adjust(sessionPolicy.grace)
      expect(Option.isNone(yield* useSession(token))).toBe(true)
      expect(Option.isSome(yield* useSession(next))).toBe(true)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("lives while it is used, but no longer than a week", () =>
    Effect.gen(function* () {
      const signed = yield* session(yield* owner("maria"))
      let token = signed.token
      const halfIdle = sessionPolicy.idle / 2
      for (let used = 0; used < sessionPolicy.absolute - halfIdle; used += halfIdle) {
        yield* TestClock.adjust(halfIdle)
        token = Option.getOrThrow(yield* useSession(token)).token ?? token
      }
      yield* TestClock.adjust(halfIdle)
      expect(Option.isNone(yield* useSession(token))).toBe(true)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("ends if it is not used", () =>
    Effect.gen(function* () {
      const { token } = yield* session(yield* owner("maria"))
      yield* TestClock.adjust(sessionPolicy.idle)
      expect(Option.isNone(yield* useSession(token))).toBe(true)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("ends when its user signs out, even twice, and no other with it", () =>
    Effect.gen(function* () {
      const maria = yield* owner("maria")
      const [one, other] = [yield* session(maria), yield* session(maria)]
      yield* signOut(one.token)
      yield* signOut(one.token)
      expect(Option.isNone(yield* useSession(one.token))).toBe(true)
      expect(Option.isSome(yield* useSession(other.token))).toBe(true)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("prints none of its token", () =>
    Effect.gen(function* () {
      const signed = yield* session(yield* owner("maria"))
      const text = Redacted.value(signed.token)
      expect(`${JSON.stringify(signed)} ${signed.token}`).not.toContain(text)
    }).pipe(Effect.provide(layer)),
  )
})
