// When a session is valid, when its token changes, and which codes of an authenticator are accepted.
import { describe, expect, it } from "vitest"
import { type Instant, instant } from "../calendar/instant.ts"
import { Email } from "../customer/email.ts"
import { authenticatorUri, openSteps, totpStep } from "./second-factor.ts"
import {
  isRotationDue,
  isSeenAnew,
  isTokenOf,
  newSession,
  type Session,
  SessionId,
  sessionExpiry,
  sessionPolicy,
} from "./session.ts"
import { TokenHash } from "./token-hash.ts"
import { UserId } from "./user.ts"

const begin = instant(1_000_000_000)
const at = (millis: number): Instant => instant(begin + millis)
const token = TokenHash.make("a".repeat(64))
const before = TokenHash.make("b".repeat(64))
const session: Session = {
  id: SessionId.make(1),
  ...newSession(UserId.make(1), token, { address: null, agent: "" }, begin),
}
const { absolute, grace, idle, rotate, seen } = sessionPolicy

describe("a session", () => {
  it("ends if it was not used for too long", () => {
    expect(isTokenOf(session, token, at(idle - 1))).toBe(true)
    expect(isTokenOf(session, token, at(idle))).toBe(false)
  })

  it("ends however much it is used", () => {
    expect(sessionExpiry(begin, at(absolute - 1))).toBe(at(absolute))
    expect(sessionExpiry(begin, at(1))).toBe(at(1 + idle))
  })

  it("accepts the previous token for a little longer, and no other", () => {
    const rotated = { ...session, previous: { hash: before, until: at(grace) } }
    expect(isTokenOf(rotated, before, at(grace - 1))).toBe(true)
    expect(isTokenOf(rotated, before, at(grace))).toBe(false)
    expect(isTokenOf(session, before, begin)).toBe(false)
    expect(isTokenOf(rotated, TokenHash.make("c".repeat(64)), at(grace - 1))).toBe(false)
  })

  it("gets another token after an hour, unless the previous token was used", () => {
    expect(isRotationDue(session, token, at(rotate - 1))).toBe(false)
    expect(isRotationDue(session, token, at(rotate))).toBe(true)
    expect(isRotationDue(session, before, at(rotate))).toBe(false)
  })

  it("is recorded as seen once a minute", () => {
    expect(isSeenAnew(session, at(seen - 1))).toBe(false)
    expect(isSeenAnew(session, at(seen))).toBe(true)
  })
})

describe("the codes of an authenticator", () => {
  it("are accepted for the current step, the one before and the one after, the latest first", () => {
    expect(openSteps(instant(59_999), 0)).toEqual([2, 1])
    expect(openSteps(instant(90_000), 0)).toEqual([4, 3, 2])
  })

  it("are accepted once: none of a used step, or of an earlier one", () => {
    const now = instant(90_000)
    expect(openSteps(now, totpStep(now))).toEqual([4])
    expect(openSteps(now, 4)).toEqual([])
    expect(openSteps(instant(0), -10)).toEqual([1, 0])
  })

  it("come from a secret that authenticators read as a URI", () => {
    expect(authenticatorUri("Vintém", Email.make("maria@example.com"), "JBSWY3DPEHPK3PXP")).toBe(
      "otpauth://totp/Vint%C3%A9m:maria%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=Vint%C3%A9m",
    )
  })
})
