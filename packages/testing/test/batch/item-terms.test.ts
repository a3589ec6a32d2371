// The terms of a customer's link: the customer's own, else the batch's.

import { batchName, EntryRefused, entryFrom, itemTerms } from "@vintem/domain/batch"
import { instant } from "@vintem/domain/calendar"
import { centavos, centavosMax, zero } from "@vintem/domain/money"
import { LinkTerms } from "@vintem/domain/payment-link"
import {
  batchDefaults,
  customerEntries,
  exampleBatchDefaults,
  exampleBatchDetails,
  exampleEntry,
  exampleNow,
} from "@vintem/testing"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import fc from "fast-check"
import { describe, expect, it } from "vitest"

const amount = (value: number | null) => (value === null ? null : centavos(value))

describe("entryFrom", () => {
  it.each([
    [7_000, 5_000, 7_000],
    [null, 5_000, 5_000],
    [7_000, null, 7_000],
  ])("turns %s of the customer and %s of the batch into %i", (own, common, asked) => {
    const entry = entryFrom(
      { amount: amount(common), additionalAmount: zero },
      { ...exampleEntry(1), amount: amount(own) },
    )
    expect(entry).toEqual(Result.succeed(exampleEntry(1, { amount: centavos(asked) })))
  })

  it("refuses a customer without an amount", () => {
    const entry = entryFrom({ amount: null, additionalAmount: zero }, { ...exampleEntry(1), amount: null })
    expect(entry).toEqual(Result.fail(new EntryRefused({ reason: "amount_missing" })))
  })

  it("refuses an amount that is too large with the batch's addition", () => {
    const asked = { ...exampleEntry(1), amount: centavos(centavosMax) }
    expect(Result.isSuccess(entryFrom({ amount: null, additionalAmount: zero }, asked))).toBe(true)
    const added = entryFrom({ amount: null, additionalAmount: centavos(1) }, asked)
    expect(added).toEqual(Result.fail(new EntryRefused({ reason: "amount_out_of_range" })))
  })
})

describe("itemTerms", () => {
  it.each([
    ["da cliente", "do lote", "interno", "da cliente"],
    [null, "do lote", "interno", "do lote"],
    [null, null, "interno", "interno"],
    [null, null, null, "Cobrança"],
  ])("titles a link by customer %s, batch %s and name %s as %s", (own, common, name, title) => {
    const details = exampleBatchDetails({ name, defaults: exampleBatchDefaults({ title: common }) })
    expect(itemTerms(details, exampleEntry(1, { title: own }), null).title).toBe(title)
  })

  it.each([
    ["da cliente", "do lote", "da cliente"],
    [null, "do lote", "do lote"],
    ["", "do lote", ""],
  ])("describes a link by customer %j and batch %s as %j", (own, common, description) => {
    const details = exampleBatchDetails({ defaults: exampleBatchDefaults({ description: common }) })
    expect(itemTerms(details, exampleEntry(1, { description: own }), null).description).toBe(description)
  })

  it("validity: whatever the batch and the customer have, it is a link with all of it", () => {
    fc.assert(
      fc.property(batchDefaults(exampleNow), customerEntries, (defaults, entry) => {
        const terms = itemTerms({ name: null, defaults }, entry, null)
        expect(Schema.is(LinkTerms)(terms)).toBe(true)
        const { name, email, phone, document, postcode, number } = entry
        expect(terms.customer).toEqual({ name, email, phone, document, postcode, number, address: null })
        expect(terms).toMatchObject({ amount: entry.amount, reference: entry.reference, methods: defaults.methods })
        // Choices that the batch leaves to the company are left to it by the link, too.
        const left = ["language", "redirectAfterSuccess"].filter((key) => !(key in defaults))
        const said = Object.keys(LinkTerms.fields).filter((key) => !left.includes(key))
        expect(Object.keys(terms).toSorted()).toEqual(said.toSorted())
      }),
    )
  })
})

describe("batchName", () => {
  it("is the day of the batch in São Paulo if it has no name", () => {
    const lateInTheEvening = instant(Date.UTC(2026, 2, 3, 2, 59))
    expect(batchName({ name: null, createdAt: lateInTheEvening })).toBe("Lote 2026-03-02")
    expect(batchName({ name: "Turma", createdAt: lateInTheEvening })).toBe("Turma")
  })
})
