import { allowedCommands, commandNames, type MachineTypes } from "@vintem/domain/machine"
import { describe, expect, it } from "vitest"
import { batchReference } from "../batch/batch-reference.ts"
import { batchPages } from "../batch/pages.ts"
import { orderReference } from "../order/order-reference.ts"
import { orderPages } from "../order/pages.ts"
import type { ReferencePage } from "../page.ts"
import { linkReference } from "../payment-link/link-reference.ts"
import { linkPages } from "../payment-link/pages.ts"
import { subscriptionPages } from "../subscription/pages.ts"
import { subscriptionReference } from "../subscription/subscription-reference.ts"
import { type ReferenceMachine, tableOf } from "./reference-machine.ts"

/** The cells of the tables in a text, a row each, without the rules under the heads. */
const rowsIn = (text: string): ReadonlyArray<ReadonlyArray<string>> =>
  text
    .split("\n")
    .filter((line) => line.startsWith("|") && !line.startsWith("| ---"))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )

const superscripts = /[⁰¹²³⁴⁵⁶⁷⁸⁹]+/gu

const describeMachine = <M extends MachineTypes>(
  reference: ReferenceMachine<M>,
  pages: ReadonlyArray<ReferencePage>,
): void => {
  const { machine, name, statuses, states, refusals, happenings, start } = reference
  const [statusesBody = "", transitionsBody = "", refusalsBody = ""] = pages.map(({ body }) => body)
  const [head = [], ...table] = rowsIn(transitionsBody)
  const [, byStatus = ""] = refusalsBody.split("## By status")
  const names = commandNames(machine)

  describe(`the pages on ${reference.what}`, () => {
    it("have every rule under its number, and a rule for every status", () => {
      const rules = rowsIn(statusesBody).slice(1, 1 + machine.statuses.length)
      machine.statuses.forEach(({ status, because }, index) => {
        expect(rules[index]).toEqual(expect.arrayContaining([String(index + 1), because, `\`${status}\``]))
      })
      expect(new Set(machine.statuses.map(({ status }) => status))).toEqual(new Set(statuses))
    })

    it("have a column for every status and a row for every event", () => {
      expect(head.slice(1)).toEqual(statuses)
      expect(table.map(([event]) => event)).toEqual(happenings.map(({ event }) => event))
    })

    it("say in each cell a sign, a refusal or statuses", () => {
      const signs = reference.isParked === undefined ? ["="] : ["=", "p"]
      const known: ReadonlySet<string> = new Set([
        ...signs,
        ...statuses,
        ...refusals.map(({ reason }) => `× ${reason}`),
      ])
      for (const [event = "", ...cells] of table) {
        expect(cells).toHaveLength(statuses.length)
        for (const cell of cells) {
          const outcome = cell.replaceAll(superscripts, "").trim()
          for (const one of outcome.split(/, | or /u)) expect(known).toContain(one)
          if (outcome.startsWith("×")) expect(event).toMatch(/\(command\)$/u)
        }
      }
    })

    it("have a note for each number, and a number for each note, as they are met", () => {
      const met = table.flatMap((cells) => cells.flatMap((cell) => cell.match(superscripts) ?? []))
      const noted = [...transitionsBody.matchAll(/^([⁰¹²³⁴⁵⁶⁷⁸⁹]+) [A-Z`].*\.\\?$/gmu)].map(([, number]) => number)
      expect(noted.length).toBeGreaterThan(0)
      expect(new Set(met)).toEqual(new Set(noted))
    })

    it("lead from the start to every status, and draw every move of the table", () => {
      const arrows = [...transitionsBody.matchAll(/^ {4}([a-z_]+) --> ([a-z_]+): [\p{L} ,]+$/gmu)]
      const reached = new Set<string>([start])
      for (const place of reached) for (const [, from, to = ""] of arrows) if (from === place) reached.add(to)
      expect(reached).toEqual(new Set(statuses))
      const moves = tableOf(reference).flatMap(({ cells }) =>
        cells.flatMap(({ status, usual, others }) =>
          [usual, ...others].flatMap(({ from, to }) => (from !== status || from === to ? [] : `${from} ${to}`)),
        ),
      )
      expect(new Set(arrows.map(([, from, to]) => `${from} ${to}`))).toEqual(new Set(moves))
      expect(transitionsBody).toContain(`[*] --> ${start}`)
    })

    it("have every refusal in order of precedence, and find a status in which it arises", () => {
      refusals.forEach(({ reason, meaning }, index) => {
        expect(refusalsBody).toContain(`| ${index + 1} | \`${reason}\` | ${meaning} | \``)
        expect(byStatus).toMatch(new RegExp(`\\b${reason}\\b`, "u"))
      })
    })

    it("are called after the machine", () => {
      expect(pages.slice(0, 3).map((page) => page.name)).toEqual(
        ["statuses", "transitions", "refusals"].map((page) => `${name}-${page}.md`),
      )
    })
  })

  describe.each([...statuses])(`${reference.what} that is %s`, (status) => {
    it("accepts each command that its machine allows, and says so", () => {
      const [, ...answers] = rowsIn(byStatus).find(([first]) => first === `\`${status}\``) ?? []
      const said = names.filter((_, index) => /accepted|^=|, =/u.test(answers[index] ?? ""))
      const inPlace: ReadonlyArray<(typeof states)[typeof status][number]> = states[status]
      for (const { state, now } of inPlace) {
        for (const command of allowedCommands(machine, state, now)) expect(said).toContain(command)
      }
    })

    it("is what all states tried for it show", () => {
      const shown = states[status].map(
        ({ state, now }) => machine.statuses.find(({ when }) => when(state, now))?.status,
      )
      expect(new Set(shown)).toEqual(new Set([status]))
    })
  })
}

describeMachine(orderReference, orderPages())
describeMachine(linkReference, linkPages())
describeMachine(batchReference, batchPages())
describeMachine(subscriptionReference, subscriptionPages())
