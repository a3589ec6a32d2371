// A company's webhook in the administration.
import { instant } from "@vintem/domain/calendar"
import { CompanyId } from "@vintem/domain/identifiers"
import { defaultWebhookKinds, WebhookKind } from "@vintem/domain/order"
import { configured, rotated, WebhookSecret } from "@vintem/domain/webhook"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { invalid } from "../invalid.ts"
import { CompanyWebhookView, companyWebhookView, decodeWebhook, WebhookView, webhookView } from "./webhook.ts"

const secret = (letter: string) => Redacted.make(WebhookSecret.make(`whsec_${letter.repeat(43)}=`))

describe("decodeWebhook", () => {
  it.each([
    [{ url: " https://a.b/c?d " }, { url: "https://a.b/c?d" }],
    [
      { url: "http://a.b", long_tail: "1" },
      { url: "http://a.b", long_tail: true },
    ],
    [{ url: "http://a.b", long_tail: null }, { url: "http://a.b" }],
    [
      { url: "http://a.b", events: ["partial_refund", "paid", "paid"] },
      { url: "http://a.b", events: ["partial_refund", "paid"] },
    ],
    [{ url: "http://a.b", events: null }, { url: "http://a.b" }],
  ])("for %j reads %j", (body, read) => {
    expect(decodeWebhook(body)).toEqual(Result.succeed(read))
  })

  it.each([
    [{}, { url: ["The url field is required."] }],
    [{ url: "ftp://a.b" }, { url: ["The url must be an http or https URL of at most 2048 characters."] }],
    [
      { url: `https://a.b/${"x".repeat(2_037)}` },
      { url: ["The url must be an http or https URL of at most 2048 characters."] },
    ],
    [{ url: "https://a:b@c.d" }, { url: ["The url may not contain a user or a password."] }],
    [
      { url: 1, long_tail: "long" },
      { url: ["The url must be a string."], long_tail: ["The long_tail must be true or false."] },
    ],
  ])("refuses %j", (body, errors) => {
    const refused = Result.flip(decodeWebhook(body))
    expect(Result.map(refused, (faults) => invalid(faults).response.errors)).toEqual(Result.succeed(errors))
  })

  it.each([[[]], [["sold"]], ["paid"], [[null]]])("refuses the kinds %j", (events) => {
    const refused = Result.flip(decodeWebhook({ url: "https://a.b", events }))
    expect(Result.map(refused, (faults) => invalid(faults).response.errors)).toEqual(
      Result.succeed({
        events: [`The events must be a list of one or several of ${WebhookKind.literals.join(", ")}.`],
      }),
    )
  })
})

describe("a webhook", () => {
  const target = { url: "https://a.b", hasLongTail: true, events: defaultWebhookKinds }
  const first = configured(CompanyId.make(1), target, secret("A"), instant(0))
  const endpoint = rotated(first, secret("B"), instant(0))

  it("is shown with its current secret, and no older one", () => {
    expect(webhookView(endpoint)).toEqual({
      url: "https://a.b",
      secret: `whsec_${"B".repeat(43)}=`,
      enabled: true,
      disabled: null,
      failures_in_row: 0,
      long_tail: true,
      events: defaultWebhookKinds,
    })
    expect(Schema.is(WebhookView)(webhookView(endpoint))).toBe(true)
  })

  it("is shown to its company without any secret", () => {
    expect(Object.keys(companyWebhookView(endpoint))).not.toContain("secret")
    expect(Schema.is(CompanyWebhookView)(companyWebhookView(endpoint))).toBe(true)
  })
  it("says since when and why nothing is sent", () => {
    const disabled = { at: instant(Date.UTC(2026, 10, 21, 13, 15)), because: "failing" } as const
    expect(companyWebhookView({ ...endpoint, isEnabled: false, disabled, failuresInRow: 20 })).toEqual({
      url: "https://a.b",
      enabled: false,
      disabled: { at: "2026-11-21 10:15:00", because: "failing" },
      failures_in_row: 20,
      long_tail: true,
      events: defaultWebhookKinds,
    })
  })
})
