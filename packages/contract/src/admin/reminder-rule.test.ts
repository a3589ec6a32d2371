// Reminder rules in the administration: every limit from both sides.
import { ReminderRule } from "@vintem/domain/catalogue"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { bodyOf } from "../input/codec.ts"
import type { InvalidFields } from "../input/fault.ts"
import { invalid } from "../invalid.ts"
import { ReminderRuleView, reminderRuleBody, reminderRuleChangeBody, reminderRuleView } from "./reminder-rule.ts"

const decodeReminderRule = bodyOf(reminderRuleBody)
const decodeReminderRuleChange = bodyOf(reminderRuleChangeBody)

const errorsOf = (decoded: Result.Result<unknown, InvalidFields>): Record<string, unknown> =>
  Result.isSuccess(decoded) ? {} : { ...invalid(decoded.failure).response.errors }

const on = (...days: ReadonlyArray<unknown>) => days.map((day) => ({ days: day, channel: "email" }))
const body = { name: "Régua", reminders: on(-3) }

describe("reminderRuleBody", () => {
  it("reads name and reminders, in their order", () => {
    expect(decodeReminderRule({ name: " Régua ", reminders: on("2", -365, 365, 0) })).toEqual(
      Result.succeed({ name: "Régua", reminders: on(2, -365, 365, 0) }),
    )
  })

  it.each([
    ["x", {}],
    ["x".repeat(150), {}],
    ["x".repeat(151), { name: ["The name may not be longer than 150 characters."] }],
    [null, { name: ["The name field is required."] }],
  ])("judges the name %j", (name, errors) => {
    expect(errorsOf(decodeReminderRule({ ...body, name }))).toEqual(errors)
  })

  it.each([
    [undefined, { reminders: "field is required." }],
    [{}, { reminders: "must be an array." }],
    [[], { reminders: "must have at least 1 item." }],
    [on(...Array.from({ length: 20 }, (_, n) => n)), {}],
    [on(...Array.from({ length: 21 }, (_, n) => n)), { reminders: "may not have more than 20 items." }],
    [on(-366, 366), { "reminders.0.days": betweenDays(), "reminders.1.days": betweenDays() }],
    [on(1.5), { "reminders.0.days": "must be an integer." }],
    [[null], { "reminders.0": "field is required." }],
    [["email"], { "reminders.0": "must be an object." }],
    [[{ days: 1 }], { "reminders.0.channel": "field is required." }],
    [[{ days: 1, channel: "sms" }], { "reminders.0.channel": "must be one of email." }],
    [
      on(1, "x", 2, 1, "1"),
      {
        "reminders.1.days": "must be an integer.",
        "reminders.3": "repeats an earlier one.",
        "reminders.4": "repeats an earlier one.",
      },
    ],
  ])("checks the reminders %j", (reminders, predicates) => {
    const messages = Object.entries(predicates).map(([path, predicate]) => [path, [`The ${path} ${predicate}`]])
    expect(errorsOf(decodeReminderRule({ ...body, reminders }))).toEqual(Object.fromEntries(messages))
  })

  it("tells every fault at once", () => {
    expect(Object.keys(errorsOf(decodeReminderRule({ reminders: [{}] })))).toEqual([
      "name",
      "reminders.0.days",
      "reminders.0.channel",
    ])
    expect(errorsOf(decodeReminderRule(null))).toEqual({ body: ["The body must be an object."] })
  })
})

describe("reminderRuleChangeBody", () => {
  it.each([
    [{}, {}],
    [{ name: "", reminders: null }, {}],
    [{ name: "Outra" }, { name: "Outra" }],
    [{ reminders: on(1, 2) }, { reminders: on(1, 2) }],
    [{ token: "x" }, {}],
  ])("of %j reads %j", (change, read) => {
    expect(decodeReminderRuleChange(change)).toEqual(Result.succeed(read))
  })

  it("tells every fault at once", () => {
    expect(Object.keys(errorsOf(decodeReminderRuleChange({ name: 1, reminders: [] })))).toEqual(["name", "reminders"])
    expect(errorsOf(decodeReminderRuleChange([]))).toEqual({ body: ["The body must be an object."] })
  })
})

describe("reminderRuleView", () => {
  const rule = Schema.decodeUnknownSync(ReminderRule)({
    token: "8c7f1f52-2b7e-4d0a-8a3e-5f0d9f6f0a11",
    company: 1,
    name: "Régua",
    reminders: on(-3, 0),
    createdAt: Date.UTC(2026, 10, 21, 13),
  })

  it("shows every field, and can be sent back, and changes nothing", () => {
    const shown = reminderRuleView(rule)
    expect(shown).toEqual({
      token: rule.token,
      name: "Régua",
      reminders: on(-3, 0),
      created_at: "2026-11-21 10:00:00",
    })
    expect(Schema.is(ReminderRuleView)(shown)).toBe(true)
    expect({ ...rule, ...Result.getOrThrow(decodeReminderRuleChange(shown)) }).toEqual(rule)
  })
})

function betweenDays(): string {
  return "must be between -365 and 365."
}
