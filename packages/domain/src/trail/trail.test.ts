// The trail: what an entry may tell, who acts, and what numbers say.
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { ApiKeyId } from "../access/api-key.ts"
import { UserId } from "../access/user.ts"
import { TrailAction, trailActions } from "./trail-action.ts"
import { actorName, parseActorName, type TrailActor, theSystem } from "./trail-actor.ts"
import { trailGaps } from "./trail-breach.ts"
import { changedFields, maskedFields, maskedText } from "./trail-fields.ts"

describe("maskedFields", () => {
  it("tells what opens nothing", () => {
    const fields = {
      title: "Curso",
      amount: "59.90",
      count: 3,
      isOpen: true,
      gone: null,
      fees: { pix: { percent: 99 } },
    }
    expect(maskedFields(fields)).toEqual(fields)
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
  ])("tells nothing of a field called %s, however deep it lies", (name) => {
    expect(JSON.stringify(maskedFields({ [name]: "abc", in: [{ [name]: { of: "abc" } }] }))).not.toContain("abc")
  })

  it.each([
    ["an API key", "vintem_AbC-_123="],
    ["the secret of a webhook", "whsec_AAAABBBB+/="],
    ["a card number", "4111111111111111"],
    ["a card number in groups", "4111 1111 1111 1111"],
    ["a card number with hyphens", "4111-1111-1111-1111"],
    ["a card number with a slip of the finger", "4111111111111112"],
  ])("tells nothing of %s that was typed somewhere", (_, text) => {
    const told = JSON.stringify(maskedFields({ title: `Curso ${text}!`, list: [text], in: { name: text } }))
    expect(told).not.toContain(text)
    expect(told).toContain("Curso (masked)!")
  })

  it("hides redacted values, and every object with a class", () => {
    const hidden = Redacted.make("abc")
    const fields = maskedFields({ hidden, date: new Date(0), f: () => "abc" })
    expect(fields).toEqual({ hidden: "(masked)", date: "(masked)", f: "(masked)" })
  })

  it.each([
    ["https://user:abc@host.example/path", "https://host.example/path"],
    ["https://host.example/path?key=abc", "https://host.example/path?(masked)"],
    ["HTTPS://u@host.example?abc", "HTTPS://host.example?(masked)"],
    ["https://host.example/#abc", "https://host.example/?(masked)"],
    ["https://host.example/a@b/c", "https://host.example/a@b/c"],
  ])("tells of the URL %s what comes before a query, and no user", (url, told) => {
    expect(maskedFields({ url })).toEqual({ url: told })
  })

  it("shows the beginning of a long text, and leaves out deep values", () => {
    // A number that is cut in the middle could not be recognised.
    expect(maskedText(`${"a ".repeat(95)}4111111111111111`)).not.toContain("4111")
    const fields = maskedFields({
      text: "ã".repeat(10_000),
      list: Array(500).fill(1),
      a: { b: { c: { d: { e: { f: 1 } } } } },
    })
    expect(String(fields["text"])).toHaveLength(201)
    expect(fields["list"]).toHaveLength(20)
    expect(fields["a"]).toEqual({ b: { c: { d: { e: "(masked)" } } } })
  })

  it("is not slow on a text that is nearly a secret many times over", () => {
    for (const part of ["vintem_", "4 1 1 1 ", "https://@", "whsec_/", "1-"]) {
      expect(maskedText(part.repeat(100_000)).length).toBeLessThan(2_000)
    }
  })
})

describe("changedFields", () => {
  it("tells the fields that differ, and those that are there on one side alone", () => {
    expect(
      changedFields({ a: 1, b: { c: 2 }, d: null, gone: 1 }, { a: 1, b: { c: 3 }, d: undefined, come: 2 }),
    ).toEqual({
      before: { b: { c: 2 }, gone: 1, come: null },
      after: { b: { c: 3 }, gone: null, come: 2 },
    })
  })

  it("tells that a secret differs, and neither of them", () => {
    expect(changedFields({ secret: "a" }, { secret: "b" })).toEqual({
      before: { secret: "(masked)" },
      after: { secret: "(masked)" },
    })
  })

  it("records nothing if nothing differs", () => {
    expect(changedFields({ a: [1] }, { a: [1] })).toEqual({ before: {}, after: {} })
  })
})

describe("the name of an actor", () => {
  const actors: ReadonlyArray<readonly [TrailActor, string]> = [
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

describe("trailActions", () => {
  it("says of every action what it is about", () => {
    for (const action of TrailAction.literals) {
      expect(trailActions[action].about).not.toBe("")
      expect(trailActions[action].subject).not.toBe("")
      expect(action).toMatch(/^[a-z_]+\.[a-z_]+$/u)
    }
  })
})

describe("trailGaps", () => {
  it.each([
    [null, 1, []],
    [1, 2, []],
    [null, 2, [{ _tag: "TrailGap", expected: 1, found: 2 }]],
    [3, 7, [{ _tag: "TrailGap", expected: 4, found: 7 }]],
  ])("after %j and before %d are %j", (previous, sequence, gaps) => {
    expect(trailGaps(previous, sequence)).toEqual(gaps)
  })
})
