import { OrderCommandName, OrderRefusal, OrderStatus } from "@vintem/domain"
import { describe, expect, it } from "vitest"
import { transitionTable } from "./happenings.ts"
import { orderTransitionsPage } from "./transitions.ts"

const { body } = orderTransitionsPage()

const [head = [], , ...rows] = body
  .split("\n")
  .filter((line) => line.startsWith("|"))
  .map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )

const superscripts = "[⁰¹²³⁴⁵⁶⁷⁸⁹]+"
const cells = rows.flatMap(([event = "", ...printed]) => printed.map((cell) => ({ event, cell })))
const outcomes = cells.map(({ event, cell }) => ({
  event,
  outcome: cell.replaceAll(new RegExp(` ${superscripts}`, "gu"), ""),
}))

describe("the table of transitions", () => {
  it("has a column for every status and a row for every event", () => {
    expect(head.slice(1)).toEqual(OrderStatus.literals)
    expect(rows.map(([event]) => event)).toEqual(transitionTable.map(({ event }) => event))
    for (const row of rows) expect(row).toHaveLength(head.length)
  })

  it("says in each cell a sign, a refusal or statuses", () => {
    const known: ReadonlySet<string> = new Set([
      "=",
      "p",
      ...OrderStatus.literals,
      ...OrderRefusal.literals.map((one) => `× ${one}`),
    ])
    for (const { outcome } of outcomes) for (const one of outcome.split(/, | or /u)) expect(known).toContain(one)
  })

  it("tries every command", () => {
    const tried = transitionTable.flatMap(({ cells: row }) => row.map(({ usual }) => usual.move._tag))
    for (const command of OrderCommandName.literals) expect(tried).toContain(command)
  })

  it("refuses commands only", () => {
    for (const { event, outcome } of outcomes) if (outcome.startsWith("×")) expect(event).toMatch(/\(command\)$/u)
  })

  it("parks what is told of refunds and cases until there is a payment, and nothing else", () => {
    const isParkable = (event = "") => /^(refund settled|dispute|chargeback|case)/u.test(event)
    for (const [event, ...printed] of rows) {
      const parked = OrderStatus.literals.filter((_, index) => printed[index] === "p")
      const unpaid = ["created", "pending", "risk_analysis", "waiting_payment", "unpaid", "canceled"]
      expect(parked).toEqual(isParkable(event) ? unpaid : [])
    }
  })

  it("leads to every status but the first, and out of every status", () => {
    const reached = new Set(outcomes.flatMap(({ outcome }) => outcome.split(/, | or /u)))
    for (const status of OrderStatus.literals.filter((one) => one !== "created")) expect(reached).toContain(status)
    for (const column of OrderStatus.literals.keys()) {
      expect(rows.some((row) => OrderStatus.literals.some((status) => row[column + 1]?.startsWith(status)))).toBe(true)
    }
  })

  it("has a note for each number, and a number for each note, as they are met", () => {
    const met = cells.flatMap(({ cell }) =>
      [...cell.matchAll(new RegExp(superscripts, "gu"))].map(([number]) => number),
    )
    const noted = [...body.matchAll(new RegExp(`^(${superscripts}) [A-Z].*\\.\\\\?$`, "gmu"))].map(
      ([, number]) => number,
    )
    expect(noted.length).toBeGreaterThan(0)
    expect([...new Set(met)]).toEqual(noted)
  })
})
