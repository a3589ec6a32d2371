// The filters of the list of subscriptions: how they are read, the store's filters, and how clients write them.
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { invalidFromIssue } from "../invalid.ts"
import { SubscriberListQuery, subscriptionFilter } from "./subscriber-list.ts"

const decode = Schema.decodeUnknownResult(SubscriberListQuery, { errors: "all" })
const filterOf = (query: unknown) => subscriptionFilter(Result.getOrThrow(decode(query)))
const errorsOf = (query: unknown) => {
  const decoded = decode(query)
  return Result.isSuccess(decoded) ? {} : invalidFromIssue(decoded.failure.issue).response.errors
}

const token = "3d0f7f0a-52b3-4d0e-9f0e-6a3d5c1b7e42"

describe("subscriptionFilter", () => {
  it.each([
    [{}, {}],
    [{ page: "3" }, {}],
    [{ status: "", next_charge: " ", checkout_id: "", token: "", email: "" }, {}],
    [{ next_charge: "2026-12-21" }, { nextCharge: "2026-12-21" }],
    [{ status: "subscriber_active" }, { status: "active" }],
    [{ status: "subscriber_overdue" }, { status: "overdue" }],
    [{ status: "subscriber_canceled" }, { status: "canceled" }],
    [{ checkout_id: " Clube " }, { checkout: "Clube" }],
    [{ token }, { token }],
    [{ token: "no token" }, { token: "no token" }],
    [{ email: "Maria@Example.com" }, { email: "Maria@Example.com" }],
    [{ cor: "azul" }, {}],
  ])("turns %j into %j", (query, filter) => {
    expect(filterOf(query)).toEqual(filter)
  })
})

describe("SubscriberListQuery", () => {
  it.each([
    ["page", "0", "must be at least 1."],
    ["next_charge", "2026-02-30", "must be a date as YYYY-MM-DD."],
    ["next_charge", "21/11/2026", "must be a date as YYYY-MM-DD."],
    ["status", "active", "must be one of subscriber_active, subscriber_overdue, subscriber_canceled."],
    [
      "status",
      "subscriber_active,subscriber_overdue",
      "must be one of subscriber_active, subscriber_overdue, subscriber_canceled.",
    ],
    ["status", ["subscriber_active", "subscriber_overdue"], "may be given only once."],
    ["checkout_id", "a\u0000", "may not contain control characters."],
    ["token", "x".repeat(256), "may not be longer than 255 characters."],
    ["email", "maria", "must be a valid e-mail address."],
  ])("refuses %s=%j", (name, value, predicate) => {
    expect(errorsOf({ [name]: value })).toEqual({ [name]: [`The ${name} ${predicate}`] })
  })

  it("reports every fault at once", () => {
    expect(Object.keys(errorsOf({ page: "0", next_charge: "x", status: "z", email: "@" }))).toEqual([
      "page",
      "next_charge",
      "status",
      "email",
    ])
  })

  it("is written by clients as the service reads it", () => {
    const written = {
      page: "2",
      next_charge: "2026-12-21",
      status: "subscriber_overdue",
      checkout_id: "clube",
      token,
      email: "maria@example.com",
    }
    expect(Schema.encodeSync(SubscriberListQuery)(Result.getOrThrow(decode(written)))).toEqual(written)
    expect(Schema.encodeSync(SubscriberListQuery)({})).toEqual({})
  })
})
