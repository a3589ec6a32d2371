/** Nobody who guesses at an account locks its owner out: stories of known browsers, and a simulation of guessers. */
import { describe, expect, it } from "@effect/vitest"
import { deviceMillis, deviceSlots, type GuessSubject, guessPolicies, type User } from "@vintem/domain/access"
import { Email } from "@vintem/domain/customer"
import { AccessSecrets, GuessLog, PageNumber, SessionRepository } from "@vintem/domain/ports"
import { Effect, Layer, Option, type Redacted } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { countAttempt, guessedAccount, guessedAddress, guessedInvitationLetter } from "../src/access/guesses.ts"
import {
  askPasswordReset,
  beginSecondFactor,
  confirmSecondFactor,
  giveCode,
  invite,
  passwordLink,
  resetPassword,
  signOutElsewhere,
  type Visitor,
} from "../src/index.ts"
import {
  Comparing,
  from,
  goodPassword,
  home,
  Letters,
  layer,
  otherPassword,
  owner,
  role,
  secret,
  session,
  signInAs,
} from "./people.ts"
import { now } from "./shop.ts"

const tagOf = <A extends { readonly _tag: string }, E extends { readonly _tag: string }, R>(
  effect: Effect.Effect<A, E, R>,
) => Effect.match(effect, { onFailure: ({ _tag }) => _tag, onSuccess: ({ _tag }) => _tag })

const known = (mark: Redacted.Redacted<string>, visitor: Visitor = home): Visitor => ({ ...visitor, marks: [mark] })

/** Guesses from this many networks, until none of them is checked any more. */
const attacked = Effect.fnUntraced(function* (user: { readonly email: string }, networks = 20) {
  for (let round = 0; round < 3; round++) {
    for (let n = 0; n < networks; n++) yield* tagOf(signInAs(user, "errada", from(`attacker ${n}`)))
  }
  expect(yield* tagOf(signInAs(user, goodPassword, from("a new one")))).toBe("TooManyGuesses")
})

