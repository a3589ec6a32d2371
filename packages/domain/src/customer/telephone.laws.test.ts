import * as Result from "effect/Result"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { areaCodes, formatTelephone, parseTelephone, Telephone, telephoneE164 } from "./telephone.ts"

const digit = fc.constantFrom(..."0123456789")
const telephone = fc
  .tuple(fc.constantFrom(...areaCodes), fc.string({ unit: digit, minLength: 8, maxLength: 9 }))
  .map(([areaCode, subscriber]) => Telephone.make(areaCode + subscriber))

/** All punctuation and spaces of any script, among the characters that people type. */
const separators = Array.from({ length: 0x30_ff }, (_, code) => String.fromCodePoint(code)).filter((character) =>
  /[\p{P}\p{Z}]/u.test(character),
)

describe("parseTelephone", () => {
  it("round trip: every printed form of a telephone is read back", () => {
    fc.assert(
      fc.property(telephone, (digits) => {
        const kept = Result.succeed(digits)
        expect(parseTelephone(digits)).toEqual(kept)
        expect(parseTelephone(formatTelephone(digits))).toEqual(kept)
        expect(parseTelephone(telephoneE164(digits))).toEqual(kept)
        expect(parseTelephone(`+55 ${formatTelephone(digits)}`)).toEqual(kept)
        expect(parseTelephone(`55${digits}`)).toEqual(kept)
      }),
    )
  })

  it("indifference: digits dialed before an area code do not matter, with or without the country", () => {
    const country = fc.constantFrom("", "+55", "0055", "55")
    const trunk = fc.constantFrom("", "0", "90")
    const carrier = fc.oneof(fc.constant(""), fc.integer({ min: 10, max: 99 }).map(String))
    fc.assert(
      fc.property(telephone, country, trunk, carrier, (digits, before, zero, company) => {
        const dialed = zero === "" ? digits : zero + company + digits
        expect(parseTelephone(before + dialed)).toEqual(Result.succeed(digits))
      }),
      { numRuns: 2_000 },
    )
  })

  it("indifference: punctuation does not matter, wherever it is", () => {
    const punctuation = fc.oneof(fc.constantFrom("", " ", "(", ")", "-", ".", ") "), fc.constantFrom(...separators))
    fc.assert(
      fc.property(telephone, fc.array(punctuation, { minLength: 11, maxLength: 11 }), (digits, marks) => {
        const written = [...digits].map((character, place) => `${marks[place]}${character}`).join("")
        expect(parseTelephone(written)).toEqual(Result.succeed(digits))
      }),
    )
  })

  it("honesty: any other character is refused, wherever it is", () => {
    fc.assert(
      fc.property(
        telephone,
        fc.nat({ max: 11 }),
        fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
        (digits, place, other) => {
          fc.pre(!/[0-9+\p{P}\p{Z}\p{Cf}\s]/u.test(other))
          expect(Result.isFailure(parseTelephone(digits.slice(0, place) + other + digits.slice(place)))).toBe(true)
        },
      ),
    )
  })
})
