// The brand of a card, from its number.
//
// Brands own ranges of numbers, and Brazilian ones lie inside international ones: elo in visa's 4 and discover's 65,
// hipercard in diners's 38. The longest matching prefix, among brands with cards of this length, decides. Issuers'
// tables change every month, so a number that matches no brand is `unknown`, and still a card.
import * as Schema from "effect/Schema"

/** Brands as acquirers call them. An `unknown` card can be charged, too. */
export const CardBrand = Schema.Literals([
  "elo",
  "hipercard",
  "hiper",
  "aura",
  "amex",
  "diners",
  "jcb",
  "discover",
  "mastercard",
  "visa",
  "unknown",
])
export type CardBrand = typeof CardBrand.Type

/**
 * The brand of a card; `unknown` if no listed range matches.
 *
 * @param number - all digits of the number, 13 to 19; a shorter text has no length to compare
 */
export const cardBrand = (number: string): CardBrand => {
  let found: Range | undefined
  for (const range of ranges) {
    if (range.lengths.includes(number.length) && isIn(range, number) && range.from.length > (found?.from.length ?? 0)) {
      found = range
    }
  }
  return found?.brand ?? "unknown"
}

/** Digits of the security code: 4 on amex cards, 3 on all others. Both if the brand is unknown. */
export const securityCodeLengths = (brand: CardBrand): ReadonlyArray<3 | 4> => {
  if (brand === "unknown") return [3, 4]
  return brand === "amex" ? [4] : [3]
}

/**
 * Every range of every brand: prefixes, or the first and last prefix, of numbers with one of the lengths. Ranges of
 * equal prefix length do not overlap.
 */
export const brandTable: ReadonlyArray<{
  readonly brand: Exclude<CardBrand, "unknown">
  readonly lengths: ReadonlyArray<number>
  readonly ranges: string
}> = [
  {
    brand: "elo",
    lengths: [16],
    ranges:
      "401178 401179 431274 438935 451416 457393 457631 457632 504175 506699-506778 509000-509999 627780 636297 " +
      "636368 650031-650033 650035-650051 650405-650439 650485-650538 650541-650598 650700-650718 650720-650727 " +
      "650901-650978 651652-651679 655000-655019 655021-655058",
  },
  { brand: "hipercard", lengths: [16], ranges: "606282" },
  { brand: "hipercard", lengths: [19], ranges: "3841" }, // no longer issued
  { brand: "hiper", lengths: [16], ranges: "637095 637568 637599 637609 637612" },
  { brand: "aura", lengths: [16, 19], ranges: "5078" },
  { brand: "amex", lengths: [15], ranges: "34 37" },
  { brand: "diners", lengths: [14, 15, 16, 17, 18, 19], ranges: "300-305 36 38 39" },
  { brand: "jcb", lengths: [16, 17, 18, 19], ranges: "3528-3589" },
  { brand: "discover", lengths: [16, 17, 18, 19], ranges: "6011 644-649 65" },
  { brand: "mastercard", lengths: [16], ranges: "51-55 2221-2720 503143" }, // 503143: Brazilian, in maestro's 50
  { brand: "visa", lengths: [13, 16, 18, 19], ranges: "4" },
]

interface Range {
  readonly brand: CardBrand
  readonly lengths: ReadonlyArray<number>
  readonly from: string
  readonly to: string
}

const ranges: ReadonlyArray<Range> = brandTable.flatMap(({ brand, lengths, ranges }) =>
  ranges.split(" ").map((range) => {
    const [from = "", to = from] = range.split("-")
    return { brand, lengths, from, to }
  }),
)

const isIn = ({ from, to }: Range, number: string): boolean => {
  const prefix = number.slice(0, from.length)
  return prefix >= from && prefix <= to
}
