import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { Email, EmailRefusal, emailKey, mailboxKey, parseEmail } from "./email.ts"

const reasonOf = (input: string) =>
  Result.match(parseEmail(input), { onSuccess: () => null, onFailure: (refused) => refused.reason })

/** `local@` and a domain with exactly this many characters, in labels of at most 63. */
const emailOf = (localLength: number, domainLength: number) => {
  const labels = `${"d".repeat(62)}.`.repeat(Math.ceil(domainLength / 63)).slice(0, domainLength - 3)
  return `${"l".repeat(localLength)}@${labels.replace(/\.$/u, "d")}.br`
}

describe("parseEmail", () => {
  it.each([
    "ana@example.com",
    "Ana.Souza+loja@Example.com.br",
    "a@b.co",
    "o'brien@example.com",
    "!#$%&'*+/=?^_{|}~-@example.com",
    "1@1.com",
    "a-@x-y.z-w.example",
    `a@${"d".repeat(63)}.com`,
    `a@example.${"c".repeat(63)}`,
  ])("accepts %s unchanged", (text) => {
    expect(parseEmail(text)).toEqual(Result.succeed(text))
  })

  it("refuses a much too long text unread, even if it is all spaces", () => {
    expect(reasonOf(`${" ".repeat(100_000)}ana@example.com`)).toBe("too_long")
  })

  it("reads the longest address with a space on either side", () => {
    expect(parseEmail(` ${emailOf(64, 189)} `)).toEqual(Result.succeed(emailOf(64, 189)))
  })

  it.each([
    " ana@example.com\n",
    "\u200Bana@example.com\u200B",
    "\u202Aana@example.com\u202C",
    "\uFEFF\u00A0ana@example.com",
    "ana@example.com;",
    "(ana@example.com),",
    "\u201Cana@example.com\u201D",
  ])("drops the characters around the address in %j", (text) => {
    expect(parseEmail(text)).toEqual(Result.succeed("ana@example.com"))
  })

  it("keeps punctuation at the beginning of an address, if an address may begin with it", () => {
    expect(parseEmail("'ana'@example.com")).toEqual(Result.succeed("'ana'@example.com"))
  })

  // Each row fixes the fault that stopped the row above it.
  const rows = [
    [`..${emailOf(66, 186)}`, "too_long"],
    [`..${emailOf(63, 186)}`, "malformed"],
    [emailOf(65, 186), "local_part_too_long"],
    [emailOf(64, 189), null],
  ] as const

  it.each(rows)("answers %s with %j", (input, reason) => {
    expect(reasonOf(input)).toBe(reason)
  })

  it("has a row for every refusal, in order of precedence", () => {
    expect(rows.flatMap(([, reason]) => reason ?? [])).toEqual(EmailRefusal.literals)
  })

  it("accepts 254 characters and refuses 255", () => {
    expect(emailOf(64, 189)).toHaveLength(254)
    expect(reasonOf(emailOf(64, 189))).toBeNull()
    expect(reasonOf(emailOf(64, 190))).toBe("too_long")
  })

  it.each([
    "",
    "ana",
    "ana@",
    "@example.com",
    "ana@example",
    "a@localhost",
    "ana@@example.com",
    "ana@exa@mple.com",
    ".ana@example.com",
    "ana.@example.com",
    "a..b@example.com",
    "ana@example..com",
    "ana@.example.com",
    "ana@example.com.",
    "ana@-example.com",
    "ana@example-.com",
    "ana@exam_ple.com",
    "ana@example.c",
    "ana@example.c0m",
    "ana@[127.0.0.1]",
    '"a b"@example.com',
    "a b@example.com",
    "a`b@example.com",
    "josé@example.com",
    "ana@exámple.com",
    "ana@example.com\u0000",
    "ana\n@example.com",
    "an\u200Ba@example.com",
    "ana@exam\u00ADple.com",
    "Ana <ana@example.com>",
    `a@${"d".repeat(64)}.com`,
    `a@example.${"c".repeat(64)}`,
  ])("refuses %j: malformed", (input) => {
    expect(reasonOf(input)).toBe("malformed")
  })
})

describe("Email", () => {
  it.each([" ana@example.com", "ana@example", ""])("cannot be %j", (text) => {
    expect(Schema.is(Email)(text)).toBe(false)
  })
})

describe("emailKey", () => {
  it("is equal for spellings that differ in case", () => {
    expect(emailKey(Email.make("Ana.Souza@Example.COM"))).toBe("ana.souza@example.com")
  })
})

describe("mailboxKey", () => {
  it.each([
    ["ana@example.com", "Ana@Example.COM"],
    ["ana@example.com", "ana+1@example.com"],
    ["ana@example.com", "ana+1+2@example.com"],
    ["ana@gmail.com", "a.n.a+x@googlemail.com"],
    ["ana@gmail.com", "ANA@Gmail.com"],
  ])("is %s for %s", (one, other) => {
    expect(mailboxKey(other)).toBe(one)
    expect(mailboxKey(one)).toBe(one)
  })

  it.each([
    ["ana@example.com", "a.na@example.com"],
    ["ana@gmail.com", "ana@gmail.com.br"],
    ["ana@example.com", "ana@example.org"],
    ["+1@example.com", "+2@example.com"],
    ["ana@example.com", "ana-1@example.com"],
  ])("distinguishes %s from %s", (one, other) => {
    expect(mailboxKey(one)).not.toBe(mailboxKey(other))
  })
})
