/**
 * Passwords and the secrets of people, by the machine's own means.
 */
import { createHash } from "node:crypto"
import { deviceSlots, openSteps, PasswordHash, SealedSecret, totpStep, UserId } from "@vintem/domain/access"
import { instant } from "@vintem/domain/calendar"
import { AccessSecrets, PasswordHasher } from "@vintem/domain/ports"
import { Effect, Exit, Fiber, type Layer, Option, Redacted } from "effect"
import { describe, expect, it } from "vitest"
import * as AccessSecretsNode from "../src/node/access-secrets.ts"
import * as PasswordHasherNode from "../src/node/password-hasher.ts"
import { newSecretKey, onlyKey } from "../src/node/secret-key.ts"
import { totpCode } from "../src/node/totp.ts"

const cheap = PasswordHasherNode.layerCosting({ memory: 64, passes: 1, parallelism: 1 })
const password = Redacted.make("quatro palavras sem sentido")

const owner = "maria@example.com"
const home = "198.51.100.7"

const run = <A, E>(test: Effect.Effect<A, E, PasswordHasher>, layer: Layer.Layer<PasswordHasher> = cheap): Promise<A> =>
  Effect.runPromise(Effect.provide(test, layer))

describe("PasswordHasher", () => {
  it("verifies a password by its hash, and no other", () =>
    run(
      Effect.gen(function* () {
        const hasher = yield* PasswordHasher
        const hash = yield* hasher.hash(password, owner)
        expect(yield* hasher.verify(password, hash, home)).toBe(true)
        for (const other of ["", "Quatro palavras sem sentido", "quatro palavras sem sentido ", hash]) {
          expect(yield* hasher.verify(Redacted.make(other), hash, home)).toBe(false)
        }
      }),
    ))

  it("hashes with OWASP's parameters, and records them in the hash", () =>
    run(
      Effect.gen(function* () {
        const hasher = yield* PasswordHasher
        const hash = yield* hasher.hash(password, owner)
        expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/u)
        expect(yield* hasher.verify(password, hash, home)).toBe(true)
      }),
      PasswordHasherNode.layer,
    ))

  it("has another hash for a password each time, and none of them reveals it", () =>
    run(
      Effect.gen(function* () {
        const hasher = yield* PasswordHasher
        const hashes = yield* Effect.replicateEffect(hasher.hash(password, owner), 5)
        expect(new Set(hashes).size).toBe(5)
        expect(hashes.join()).not.toContain("palavras")
      }),
    ))

  it("verifies hashes of Argon2id's reference implementation, at their own cost", () =>
    run(
      Effect.gen(function* () {
        const hasher = yield* PasswordHasher
        // test.c of P-H-C/phc-winner-argon2: two passes over 64 MiB, "password" with "somesalt".
        const known = PasswordHash.make(
          "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
        )
        expect(yield* hasher.verify(Redacted.make("password"), known, home)).toBe(true)
        expect(yield* hasher.verify(Redacted.make("passwore"), known, home)).toBe(false)
      }),
    ))

  it("says no if there is no hash, after equal work", () =>
    run(
      Effect.gen(function* () {
        const hasher = yield* PasswordHasher
        expect(yield* hasher.verify(password, null, home)).toBe(false)
        expect(yield* hasher.verify(Redacted.make(""), null, home)).toBe(false)
      }),
    ))

  it("lets a few of a network wait and no more, with an IPv6 site as one, and again later", () =>
    run(
      Effect.gen(function* () {
        const hasher = yield* PasswordHasher
        const site = Array.from({ length: 100 }, (_, n) => `2001:db8:7:${n.toString(16)}::/64`)
        const asked = yield* Effect.forEach(site, (network) => Effect.exit(hasher.verify(password, null, network)), {
          concurrency: "unbounded",
        })
        expect(asked.filter(Exit.isSuccess).length).toBeLessThanOrEqual(6)
        expect(yield* hasher.verify(password, null, home)).toBe(false)
      }),
    ))

  it("lets a user with a known browser wait separately, even in a network that exceeds its limit", () =>
    run(
      Effect.gen(function* () {
        const hasher = yield* PasswordHasher
        const hash = yield* hasher.hash(password, owner)
        const guesses = Array.from({ length: 40 }, () => Effect.exit(hasher.verify(password, null, "203.0.113.9")))
        const guessing = yield* Effect.forkChild(Effect.all(guesses, { concurrency: "unbounded" }))
        yield* Effect.yieldNow
        expect(yield* hasher.verify(password, hash, "203.0.113.9", UserId.make(1))).toBe(true)
        expect((yield* Fiber.join(guessing)).some(Exit.isFailure)).toBe(true)
      }),
    ))

  it("lets a network with an earlier success wait separately from a hundred that guess", () =>
    run(
      Effect.gen(function* () {
        const hasher = yield* PasswordHasher
        const hash = yield* hasher.hash(password, owner)
        expect(yield* hasher.verify(password, hash, home)).toBe(true)
        let judged = 0
        const guess = (n: number) =>
          Effect.exit(
            Effect.tap(hasher.verify(password, null, `203.0.113.${n}`), () => Effect.sync(() => (judged += 1))),
          )
        const guessing = yield* Effect.forkChild(
          Effect.forEach(
            Array.from({ length: 400 }, (_, n) => n % 100),
            guess,
            { concurrency: "unbounded" },
          ),
        )
        yield* Effect.yieldNow
        expect(yield* hasher.verify(password, hash, home)).toBe(true)
        expect(judged).toBeLessThanOrEqual(4)
        yield* Fiber.join(guessing)
      }),
    ))
})

