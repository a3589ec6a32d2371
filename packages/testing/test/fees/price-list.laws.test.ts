// Laws of the prices of every page.

import { priceList } from "@vintem/domain/fees"
import { offeredQuotes, priceListLaws } from "@vintem/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"

describe("the prices of a page", () => {
  it.each(priceListLaws)("$name", ({ violation }) => {
    fc.assert(
      fc.property(offeredQuotes, ({ asked, quotes }) => {
        expect(violation({ asked, list: priceList(quotes) })).toBeNull()
      }),
      { numRuns: 1_000 },
    )
  })

  it("do not depend on the order of the ways", () => {
    fc.assert(
      fc.property(offeredQuotes, ({ quotes }) => {
        const list = priceList(quotes)
        expect(priceList(quotes.toReversed())).toEqual({ ...list, ways: list.ways.toReversed() })
      }),
    )
  })
})
