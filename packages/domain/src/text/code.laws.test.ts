// Invisible characters, spaces and punctuation inside a code do not change how it is read.
import * as Result from "effect/Result"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { parseCardNumber } from "../card/card-number.ts"
import { parseEmail } from "../customer/email.ts"
import { parsePostalCode } from "../customer/postal-code.ts"
import { parseTelephone } from "../customer/telephone.ts"
import { parseDocument } from "../documents/document.ts"
import { parsePixKey } from "../pix/pix-key.ts"
import { compactCode, trimCode, trimInvisible, visibleCode } from "./code.ts"
import { rawCodeMax } from "./raw-text.ts"

const allCharacters = Array.from({ length: 0x11_0000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
const charactersIn = (kind: RegExp) => {
  const found = allCharacters.filter((character) => kind.test(character))
  return fc.nat({ max: found.length - 1 }).map((at) => found[at] ?? "")
}

const copied = fc.constantFrom(
  ..."\u200B\u200C\u200D\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2060\u2066\uFEFF\u00AD\u00A0\t\n",
)
const unseen = fc.oneof(copied, charactersIn(/[\p{Cf}\p{Z}\s]/u))
const invisible = charactersIn(/\p{Cf}/u)
const ignored = fc.oneof(unseen, fc.constantFrom(..."-./() _\u2010\u2011\u2013\u2014,;:"), charactersIn(/\p{P}/u))
const letter = fc.oneof(charactersIn(/\p{L}/u), fc.constantFrom(..."aAxXoOI"))
const symbol = charactersIn(/\p{S}/u)

/** The text with insertions, each at its own place. */
const withInserted = (text: string, insertions: ReadonlyArray<readonly [number, string]>): string =>
  insertions.reduce((written, [somewhere, character]) => {
    const at = somewhere % (written.length + 1)
    const isWithinPair = /[\uDC00-\uDFFF]/.test(written.charAt(at))
    return written.slice(0, isWithinPair ? at + 1 : at) + character + written.slice(isWithinPair ? at + 1 : at)
  }, text)

const insertionsOf = (character: fc.Arbitrary<string>) => fc.array(fc.tuple(fc.nat(), character), { maxLength: 20 })

const compact: ReadonlyArray<
  readonly [string, (text: string) => Result.Result<string, unknown>, ReadonlyArray<string>]
> = [
  ["a document", parseDocument, ["52998224725", "11222333000181", "12ABC34501DE35"]],
  ["a telephone", parseTelephone, ["11987654321", "1133334444", "+5511987654321", "01511987654321", "551133334444"]],
  ["a postal code", parsePostalCode, ["01001000", "69900000"]],
  ["a card number", parseCardNumber, ["4242424242424242", "378282246310005"]],
  ["a Pix key with check digits or a plus", parsePixKey, ["52998224725", "12ABC34501DE35", "+5511987654321"]],
]

describe.each(compact)("%s", (_, parse, codes) => {
  it("indifference: invisible characters, spaces and punctuation do not matter, wherever they are", () => {
    fc.assert(
      fc.property(fc.constantFrom(...codes), insertionsOf(ignored), (code, insertions) => {
        const written = withInserted(code, insertions)
        expect(Result.isSuccess(parse(code))).toBe(true)
        expect(parse(written)).toEqual(parse(code))
      }),
      { numRuns: 500 },
    )
  })

  it("honesty: a symbol is refused wherever it is, and a letter is never dropped", () => {
    fc.assert(
      fc.property(fc.constantFrom(...codes), fc.nat(), fc.oneof(letter, symbol), (code, at, other) => {
        fc.pre(other !== "+")
        expect(Result.isFailure(parse(withInserted(code, [[at, other]])))).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it("is checked for its raw length first", () => {
    const [code = ""] = codes
    expect(parse(code.padEnd(rawCodeMax, "\u200B"))).toEqual(parse(code))
    expect(Result.isFailure(parse(code.padEnd(rawCodeMax + 1, "\u200B")))).toBe(true)
  })
})

describe("an e-mail", () => {
  const emails = fc.constantFrom("ana@example.com", "Ana.Souza+loja@Example.com.br", "o'brien@example.com")

  it("indifference: invisible characters do not matter at its ends", () => {
    fc.assert(
      fc.property(emails, fc.array(unseen), fc.array(unseen), (email, before, after) => {
        fc.pre(before.length + after.length < 100)
        expect(parseEmail([...before, email, ...after].join(""))).toEqual(Result.succeed(email))
      }),
    )
  })

  it("honesty: invisible characters are refused inside", () => {
    fc.assert(
      fc.property(emails, fc.nat(), unseen, (email, somewhere, character) => {
        const at = 1 + (somewhere % (email.length - 1))
        expect(Result.isFailure(parseEmail(email.slice(0, at) + character + email.slice(at)))).toBe(true)
      }),
    )
  })
})

describe("a Pix key", () => {
  it("indifference: invisible characters do not matter, wherever they are", () => {
    const keys = fc.constantFrom("12345678900", "123e4567-e12b-12d1-a456-426655440000", "+5511987654321")
    fc.assert(
      fc.property(keys, insertionsOf(invisible), (key, insertions) => {
        expect(parsePixKey(withInserted(key, insertions))).toEqual(Result.succeed(key))
      }),
    )
  })
})

describe("a raw code", () => {
  it.each([
    [" SP\n", "SP"],
    ["\u200B\u202Aa \u200Bb\u202C\uFEFF", "a \u200Bb"],
    ["\u200B \u00A0", ""],
    [`SP${" ".repeat(254)}`, "SP"],
    [`SP${" ".repeat(255)}`, ""],
  ])("%j without its surroundings is %j", (raw, code) => {
    expect(trimCode(raw)).toBe(code)
  })

  it("idempotence: reading twice equals reading once", () => {
    const text = fc.string({ unit: fc.oneof(ignored, letter, fc.constantFrom(..."0123456789+")), maxLength: 40 })
    fc.assert(
      fc.property(text, (raw) => {
        for (const read of [trimCode, trimInvisible, compactCode, visibleCode]) expect(read(read(raw))).toBe(read(raw))
        expect(trimInvisible(`\u200B ${raw}\u202C`)).toBe(trimInvisible(raw))
      }),
    )
  })
})
