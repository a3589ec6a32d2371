import { inspect } from "node:util"
import { Duration, Option, Redacted } from "effect"
import { describe, expect, it } from "vitest"
import {
  baseUrlKind,
  booleanKind,
  changingSecretKind,
  durationKind,
  encryptedUrlKind,
  hostKind,
  listKind,
  nameKind,
  secretKeyKind,
  secretKind,
  wholeNumberKind,
} from "./value-kind.ts"

describe("hostKind", () => {
  it.each(["127.0.0.1", "::", "localhost", "db-1.example", "my_host", "3com.example"])("reads %s", (text) => {
    expect(hostKind.parse(text)).toEqual(Option.some(text))
  })
  it.each(["localhost:80", "[::1]", "999.1.1.1", "a b", "a..b", "/run/socket"])("refuses %s", (text) => {
    expect(hostKind.parse(text)).toEqual(Option.none())
  })
})

describe("wholeNumberKind", () => {
  it.each([
    ["0", Option.some(0)],
    ["65535", Option.some(65_535)],
    ["080", Option.some(80)],
    ["65536", Option.none()],
    ["-1", Option.none()],
    ["1.0", Option.none()],
    ["1e3", Option.none()],
    ["0x10", Option.none()],
  ])("reads %s as %s", (text, expected) => {
    expect(wholeNumberKind(0, 65_535).parse(text)).toEqual(expected)
  })
})

describe("booleanKind", () => {
  it.each([
    ["true", Option.some(true)],
    ["1", Option.some(true)],
    ["false", Option.some(false)],
    ["off", Option.some(false)],
    ["maybe", Option.none()],
  ])("reads %s as %s", (text, expected) => {
    expect(booleanKind.parse(text)).toEqual(expected)
  })
})

describe("durationKind", () => {
  it.each([
    ["1 millis", Option.some(Duration.millis(1))],
    ["1 hours", Option.some(Duration.hours(1))],
    ["1.5 seconds", Option.some(Duration.millis(1_500))],
    ["0 millis", Option.none()],
    ["-1 seconds", Option.none()],
    ["61 minutes", Option.none()],
    ["Infinity", Option.none()],
    ["1.5 millis", Option.none()],
    ["30", Option.none()],
    ["soon", Option.none()],
  ])("reads %s as %s", (text, expected) => {
    expect(durationKind("1 millis", "1 hours").parse(text)).toEqual(expected)
  })
})

describe("nameKind", () => {
  it("takes as many characters as it allows, and no more", () => {
    expect(nameKind(5).parse("Comér")).toEqual(Option.some("Comér"))
    expect(nameKind(5).parse("Vintém")).toEqual(Option.none())
  })
  it("takes one line only", () => {
    expect(nameKind(5).parse("a\nb")).toEqual(Option.none())
  })
})

describe("secretKind", () => {
  it("redacts what it reads", () => {
    const secret = Option.getOrThrow(secretKind("key").parse("s3cret!"))
    expect(Redacted.value(secret)).toBe("s3cret!")
    expect(`${secret}`).not.toContain("s3cret!")
  })
  it.each(["two words", "senha-é", "line\nline"])("refuses %j, which no header can carry", (text) => {
    expect(secretKind("key").parse(text)).toEqual(Option.none())
  })
})

describe("baseUrlKind", () => {
  it.each([
    ["https://pay.example", "https://pay.example"],
    ["https://pay.example/", "https://pay.example"],
    ["HTTP://Pay.Example:8080/shop//", "http://pay.example:8080/shop"],
    ["http://[::1]:3000/", "http://[::1]:3000"],
  ])("reads %s as %s", (text, expected) => {
    expect(baseUrlKind.parse(text)).toEqual(Option.some(expected))
  })
  it.each([
    "pay.example",
    "ftp://pay.example",
    "https://",
    "https://u:p@pay.example",
    "https://a/?b=c",
    "https://a/#b",
  ])("refuses %s", (text) => {
    expect(baseUrlKind.parse(text)).toEqual(Option.none())
  })
})

