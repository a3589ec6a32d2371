import { LocalDate } from "@vintem/domain/calendar"
import * as Result from "effect/Result"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { judgeSheet, noWork } from "./batch-sheet.ts"
import { type MadeBatch, planBatches, withPart } from "./plan.ts"
import { readTable } from "./table.ts"

/** Rows with these last days: `-` for none and `x` for a row that cannot be sent. */
const rowsOf = (days: ReadonlyArray<string>, leftOut: ReadonlyArray<number> = []) => {
  const lines = days.map((day) => `Ana Souza;${day === "x" ? "zero" : "10"};${/\d/u.test(day) ? day : ""}`)
  return judgeSheet(
    Result.getOrThrow(readTable(["nome;valor;vencimento", ...lines].join("\n"))),
    { ...noWork, leftOut: new Map(leftOut.map((line) => [line, true])) },
    { known: [], decimalMark: ",", today: LocalDate.make("2026-11-26"), hasAmount: false, isAdded: false },
  ).rows
}

describe("the plan of a sheet", () => {
  it("has one batch for each last day, the earliest first and none last", () => {
    const plan = planBatches(rowsOf(["-", "2027-01-10", "10/12/2026", "2027-01-10"]), null, [])
    expect(plan.map(({ count, lastDay, token }) => [lastDay, count, token])).toEqual([
      ["2026-12-10", 1, null],
      ["2027-01-10", 2, null],
      [null, 1, null],
    ])
    expect(planBatches(rowsOf(["-", "2027-01-10"]), "2027-01-10", []).map(({ count }) => count)).toEqual([2])
  })

  it("has no row that is wrong, left out or in a batch already", () => {
    const made = [{ lastDay: null, token: "t", lines: [2] }]
    const [batch] = planBatches(rowsOf(["-", "x", "-", "-"], [4]), null, made)
    expect(batch?.parts.map(({ from, rows }) => [from, rows.map(({ line }) => line)])).toEqual([[1, [5]]])
    expect(batch?.token).toBe("t")
  })

  it("has parts of fifty, each sent once, even if a failure comes in between", () => {
    const day = fc.constantFrom("-", "2027-01-10", "2027-02-10", "x")
    fc.assert(
      fc.property(fc.array(day, { minLength: 1, maxLength: 160 }), fc.infiniteStream(fc.boolean()), (days, fails) => {
        const rows = rowsOf(days)
        let made: ReadonlyArray<MadeBatch> = []
        const sent: Array<string> = []
        // A try sends parts until one fails; the next one plans again.
        for (let tries = 0; tries < 50; tries += 1) {
          const parts = planBatches(rows, null, made).flatMap((batch) => batch.parts.map((part) => ({ batch, part })))
          for (const { batch, part } of parts) {
            expect(part.rows.length).toBeLessThanOrEqual(50)
            if (fails.next().value === true) break
            const { lastDay } = batch
            const token = made.find((one) => one.lastDay === lastDay)?.token ?? `batch ${lastDay}`
            sent.push(...part.rows.map(({ line }) => `${lastDay} ${line}`))
            expect(made.find((one) => one.token === token)?.lines.length ?? 0).toBe(part.from)
            made = withPart(made, batch, token, part)
          }
          if (parts.length === 0) break
        }
        if (planBatches(rows, null, made).length > 0) return
        const wanted = days.flatMap((one, at) => (one === "x" ? [] : [`${one === "-" ? null : one} ${at + 2}`]))
        expect(sent.toSorted()).toEqual(wanted.toSorted())
      }),
      { numRuns: 30 },
    )
  })
})
