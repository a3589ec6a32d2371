// The 422: messages, paths, and the sum of them.
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import { describe, expect, it } from "vitest"
import { fault, faultsOf, invalid, invalidFields, invalidFromIssue, missing, unknownReference } from "./fault.ts"

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
    name: Schema.String.annotate({ message: "may be given only once." }),
    page: Schema.String.check(Schema.makeFilter(() => new SchemaIssue.InvalidValue({ message: "is odd." }))),
  })
  const issueOf = (input: unknown) => {
    const decoded = Schema.decodeUnknownResult(schema, { errors: "all" })(input)
    if (Result.isSuccess(decoded)) throw new Error("It has no fault.")
    return decoded.failure.issue
  }

  it("says of every parameter of a query what is wrong with it", () => {
    expect(faultsOf(issueOf({ name: ["a", "b"], page: "1" }))).toEqual([
      fault("name", "may be given only once."),
      fault("page", "is odd."),
    ])
  })

  it("starts paths where the part stands", () => {
    expect(faultsOf(issueOf({ page: "1" }), "query")).toEqual([missing("query.name"), fault("query.page", "is odd.")])
  })

  it("never repeats what was sent", () => {
    const secret = "4242424242424242"
    expect(JSON.stringify(invalidFromIssue(issueOf({ name: [secret], page: secret })))).not.toContain(secret)
  })
})