describe("secretKind with a minimal length", () => {
  it.each([
    ["x".repeat(31), false],
    ["x".repeat(32), true],
    [`${"x".repeat(32)} `, false],
  ])("takes %j: %s", (text, isTaken) => {
    expect(Option.isSome(secretKind("key", 32).parse(text))).toBe(isTaken)
  })
})

describe("secretKeyKind", () => {
  const bytes = Buffer.from("bytes that hold everything base64 knows: \u00fb\u00ff\u00be")
  const base64 = Buffer.from(bytes).toString("base64")

  it("reads base64, padded or not, and redacts it", () => {
    for (const text of [base64, base64.replace(/=+$/u, "")]) {
      const key = Option.getOrThrow(secretKeyKind.parse(text))
      expect(Buffer.from(Redacted.value(key)).equals(bytes)).toBe(true)
      expect(`${key}${inspect(key, { depth: 10 })}`).toBe("<redacted:secret key><redacted:secret key>")
    }
  })

  it.each([
    ["", "nothing"],
    ["AAAA", "3 bytes"],
    [Buffer.alloc(31, 1).toString("base64"), "31 bytes"],
    [`${base64.slice(0, 20)} ${base64.slice(20)}`, "a space"],
    [`${base64.slice(0, 20)}*${base64.slice(20)}`, "a sign of none"],
    [`${base64.slice(0, 20)}=${base64.slice(20)}`, "an end in the middle"],
    ["a secret of words, which is no base64 at all, however long", "words"],
  ])("refuses %j (%s)", (text) => {
    expect(secretKeyKind.parse(text)).toEqual(Option.none())
  })
})

describe("listKind", () => {
  const [one, other] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString("base64"))

  it("reads one value or several, with or without spaces, and redacts confidential ones", () => {
    const lengths = (text: string) => Option.map(listKind(secretKeyKind).parse(text), (keys) => keys.length)
    expect(lengths(`${one}`)).toEqual(Option.some(1))
    expect(lengths(`${one},${other}`)).toEqual(Option.some(2))
    expect(lengths(` ${one} , ${other}`)).toEqual(Option.some(2))
    for (const text of ["", ",", `${one},`, `${one},,${other}`, `${one},AAAA`])
      expect(lengths(text)).toEqual(Option.none())
    expect(listKind(secretKeyKind).isConfidential).toBe(true)
    expect(listKind(hostKind).isConfidential).toBe(hostKind.isConfidential)
  })
})

describe("changingSecretKind", () => {
  it("reads one secret or two, the first one first, and refuses a third", () => {
    const revealed = (text: string) =>
      Option.map(changingSecretKind("gateway secret").parse(text), (secrets) => secrets.map(Redacted.value))
    expect(revealed("new")).toEqual(Option.some(["new"]))
    expect(revealed("new, old")).toEqual(Option.some(["new", "old"]))
    for (const text of ["new,old,older", "new,", ",old", "new,o ld"]) expect(revealed(text)).toEqual(Option.none())
  })
})

describe("encryptedUrlKind", () => {
  it.each([
    ["https://pay.example/", "https://pay.example"],
    ["HTTPS://10.0.0.1:8443", "https://10.0.0.1:8443"],
    ["http://localhost:3000", "http://localhost:3000"],
    ["http://LOCALHOST", "http://localhost"],
    ["http://127.0.0.1:3000/", "http://127.0.0.1:3000"],
    ["http://127.255.255.254", "http://127.255.255.254"],
    ["http://127.1", "http://127.0.0.1"],
    ["http://0x7f.1", "http://127.0.0.1"],
    ["http://[::1]:3000", "http://[::1]:3000"],
  ])("reads %s as %s", (text, expected) => {
    expect(encryptedUrlKind.parse(text)).toEqual(Option.some(expected))
  })

  it.each([
    "http://pay.example",
    "http://10.0.0.1",
    "http://0.0.0.0",
    "http://[::]",
    "http://[::ffff:10.0.0.1]",
    "http://128.0.0.1",
    "http://localhost.example",
    "http://notlocalhost",
    "http://127.0.0.1.example",
    "http://127.example",
    "http://u@localhost",
    "https://u:p@pay.example",
    "ftp://localhost",
  ])("refuses %s", (text) => {
    expect(encryptedUrlKind.parse(text)).toEqual(Option.none())
  })
})
