// The 422: messages, paths, and their summary.
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import { describe, expect, it } from "vitest"
import { invalid, invalidFromIssue } from "../invalid.ts"
import { because, fault, faultsOf, invalidFields, messageOf, missing, unknownReference } from "./fault.ts"
import { FaultDetail, type FaultReason, faultFields, wireName } from "./fault-code.ts"

const email = fault("customer.email", { code: "invalid_email" })
const title = missing("items.0.title")

describe("invalid", () => {
  it.each([
    [[email], "The customer.email must be a valid e-mail address."],
    [[email, title], "The customer.email must be a valid e-mail address. (and 1 more error)"],
    [[title, email, email], "The items.0.title field is required. (and 2 more errors)"],
  ])("counts the messages after the first", (faults, message) => {
    expect(invalid(invalidFields(faults)).response.message).toBe(message)
  })

  it("groups the messages of one field, and keeps the order of the fields", () => {
    const { errors } = invalid(
      invalidFields([title, email, fault("items.0.title", { code: "invalid_actor" })]),
    ).response
    expect(Object.entries(errors)).toEqual([
      [
        "items.0.title",
        [
          "The items.0.title field is required.",
          "The items.0.title must be user:ID, api_key:ID, administration, command or system.",
        ],
      ],
      ["customer.email", ["The customer.email must be a valid e-mail address."]],
    ])
  })

  it("has the code of each message at its place, without the words of its sentence", () => {
    const refused: FaultReason = {
      code: "not_payable",
      status: "paid",
      because: wireName("AlreadyPaid"),
      words: { why: "it has been paid", instead: "Nothing is left to pay." },
    }
    const { codes } = invalid(invalidFields([title, email, fault("status", refused), title])).response
    expect(Object.entries(codes)).toEqual([
      ["items.0.title", [{ code: "required" }, { code: "required" }]],
      ["customer.email", [{ code: "invalid_email" }]],
      ["status", [{ code: "not_payable", status: "paid", because: "already_paid" }]],
    ])
  })

  it("says that a reference does not exist, without repeating it", () => {
    expect(messageOf(unknownReference("customer.id"))).toBe("The customer.id does not exist.")
  })
})

describe("faultsOf", () => {
  const schema = Schema.Struct({
    name: Schema.String.annotate(because({ code: "given_twice" })),
    page: Schema.String.check(
      Schema.makeFilter(() => new SchemaIssue.InvalidValue(because({ code: "invalid_actor" }))),
    ),
  })
  const issueOf = (input: unknown) => {
    const decoded = Schema.decodeUnknownResult(schema, { errors: "all" })(input)
    if (Result.isSuccess(decoded)) throw new Error("It has no fault.")
    return decoded.failure.issue
  }

  it("reports the faults of every parameter of a query", () => {
    expect(faultsOf(issueOf({ name: ["a", "b"], page: "1" }))).toEqual([
      fault("name", { code: "given_twice" }),
      fault("page", { code: "invalid_actor" }),
    ])
  })

  it("prefixes paths with the place of the part", () => {
    expect(faultsOf(issueOf({ page: "1" }), "query")).toEqual([
      missing("query.name"),
      fault("query.page", { code: "invalid_actor" }),
    ])
  })

  it("never repeats sent values", () => {
    const secret = "4242424242424242"
    expect(JSON.stringify(invalidFromIssue(issueOf({ name: [secret], page: secret })))).not.toContain(secret)
  })
})

describe("a code", () => {
  const described: Readonly<Record<string, unknown>> = FaultDetail.fields

  it.each(Object.entries(faultFields))(
    "%s is spelled like all codes, and each of its fields is described",
    (code, fields) => {
      expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/u)
      expect(Object.keys(fields).filter((name) => !(name in described))).toEqual([])
    },
  )

  it("has no unused field description", () => {
    const used = new Set(Object.values(faultFields).flatMap((fields) => Object.keys(fields)))
    expect(Object.keys(described).filter((name) => name !== "code" && !used.has(name))).toEqual([])
  })
})