const key = newSecretKey()
const maria = UserId.make(1)
const joao = UserId.make(2)
const withSecrets = <A, E>(test: Effect.Effect<A, E, AccessSecrets>, secretKey = key): Promise<A> =>
  Effect.runPromise(Effect.provide(test, AccessSecretsNode.layer(Effect.succeed(onlyKey(secretKey)))))

describe("AccessSecrets", () => {
  const mark = { user: maria, generation: 2, slot: 31, markedAt: instant(1_764_100_800_000) }

  it("makes marks that contain their fields, short enough for a cookie, and assigns slots at random", () =>
    withSecrets(
      Effect.gen(function* () {
        const { newDeviceSlot, openedMark, sealedMark } = yield* AccessSecrets
        expect(Option.getOrThrow(openedMark(sealedMark(mark)))).toEqual(mark)
        expect(Redacted.value(sealedMark(mark))).toMatch(/^[\w.-]{1,120}$/u)
        expect(`${sealedMark(mark)}`).not.toContain("31")
        const slots = new Set(yield* Effect.replicateEffect(newDeviceSlot, 500))
        expect([slots.size > 20, Math.min(...slots) >= 0, Math.max(...slots) < deviceSlots]).toEqual([true, true, true])
      }),
    ))

  it("opens no mark that was changed, cut, or made under another key", async () => {
    const made = await withSecrets(Effect.map(AccessSecrets, ({ sealedMark }) => Redacted.value(sealedMark(mark))))
    const isOpened = (text: string, secretKey = key) =>
      withSecrets(
        Effect.map(AccessSecrets, ({ openedMark }) => Option.isSome(openedMark(Redacted.make(text)))),
        secretKey,
      )
    expect(await isOpened(made)).toBe(true)
    expect(await isOpened(made, newSecretKey())).toBe(false)
    for (let at = 0; at < made.length; at += 1) {
      const other = made[at] === "1" ? "2" : "1"
      expect(await isOpened(`${made.slice(0, at)}${other}${made.slice(at + 1)}`)).toBe(false)
      expect(await isOpened(made.slice(0, at))).toBe(false)
    }
    for (const text of [`0${made}`, `${made}\n`, ` ${made}`, `${made}${made}`, "9".repeat(100_000)]) {
      expect(await isOpened(text)).toBe(false)
    }
  })

  it("makes tokens of 256 bits that do not print, and stores their SHA-256", () =>
    withSecrets(
      Effect.gen(function* () {
        const secrets = yield* AccessSecrets
        const tokens = yield* Effect.replicateEffect(secrets.newToken, 20)
        expect(new Set(tokens.map(Redacted.value)).size).toBe(20)
        for (const token of tokens) {
          const text = Redacted.value(token)
          expect(text).toMatch(/^[A-Za-z0-9_-]{43}$/u)
          expect(`${token}`).not.toContain(text)
          expect(secrets.hashToken(token)).toBe(createHash("sha256").update(text).digest("hex"))
        }
      }),
    ))

  it("makes recovery codes of 80 bits that can be copied by hand", () =>
    withSecrets(
      Effect.gen(function* () {
        const secrets = yield* AccessSecrets
        const codes = yield* Effect.replicateEffect(secrets.newRecoveryCode, 20)
        expect(new Set(codes.map(Redacted.value)).size).toBe(20)
        for (const code of codes) expect(Redacted.value(code)).toMatch(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/u)
      }),
    ))

  it("knows the codes of a secret it has sealed, and the step of each", () =>
    withSecrets(
      Effect.gen(function* () {
        const secrets = yield* AccessSecrets
        const { sealed, shown } = yield* secrets.newTotpSecret(maria)
        expect(Redacted.value(shown)).toMatch(/^[A-Z2-7]{32}$/u)
        const steps = openSteps(now, 0)
        const right = totpCode(fromBase32(Redacted.value(shown)), totpStep(now))
        expect(secrets.matchTotp(maria, sealed, right, steps)).toStrictEqual(Option.some(totpStep(now)))
        expect(secrets.matchTotp(maria, sealed, right, [])).toStrictEqual(Option.none())
        for (const code of ["", "1", `${right} `, "12345６", "1".repeat(10_000)]) {
          expect(secrets.matchTotp(maria, sealed, code, steps)).toStrictEqual(Option.none())
        }
        expect(secrets.matchTotp(joao, sealed, right, steps)).toStrictEqual(Option.none())
        const other = yield* Effect.promise(() =>
          withSecrets(
            Effect.map(AccessSecrets, ({ matchTotp }) => matchTotp(maria, sealed, right, steps)),
            newSecretKey(),
          ),
        )
        expect(other).toStrictEqual(Option.none())
      }),
    ))

  it("opens nothing that it has not sealed", () =>
    withSecrets(
      Effect.gen(function* () {
        const secrets = yield* AccessSecrets
        const { sealed } = yield* secrets.newTotpSecret(maria)
        const altered = SealedSecret.make(`${sealed.slice(0, 30)}${sealed[30] === "A" ? "B" : "A"}${sealed.slice(31)}`)
        for (const text of [altered, SealedSecret.make("A".repeat(64)), SealedSecret.make("A".repeat(40))]) {
          expect(secrets.matchTotp(maria, text, "000000", [1])).toStrictEqual(Option.none())
        }
      }),
    ))
})

/** An authenticator's reading of the shown secret. */
const fromBase32 = (text: string): Uint8Array => {
  const bits = Array.from(text, (letter) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
  ).join("")
  return Uint8Array.from(bits.match(/.{8}/gu) ?? [], (byte) => Number.parseInt(byte, 2))
}

const now = instant(1_772_451_000_000)