describe("a browser where the user has signed in", () => {
  it.effect("signs in while others guess, from elsewhere, from its own network, and at the code as well", () =>
    Effect.gen(function* () {
      const maria = yield* owner("maria")
      const { mark } = yield* session(maria)
      yield* attacked(maria)
      expect(yield* tagOf(signInAs(maria, goodPassword, known(mark, from("a hotel"))))).toBe("SignedIn")
      // The attacker has used up the free attempts of the owner's network.
      for (let n = 0; n < 40; n++) yield* tagOf(signInAs({ email: `x${n}@example.com` }, "errada", home))
      expect(yield* tagOf(signInAs({ email: "y@example.com" }, "errada", home))).toBe("TooManyGuesses")
      expect(yield* tagOf(signInAs(maria, goodPassword, known(mark)))).toBe("SignedIn")
    }).pipe(Effect.provide(layer)),
  )

  it.effect("waits for its own guesses only, and at most a minute", () =>
    Effect.gen(function* () {
      const maria = yield* owner("maria")
      const { mark } = yield* session(maria)
      const { free, waitMillisMax } = guessPolicies.device
      const guess = tagOf(signInAs(maria, "errada", known(mark)))
      for (let n = 0; n < free + 20; n++) {
        yield* guess
        yield* TestClock.adjust(waitMillisMax)
      }
      expect(yield* guess).toBe("WrongCredentials")
      expect(yield* guess).toBe("TooManyGuesses")
      // A thief of the mark makes only that browser wait.
      expect(yield* tagOf(signInAs(maria, goodPassword, from("elsewhere")))).toBe("SignedIn")
      yield* TestClock.adjust(waitMillisMax)
      expect(yield* tagOf(signInAs(maria, goodPassword, known(mark)))).toBe("SignedIn")
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is known for its own account only, with a mark that this service made, while it counts", () =>
    Effect.gen(function* () {
      const { openedMark, sealedMark } = yield* AccessSecrets
      const [maria, joao] = [yield* owner("maria"), yield* owner("joao")]
      const { mark } = yield* session(maria)
      const said = Option.getOrThrow(openedMark(mark))
      const others = [
        (yield* session(joao)).mark,
        sealedMark({ ...said, user: joao.id }),
        sealedMark({ ...said, generation: said.generation + 1 }),
        secret(`${said.user}.0.${said.slot}.${said.markedAt}.${"A".repeat(43)}`),
        secret(""),
        secret("x".repeat(10_000)),
      ]
      yield* attacked(maria)
      for (const other of others) {
        expect(yield* tagOf(signInAs(maria, goodPassword, known(other, from("of the mark"))))).toBe("TooManyGuesses")
      }
      yield* TestClock.adjust(deviceMillis - 1)
      yield* attacked(maria)
      expect(yield* tagOf(signInAs(maria, goodPassword, known(mark)))).toBe("SignedIn")
      yield* TestClock.adjust(1)
      yield* attacked(maria)
      expect(yield* tagOf(signInAs(maria, goodPassword, known(mark)))).toBe("TooManyGuesses")
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is no longer known after the password changes, or the user signs out everywhere else", () =>
    Effect.gen(function* () {
      const { sent } = yield* Letters
      const sessions = yield* SessionRepository
      const maria = yield* owner("maria")
      const [here, elsewhere] = [yield* session(maria), yield* session(maria)]
      const kept = yield* signOutElsewhere(maria.id, here.session.id)
      expect(yield* sessions.list(maria.id, yield* now, { page: PageNumber.make(1), size: 9 })).toMatchObject({
        total: 1,
      })
      yield* attacked(maria)
      expect(yield* tagOf(signInAs(maria, goodPassword, known(elsewhere.mark, from("there"))))).toBe("TooManyGuesses")
      expect(yield* tagOf(signInAs(maria, goodPassword, known(kept)))).toBe("SignedIn")
      yield* passwordLink(maria)
      const { mark } = yield* resetPassword(sent.at(-1)?.token ?? secret(""), secret(otherPassword))
      expect(yield* tagOf(signInAs(maria, otherPassword, known(kept, from("here"))))).toBe("TooManyGuesses")
      // The browser that chose the password with the link is known.
      expect(yield* tagOf(signInAs(maria, otherPassword, known(mark)))).toBe("SignedIn")
    }).pipe(Effect.provide(layer)),
  )

  it.effect("takes the same steps as any other: nobody can tell if its account exists", () =>
    Effect.gen(function* () {
      const comparing = yield* Comparing
      const { mark } = yield* session(yield* owner("maria"))
      for (const email of ["ninguem@example.com", (yield* owner("joao")).email]) {
        const before = comparing.times
        const visitor = known(mark, from(email))
        for (let n = 0; n < guessPolicies.account.free; n++) {
          expect(yield* tagOf(signInAs({ email }, "errada", visitor))).toBe("WrongCredentials")
        }
        expect(yield* tagOf(signInAs({ email }, "errada", visitor))).toBe("TooManyGuesses")
        expect(comparing.times).toBe(before + guessPolicies.account.free)
      }
    }).pipe(Effect.provide(layer)),
  )

  it.effect("asks for a link while others in its network have asked for too many", () =>
    Effect.gen(function* () {
      const maria = yield* owner("maria")
      const { mark } = yield* session(maria)
      const ask = (email: User["email"], visitor: Visitor) =>
        Effect.match(askPasswordReset(email, visitor), { onFailure: ({ _tag }) => _tag, onSuccess: () => "asked" })
      for (let n = 0; n < 40; n++) yield* ask(Email.make(`x${n}@example.com`), home)
      expect([yield* ask(maria.email, home), yield* ask(maria.email, known(mark))]).toEqual(["TooManyGuesses", "asked"])
    }).pipe(Effect.provide(layer)),
  )
})

describe("somebody who knows a password and not the code", () => {
  it.effect("neither uses up the owner's codes nor withdraws the owner's sign-in step", () =>
    Effect.gen(function* () {
      const maria = yield* owner("maria")
      const signed = yield* session(maria)
      const { sealed } = yield* beginSecondFactor(maria)
      const within = { user: maria, session: signed.session }
      const { codes, mark } = yield* confirmSecondFactor(within, sealed, secret("000001"))
      const step = Effect.fnUntraced(function* (visitor: Visitor) {
        const came = yield* signInAs(maria, goodPassword, visitor)
        return came._tag === "CodeNeeded" ? came.ticket : secret("")
      })
      const mine = yield* step(known(mark))
      for (let n = 0; n < 30; n++) {
        const visitor = from(`attacker ${n}`)
        yield* tagOf(giveCode({ ticket: yield* step(visitor), code: secret("999999"), visitor }))
      }
      const stranger = from("elsewhere")
      const refused = giveCode({ ticket: yield* step(stranger), code: codes[0] ?? secret(""), visitor: stranger })
      expect(yield* tagOf(refused)).toBe("TooManyGuesses")
      expect(yield* tagOf(giveCode({ ticket: mine, code: codes[0] ?? secret(""), visitor: known(mark) }))).toBe(
        "SignedIn",
      )
    }).pipe(
      (story) =>
        Effect.flatMap(AccessSecrets, (secrets) =>
          Effect.provideService(
            story,
            AccessSecrets,
            AccessSecrets.of({
              ...secrets,
              matchTotp: (_user, _sealed, code, steps) =>
                code === "000001" ? Option.fromUndefinedOr(steps[0]) : Option.none(),
            }),
          ),
        ),
      Effect.provide(layer),
    ),
  )
})

describe("an invitation", () => {
  it.effect("is made although others have sent the address too many letters: its maker sees the link", () =>
    Effect.gen(function* () {
      const { sent } = yield* Letters
      const actor = { _tag: "User", user: (yield* owner("maria")).id } as const
      const log = yield* GuessLog
      const grant = yield* role("viewer")
      const inviting = invite({ actor, email: Email.make("nova@example.com"), language: "en", grant })
      expect((yield* inviting).handedOver).toEqual({ _tag: "Mailed" })
      // Letters of other companies are counted like this.
      yield* Effect.ignore(
        Effect.forEach(Array.from({ length: 30 }), () =>
          Effect.flatMap(guessedInvitationLetter("nova@example.com"), (at) => countAttempt({ at, from: null })),
        ),
      )
      expect(Option.isSome(yield* log.find((yield* guessedInvitationLetter("nova@example.com")).key))).toBe(true)
      const letters = sent.length
      expect((yield* inviting).handedOver).toMatchObject({ _tag: "Shown" })
      expect(sent).toHaveLength(letters)
    }).pipe(Effect.provide(layer)),
  )
})

describe("an attempt that comes too early", () => {
  it.effect("counts against its network, which soon has to wait", () =>
    Effect.gen(function* () {
      yield* attacked({ email: "maria@example.com" })
      const { free } = guessPolicies.address
      const polling = from("one that polls")
      for (let n = 0; n < free; n++) {
        expect(yield* tagOf(signInAs({ email: "maria@example.com" }, "errada", polling))).toBe("TooManyGuesses")
      }
      yield* TestClock.adjust("10 seconds")
      yield* tagOf(signInAs({ email: "maria@example.com" }, "errada", polling))
      // Nobody guesses at this account, but the network has to wait.
      expect(yield* tagOf(signInAs({ email: "joao@example.com" }, "errada", polling))).toBe("TooManyGuesses")
    }).pipe(Effect.provide(layer)),
  )

  it.effect("leaves a row for its network, and no other", () =>
    Effect.gen(function* () {
      const log = yield* GuessLog
      const kept = new Set<string>()
      const watched = GuessLog.of({
        ...log,
        put: (guesses) =>
          Effect.andThen(
            Effect.sync(() => kept.add(guesses.key)),
            log.put(guesses),
          ),
      })
      yield* Effect.gen(function* () {
        for (let n = 0; n < 300; n++) yield* tagOf(signInAs({ email: "maria@example.com" }, "errada", home))
      }).pipe(Effect.provideService(GuessLog, watched))
      expect(kept.size).toBe(2)
    }).pipe(Effect.provide(layer)),
  )
})

/** Milliseconds. */
const day = 86_400_000

/**
 * The most guesses under one key that are checked in a day: the free ones, those of the doubling waits, and one for
 * each of the longest waits.
 */
const mostInADay = (subject: GuessSubject): number => {
  const { free, waitMillis, waitMillisMax } = guessPolicies[subject]
  return free + Math.ceil(Math.log2(waitMillisMax / waitMillis)) + day / waitMillisMax + 1
}

describe("a guesser with many networks, as fast as allowed", () => {
  const attack = fc.record({
    networks: fc.integer({ min: 1, max: 40 }),
    pauseMillis: fc.constantFrom(450, 1_000, 5_000, 60_000),
    /** After how many rounds of guesses the owner signs in again, each time. */
    visits: fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 6 }),
    /** How often the owner mistypes before. */
    mistakes: fc.integer({ min: 0, max: guessPolicies.device.free - 1 }),
    isAtHome: fc.boolean(),
  })

  it("fairness: never locks out an owner whose browser is known, not even for one attempt", () =>
    fc.assert(
      fc.asyncProperty(attack, ({ isAtHome, mistakes, networks, pauseMillis, visits }) =>
        Effect.gen(function* () {
          const maria = yield* owner("maria")
          const guessing = Array.from({ length: networks }, (_, n) =>
            isAtHome && n === 0 ? home : from(`attacker ${n}`),
          )
          let { mark } = yield* session(maria)
          for (const rounds of visits) {
            for (let round = 0; round < rounds; round++) {
              for (const visitor of guessing) yield* tagOf(signInAs(maria, "errada", visitor))
              yield* TestClock.adjust(pauseMillis)
            }
            for (let n = 0; n < mistakes; n++) {
              expect(yield* tagOf(signInAs(maria, "errada", known(mark)))).toBe("WrongCredentials")
            }
            const signed = yield* signInAs(maria, goodPassword, known(mark))
            if (signed._tag !== "SignedIn") return yield* Effect.die(new Error("A code is needed."))
            mark = signed.mark
          }
        }).pipe(Effect.provide(Layer.provideMerge(layer, TestClock.layer())), Effect.runPromise),
      ),
      { numRuns: 15 },
    ))

  it.effect("has no more guesses checked in a day than one network would have at an account", () =>
    Effect.gen(function* () {
      const email = "maria@example.com"
      const at = yield* guessedAccount(email)
      const start = yield* now
      const networks = Array.from({ length: 40 }, (_, n) => `a ${n}`)
      const log = yield* GuessLog
      const openFrom = ({ key }: { readonly key: string }) =>
        Effect.map(log.find(key), (found) => Option.getOrThrow(found).waitUntil - start)
      let judged = 0
      let isOpenFrom = 0
      const waits = new Map<string, number>()
      // The best strategy: the networks coordinate, and one that need not wait asks in the exact millisecond when an
      // attempt is checked.
      for (let time = 0; time < day; time += 5_000) {
        const place = networks.find((one) => (waits.get(one) ?? 0) <= time)
        if (place !== undefined && isOpenFrom <= time) {
          const from = yield* guessedAddress(place)
          yield* countAttempt({ at, from })
          judged += 1
          isOpenFrom = yield* openFrom(at)
          waits.set(place, yield* openFrom(from))
        }
        yield* TestClock.adjust(5_000)
      }
      expect(judged).toBeGreaterThan(500)
      expect(judged).toBeLessThanOrEqual(mostInADay("account"))
      expect(mostInADay("account")).toBeLessThanOrEqual(1_457)
      expect(mostInADay("account") + deviceSlots * mostInADay("device")).toBeLessThanOrEqual(48_081)
      expect(mostInADay("second_factor")).toBeLessThanOrEqual(111)
    }).pipe(Effect.provide(layer)),
  )
})
