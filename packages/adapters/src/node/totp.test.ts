// The examples of RFC 6238 (appendix B, SHA-1) and of RFC 4648 (section 10).
import { describe, expect, it } from "vitest"
import { base32 } from "./base32.ts"
import { totpCode } from "./totp.ts"

const ascii = (text: string) => new TextEncoder().encode(text)

describe("totpCode", () => {
  it.each([
    [59, "94287082"],
    [1_111_111_109, "07081804"],
    [1_111_111_111, "14050471"],
    [1_234_567_890, "89005924"],
    [2_000_000_000, "69279037"],
    [20_000_000_000, "65353130"],
  ])("at %i seconds", (seconds, code) => {
    const secret = ascii("12345678901234567890")
    expect(totpCode(secret, Math.floor(seconds / 30), 8)).toBe(code)
    expect(totpCode(secret, Math.floor(seconds / 30))).toBe(code.slice(2))
  })
})

describe("base32", () => {
  it.each([
    ["", ""],
    ["f", "MY"],
    ["fo", "MZXQ"],
    ["foo", "MZXW6"],
    ["foob", "MZXW6YQ"],
    ["fooba", "MZXW6YTB"],
    ["foobar", "MZXW6YTBOI"],
  ])("%j", (text, encoded) => {
    expect(base32(ascii(text))).toBe(encoded)
  })
})
