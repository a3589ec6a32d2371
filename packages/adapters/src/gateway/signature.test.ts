// The signed text, to the byte; and that nothing else passes.
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { signatures, toleranceSeconds } from "./signature.ts"

const secrets = [Redacted.make("a-secret-for-examples", { label: "gateway secret" })] as const

/** The worked example of docs/gateway-protocol.md. */
const example = {
  method: "PUT",
  path: "/v1/charges/4vf0jyrthx2m8k6q3wz9c5nb7d1sag0e/void",
  body: new Uint8Array(),
}
const signedAt = 1_795_000_000

const at = (seconds: number) => TestClock.setTime(seconds * 1_000)

describe("a signature", () => {
  it.effect("is the HMAC of time, method, path and body, one line each", () =>
    Effect.gen(function* () {
      const { sign } = yield* signatures(secrets)
      yield* at(signedAt)
      expect(yield* sign(example)).toEqual({
        "gateway-timestamp": "1795000000",
        authorization: "HMAC-SHA256 406c275128e566c16a7a5d19cdda54738c3ffe3e388ff9d4c26d32b0530f559b",
      })
    }),
  )

  it.effect("is valid at the other end while the clocks are close enough, either way", () =>
    Effect.gen(function* () {
      const { sign, isRight } = yield* signatures(secrets)
      yield* at(signedAt)
      const headers = yield* sign(example)
      const later = (seconds: number) => Effect.andThen(at(signedAt + seconds), isRight(example, headers))
      expect(yield* later(0)).toBe(true)
      expect(yield* later(toleranceSeconds)).toBe(true)
      expect(yield* later(toleranceSeconds + 1)).toBe(false)
      expect(yield* later(-toleranceSeconds)).toBe(true)
      expect(yield* later(-toleranceSeconds - 1)).toBe(false)
    }),
  )

  it.effect("belongs to one secret", () =>
    Effect.gen(function* () {
      const ours = yield* signatures(secrets)
      const theirs = yield* signatures([Redacted.make("another-secret")])
      expect(yield* ours.isRight(example, yield* theirs.sign(example))).toBe(false)
    }),
  )

  it.effect("belongs to one request: to none with another method, path or body", () =>
    Effect.gen(function* () {
      const { sign, isRight } = yield* signatures(secrets)
      const text = fc.string({ maxLength: 20 }).map((part) => part.replaceAll("\n", ""))
      const request = fc.record({ method: text, path: text, body: fc.uint8Array({ maxLength: 20 }) })
      const runs = fc.sample(fc.tuple(request, request), 300)
      for (const [one, other] of runs) {
        const isSame =
          one.method === other.method && one.path === other.path && Buffer.compare(one.body, other.body) === 0
        expect(yield* isRight(other, yield* sign(one))).toBe(isSame)
        expect(yield* isRight(one, yield* sign(one))).toBe(true)
      }
    }),
  )

  it.effect("belongs to one time", () =>
    Effect.gen(function* () {
      const { sign, isRight } = yield* signatures(secrets)
      yield* at(signedAt)
      const headers = yield* sign(example)
      expect(yield* isRight(example, { ...headers, "gateway-timestamp": String(signedAt + 1) })).toBe(false)
    }),
  )

  it.effect.each([
    ["nothing", {}],
    ["no time", { "gateway-timestamp": undefined }],
    ["a time in milliseconds", { "gateway-timestamp": "1795000000000" }],
    ["a time that is none", { "gateway-timestamp": "NaN" }],
    ["no signature", { authorization: undefined }],
    ["another scheme", { authorization: `Bearer ${"0".repeat(64)}` }],
    ["a signature that is cut off", { authorization: "HMAC-SHA256 00" }],
    ["a signature that is no hexadecimal", { authorization: `HMAC-SHA256 ${"z".repeat(64)}` }],
  ] as const)("is invalid if there is %s", ([what, changed]) =>
    Effect.gen(function* () {
      const { sign, isRight } = yield* signatures(secrets)
      yield* at(signedAt)
      const headers = what === "nothing" ? {} : { ...(yield* sign(example)), ...changed }
      expect(yield* isRight(example, headers)).toBe(false)
    }),
  )
})
