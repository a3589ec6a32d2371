// The audit log: what an entry may show, who acts, and what the numbers mean.
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { ApiKeyId } from "../access/api-key.ts"
import { UserId } from "../access/user.ts"
import { AuditAction, auditActions } from "./audit-action.ts"
import { type AuditActor, actorName, parseActorName, theSystem } from "./audit-actor.ts"
import { auditGaps } from "./audit-breach.ts"
import { changedFacts, maskedFacts, maskedText } from "./audit-facts.ts"

describe("maskedFacts", () => {
  it("shows fields that are not secret", () => {
    const facts = {
      title: "Curso",
      amount: "59.90",
      count: 3,
      isOpen: true,
      gone: null,
      fees: { pix: { percent: 99 } },
    }
    expect(maskedFacts(facts)).toEqual(facts)
  })

  it.each([
    "secret",
    "webhookSecret",
    "password",
    "token",
    "cardToken",
    "hash",
    "securityCode",
    "recovery",
    "Authorization",
  ])("hides a field called %s, however deep it lies", (name) => {
    expect(JSON.stringify(maskedFacts({ [name]: "abc", in: [{ [name]: { of: "abc" } }] }))).not.toContain("abc")
  })

  it.each([
    ["an API key", "vintem_AbC-_123="],
    ["the secret of a webhook", "whsec_AAAABBBB+/="],
    ["a card number", "4111111111111111"],
    ["a card number in groups", "4111 1111 1111 1111"],
    ["a card number with hyphens", "4111-1111-1111-1111"],
    ["a card number with a slip of the finger", "4111111111111112"],
  ])("hides %s that somebody typed into another field", (_, text) => {
    const told = JSON.stringify(maskedFacts({ title: `Curso ${text}!`, list: [text], in: { name: text } }))
    expect(told).not.toContain(text)
    expect(told).toContain("Curso (masked)!")
  })

  it("hides redacted values, and every object with a class", () => {
    const hidden = Redacted.make("abc")
    const facts = maskedFacts({ hidden, date: new Date(0), f: () => "abc" })
    expect(facts).toEqual({ hidden: "(masked)", date: "(masked)", f: "(masked)" })
  })

  it.each([
    ["https://user:abc@host.example/path", "https://host.example/path"],
    ["https://host.example/path?key=abc", "https://host.example/path?(masked)"],
    ["HTTPS://u@host.example?abc", "HTTPS://host.example?(masked)"],
    ["https://host.example/#abc", "https://host.example/?(masked)"],
    ["https://host.example/a@b/c", "https://host.example/a@b/c"],
  ])("shows the URL %s without its query and user", (url, told) => {
    expect(maskedFacts({ url })).toEqual({ url: told })
  })

  it("shows the beginning of a long text, and leaves out deep values", () => {
    // A number that is cut in the middle could not be recognised.
    expect(maskedText(`${"a ".repeat(95)}4111111111111111`)).not.toContain("4111")
    const facts = maskedFacts({
      text: "ã".repeat(10_000),
      list: Array(500).fill(1),
      a: { b: { c: { d: { e: { f: 1 } } } } },
    })
    expect(String(facts["text"])).toHaveLength(201)
    expect(facts["list"]).toHaveLength(20)
    expect(facts["a"]).toEqual({ b: { c: { d: { e: "(masked)" } } } })
  })

  it("is not slow on a text that is nearly a secret many times over", () => {
    for (const part of ["vintem_", "4 1 1 1 ", "https://@", "whsec_/", "1-"]) {
      expect(maskedText(part.repeat(100_000)).length).toBeLessThan(2_000)
    }
  })
})

describe("changedFacts", () => {
  it("returns the fields that differ, including those that only one side has", () => {
    expect(changedFacts({ a: 1, b: { c: 2 }, d: null, gone: 1 }, { a: 1, b: { c: 3 }, d: undefined, come: 2 })).toEqual(
      {
        before: { b: { c: 2 }, gone: 1, come: null },
        after: { b: { c: 3 }, gone: null, come: 2 },
      },
    )
  })

  it("shows that a secret differs, and hides both values", () => {
    expect(changedFacts({ secret: "a" }, { secret: "b" })).toEqual({
      before: { secret: "(masked)" },
      after: { secret: "(masked)" },
    })
  })

  it("returns nothing if nothing differs", () => {
    expect(changedFacts({ a: [1] }, { a: [1] })).toEqual({ before: {}, after: {} })
  })
})

describe("the name of an actor", () => {
  const actors: ReadonlyArray<readonly [AuditActor, string]> = [
    [{ _tag: "User", user: UserId.make(3) }, "user:3"],
    [{ _tag: "ApiKey", key: ApiKeyId.make(7) }, "api_key:7"],
    [{ _tag: "Administration" }, "administration"],
    [{ _tag: "Command", command: "vintem api-key create" }, "command"],
    [theSystem, "system"],
  ]

  it.each(actors)("for %j is %s, and is read back", (actor, name) => {
    expect(actorName(actor)).toBe(name)
    expect(parseActorName(name)).toEqual(Result.succeed(name))
  })

  it.each([
    "the system",
    "xuser:1",
    "",
    "user",
    "user:",
    "user:0",
    "user:-1",
    "user:1.5",
    "user:1 ",
    "nobody",
    "api_key:9999999999999999",
    "User:1",
  ])("cannot be %j", (text) => {
    expect(parseActorName(text)).toEqual(Result.fail("not an actor"))
  })
})

describe("auditActions", () => {
  it("names the subject of every action", () => {
    for (const action of AuditAction.literals) {
      expect(auditActions[action].about).not.toBe("")
      expect(auditActions[action].subject).not.toBe("")
      expect(action).toMatch(/^[a-z_]+\.[a-z_]+$/u)
    }
  })
})

describe("auditGaps", () => {
  it.each([
    [null, 1, []],
    [1, 2, []],
    [null, 2, [{ _tag: "AuditGap", expected: 1, found: 2 }]],
    [3, 7, [{ _tag: "AuditGap", expected: 4, found: 7 }]],
  ])("between %j and %d are %j", (previous, sequence, gaps) => {
    expect(auditGaps(previous, sequence)).toEqual(gaps)
  })
})
