// The 422: messages, paths, and the sum of them.
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { fault, faultsOf, invalid, invalidFromIssue, missing, unknownReference } from "./fault.ts"
import { required } from "./field.ts"
import { readInteger } from "./integer.ts"
import { invalidFields } from "./part.ts"

const email = fault("customer.email", "must be a valid e-mail address.")
const title = missing("items.0.title")

describe("invalid", () => {
  it.each([
    [[email], "The customer.email must be a valid e-mail address."],
    [[email, title], "The customer.email must be a valid e-mail address. (and 1 more error)"],
    [[title, email, email], "The items.0.title field is required. (and 2 more errors)"],
  ])("counts what follows the first message", (faults, message) => {
    expect(invalid(invalidFields(faults)).response.message).toBe(message)
  })

  it("gathers the messages of one field, and keeps the order of the fields", () => {
    const { errors } = invalid(invalidFields([title, email, fault("items.0.title", "is odd.")])).response
    expect(Object.entries(errors)).toEqual([
      ["items.0.title", ["The items.0.title field is required.", "The items.0.title is odd."]],
      ["customer.email", ["The customer.email must be a valid e-mail address."]],
    ])
  })

  it("names what does not exist without repeating it", () => {
    expect(unknownReference("customer.id").message).toBe("The customer.id does not exist.")
  })
})

describe("faultsOf", () => {
  const schema = Schema.Struct({
    list: Schema.Array(Schema.Struct({ n: required(Schema.Int, readInteger({ min: 1, max: 9 })) })),
    name: Schema.String,
  })
  const issueOf = (input: unknown) => {
    const decoded = Schema.decodeUnknownResult(schema, { errors: "all" })(input)
    if (Result.isSuccess(decoded)) throw new Error("It has no fault.")
    return decoded.failure.issue
  }

  it("gives every fault its dotted path, with numbers for positions", () => {
    expect(faultsOf(issueOf({ list: [{ n: 1 }, { n: 10 }, {}, 4], name: 5 }))).toEqual([
      fault("list.1.n", "must be between 1 and 9."),
      missing("list.2.n"),
      fault("list.3", "must be an object."),
      fault("name", "must be a string."),
    ])
  })

  it("starts paths where the part stands", () => {
    expect(faultsOf(issueOf({ list: {}, name: "a" }), "body.part")).toEqual([
      fault("body.part.list", "must be an array."),
    ])
  })

  it("calls a body without fields the body", () => {
    expect(invalidFromIssue(issueOf([])).response).toEqual({
      message: "The body must be an object.",
      errors: { body: ["The body must be an object."] },
    })
  })

  it("never repeats what was sent", () => {
    const secret = "4242424242424242"
    const body = JSON.stringify(invalidFromIssue(issueOf({ list: [{ n: secret }, secret], name: [secret] })))
    expect(body).not.toContain(secret)
  })
})
