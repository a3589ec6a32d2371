import creditCardType from "credit-card-type"
import { describe, expect, it } from "vitest"
import { brandTable, CardBrand, cardBrand, securityCodeLengths } from "./brand.ts"

/** A number of this length with this prefix; the brand does not check the check digit. */
const number = (prefix: string, length: number) => prefix.padEnd(length, "0")

describe("cardBrand", () => {
  it.each([
    ["4242424242424242", "visa"],
    ["4000000000000002", "visa"],
    ["4235647728025682", "visa"],
    ["4222222222222", "visa"],
    ["5555555555554444", "mastercard"],
    ["2223003122003222", "mastercard"],
    ["5031433215406351", "mastercard"],
    ["5480832801033311", "mastercard"],
    ["378282246310005", "amex"],
    ["375365153556885", "amex"],
    ["5067766783888311", "elo"],
    ["6362970000457013", "elo"],
    ["6062825624254001", "hipercard"],
    ["3841001111222233334", "hipercard"],
    ["6370950000000005", "hiper"],
    ["5078601870000127985", "aura"],
    ["30569309025904", "diners"],
    ["36490102462661", "diners"],
    ["3530111333300000", "jcb"],
    ["6011111111111117", "discover"],
    ["6200000000000005", "unknown"],
    ["9000000000000001", "unknown"],
    ["0000000000000000", "unknown"],
  ])("for %s is %s", (card, brand) => {
    expect(cardBrand(card)).toBe(brand)
  })

  it.each([
    ["401178", "elo", "401179", "elo", "401177", "visa"],
    ["506699", "elo", "506778", "elo", "506698", "unknown"],
    ["509000", "elo", "509999", "elo", "510000", "mastercard"],
    ["650031", "elo", "650033", "elo", "650034", "discover"],
    ["655021", "elo", "655058", "elo", "655059", "discover"],
    ["222100", "mastercard", "272099", "mastercard", "272100", "unknown"],
    ["300000", "diners", "305999", "diners", "306000", "unknown"],
    ["352800", "jcb", "358999", "jcb", "359000", "unknown"],
    ["644000", "discover", "649999", "discover", "643999", "unknown"],
  ])("is exact at the ends of ranges: %s is %s", (first, ofFirst, last, ofLast, outside, ofOutside) => {
    expect(cardBrand(number(first, 16))).toBe(ofFirst)
    expect(cardBrand(number(last, 16))).toBe(ofLast)
    expect(cardBrand(number(outside, 16))).toBe(ofOutside)
  })

  it("requires a length that the brand has", () => {
    expect(cardBrand(number("3841", 19))).toBe("hipercard")
    expect(cardBrand(number("3841", 14))).toBe("diners")
    expect(cardBrand(number("37", 16))).toBe("unknown")
    expect(cardBrand(number("4", 15))).toBe("unknown")
    expect(cardBrand("")).toBe("unknown")
  })

  it("has rows for every brand, and no two rows with an equally long prefix overlap", () => {
    const rows = brandTable.flatMap(({ brand, lengths, ranges }) =>
      ranges.split(" ").map((range) => {
        const [from = "", to = from] = range.split("-")
        return { brand, lengths, from, to }
      }),
    )
    expect([...new Set(rows.map(({ brand }) => brand)), "unknown"]).toEqual(CardBrand.literals)
    expect(rows.filter(({ from, to }) => from.length !== to.length || from > to)).toEqual([])
    const doubtful = rows.flatMap((left, index) =>
      rows
        .slice(index + 1)
        .filter((right) => left.from.length === right.from.length && left.from <= right.to && right.from <= left.to)
        .map((right) => [left, right]),
    )
    expect(doubtful).toEqual([])
  })

  it("agrees with the credit-card-type package on every range of six digits, except for the listed ones", () => {
    const differences = new Map<string, Array<string>>()
    for (let start = 0; start < 1_000_000; start += isFinelyDivided(start) ? 1 : 100) {
      const prefix = String(start).padStart(6, "0")
      const ours = cardBrand(number(prefix, lengthOf(prefix)))
      const theirs = theirBrand(prefix)
      if (ours === theirs || (ours === "unknown" && unnamed.includes(theirs))) continue
      const difference = `${theirs} → ${ours}`
      differences.set(difference, [...(differences.get(difference) ?? []), prefix])
    }
    const { "maestro → aura": maestro = [], "verve → aura": verve = [], ...others } = Object.fromEntries(differences)
    expect([...maestro, ...verve].sort()).toEqual(Array.from({ length: 100 }, (_, index) => String(507_800 + index)))
    const { "troy → discover": troy = [], ...single } = others
    expect(troy.filter((prefix) => !prefix.startsWith("65"))).toEqual([])
    expect(single).toEqual({
      "diners → hipercard": ["384100"],
      "maestro → mastercard": ["503143"], // from a Brazilian issuer
      "naranja → visa": ["402918"], // an Argentine brand that visa accepts
      "troy → elo": ["650923"],
      "jcb → unknown": ["180000", "213100"], // had 15 digits, no longer exist
    })
  })
})

/** Brands that the package knows and we do not: in Brazil they are not accepted under their own name. */
const unnamed = ["maestro", "unionpay", "verve", "mir", "troy"]

/** True if brands share the first four digits. */
const isFinelyDivided = (start: number) => [40, 43, 45, 50, 60, 62, 63, 65].includes(Math.floor(start / 10_000))

/** A length that the brand with these digits has. */
const lengthOf = (prefix: string): number => {
  if (/^3[47]/u.test(prefix)) return 15
  return prefix.startsWith("3841") ? 19 : 16
}

const theirBrand = (prefix: string): string => {
  const [first, ...others] = creditCardType(number(prefix, 16)).map(({ type }) => type)
  const name = others.length > 0 ? "several" : (first ?? "unknown")
  return theirNames[name] ?? name
}

const theirNames: Readonly<Record<string, string>> = { "american-express": "amex", "diners-club": "diners" }

describe("securityCodeLengths", () => {
  it.each([
    ["amex", [4]],
    ["visa", [3]],
    ["elo", [3]],
    ["unknown", [3, 4]],
  ] as const)("for %s are %j", (brand, lengths) => {
    expect(securityCodeLengths(brand)).toEqual(lengths)
  })
})
