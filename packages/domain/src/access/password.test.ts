// Which passwords are accepted. The spelling that a keyboard produces does not matter.
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { PasswordRefusal, parsePassword, passwordLimits, passwordText } from "./password.ts"

const email = "maria.exemplo@example.com"

const rows: ReadonlyArray<readonly [string, string, PasswordRefusal | null]> = [
  ["longer than is read", "ab1cd".repeat(400), "too_long"],
  ["of 201 characters", `${"abcde".repeat(40)}f`, "too_long"],
  ["with half a character", `uma senha longa ${"\ud83e"}`, "unreadable"],
  ["of 11 characters", "abcdefghijk", "too_short"],
  ["of four characters, over and over", "abcdabcdabcdabcd", "repeats"],
  ["that is the address", email.toUpperCase(), "names_owner"],
  ["that is what stands before the @, and a year", "Maria.Exemplo2026", "names_owner"],
  ["of 12 characters", "abcdefghijkl", null],
  ["of 200 characters", "abcde".repeat(40), null],
  ["of several words", "quatro palavras sem sentido", null],
  ["that names its owner among other words", "maria.exemplo mora longe", null],
  ["of other scripts", "наша длинная фраза 🥖", null],
]

describe("parsePassword", () => {
  it.each(rows)("a password %s", (_, password, reason) => {
    const parsed = parsePassword(password, email)
    expect(Result.isFailure(parsed) ? parsed.failure.reason : null).toBe(reason)
  })

  it("has a row for every refusal, in order of precedence", () => {
    const told = new Set(rows.flatMap(([, , reason]) => reason ?? []))
    expect(Array.from(told)).toEqual(PasswordRefusal.literals)
  })

  it("counts six characters besides the owner's name, if the name has at least four", () => {
    const isTaken = (password: string, owner: string) => Result.isSuccess(parsePassword(password, owner))
    expect(isTaken("maria.exemplo-12345", email)).toBe(true)
    expect(isTaken("maria.exemplo-1234", email)).toBe(false)
    expect(isTaken("anna-anna-1234", "anna@example.com")).toBe(true)
    expect(isTaken("anna-anna-123", "anna@example.com")).toBe(false)
    expect(isTaken("ana-ana-ana-12", "ana@example.com")).toBe(true)
    expect(isTaken("banana nanica", "na@example.com")).toBe(true)
  })

  it("keeps spaces, and reads composed and decomposed spellings as one password", () => {
    expect(Result.getOrThrow(parsePassword("  coração de mãe  ", email))).toBe("  coração de mãe  ")
    expect(passwordText("coração de mãe")).toBe(passwordText("coração de mãe".normalize("NFD")))
    const longest = "x".repeat(passwordLimits.max * 8)
    expect(passwordText(longest)).toBe(longest)
    expect(passwordText(`${longest}x`)).toBeNull()
  })
})
