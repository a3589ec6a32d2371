import { inspect } from "node:util"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { LocalDate } from "../calendar/local-date.ts"
import { CardDetails, CardDisplay, displayOfCard, parseCardDetails } from "./card-details.ts"

const today = LocalDate.make("2026-11-21")
const input = { holder: "José Ação", number: "4242 4242 4242 4242", expiration: "11/2026", security: "987" }

const faultsOf = (changes: Partial<typeof input>) =>
  Result.match(parseCardDetails({ ...input, ...changes }, today), {
    onSuccess: () => [],
    onFailure: ({ faults }) => faults.map(({ _tag, reason }) => `${_tag}: ${reason}`),
  })

const card = Result.getOrThrow(parseCardDetails(input, today))

describe("parseCardDetails", () => {
  it("reads the four fields", () => {
    expect(card.holder).toBe("José Ação")
    expect(Redacted.value(card.number)).toBe("4242424242424242")
    expect(card.expiration).toBe("11/2026")
    expect(Redacted.value(card.security)).toBe("987")
    expect(Schema.is(CardDetails)(card)).toBe(true)
  })

  it("hides number and security code, and shows that something is hidden", () => {
    const { number, security } = Result.getOrThrow(parseCardDetails(input, today))
    expect(String(number)).toBe("<redacted:card number>")
    expect(String(security)).toBe("<redacted:security code>")
  })

  it("reports all faults at once", () => {
    expect(faultsOf({ holder: "", number: "1", expiration: "12/26", security: "" })).toEqual([
      "CardHolderRefused: letters",
      "CardNumberRefused: length",
      "CardExpirationRefused: format",
      "SecurityCodeRefused: length",
    ])
  })

  it("refuses a card whose month is over", () => {
    expect(faultsOf({ expiration: "10/2026" })).toEqual(["CardExpirationRefused: expired"])
  })

  it("takes the length of the security code from the brand", () => {
    expect(faultsOf({ security: "9876" })).toEqual(["SecurityCodeRefused: length"])
    expect(faultsOf({ number: "378282246310005", security: "9876" })).toEqual([])
    expect(faultsOf({ number: "378282246310005" })).toEqual(["SecurityCodeRefused: length"])
  })

  it("does not blame the security code if the number has no brand", () => {
    expect(faultsOf({ number: "4242 4242 4242 4241", security: "9876" })).toEqual(["CardNumberRefused: check_digit"])
  })
})

describe("CardDetails", () => {
  it("shows neither number nor security code when printed", () => {
    expect(`${inspect(card, { depth: 9 })}${JSON.stringify(card)}${card.number}${card.security}`).not.toMatch(
      /4242|987/u,
    )
  })

  it.each(["number", "security"] as const)("cannot be encoded as JSON, because of its %s", (field) => {
    const codec = Schema.toCodecJson(Schema.Struct({ [field]: CardDetails.fields[field] }))
    expect(Result.isFailure(Schema.encodeUnknownResult(codec)(card))).toBe(true)
  })

  it("leaves no digit in a refusal", () => {
    const refused = Result.getOrThrow(
      Result.flip(parseCardDetails({ ...input, number: "4242424242424241", security: "98765" }, today)),
    )
    expect(`${inspect(refused, { depth: 9 })}${JSON.stringify(refused)}${refused}`).not.toMatch(/4242|98765/u)
  })
})

describe("displayOfCard", () => {
  it("keeps the first six and the last four digits", () => {
    expect(displayOfCard(card)).toEqual({
      brand: "visa",
      firstDigits: "424242",
      lastDigits: "4242",
      expiration: "11/2026",
      holder: "José Ação",
    })
    expect(Schema.is(CardDisplay)(displayOfCard(card))).toBe(true)
  })

  it("hides at least three digits, even of the shortest number", () => {
    const short = Result.getOrThrow(parseCardDetails({ ...input, number: "4222222222222" }, today))
    const { firstDigits, lastDigits } = displayOfCard(short)
    expect([firstDigits, lastDigits]).toEqual(["422222", "2222"])
  })
})
