import {
  allowedCommands,
  BatchCommandName,
  batchMachine,
  LinkCommandName,
  linkMachine,
  SubscriptionCommandName,
  subscriptionMachine,
} from "@vintem/domain"
import { describe, expect, it } from "vitest"
import { batchReference } from "../batch/batch-machine.ts"
import { batchPages } from "../batch/pages.ts"
import { linkReference } from "../payment-link/link-machine.ts"
import { linkPages } from "../payment-link/pages.ts"
import { subscriptionPages } from "../subscription/pages.ts"
import { subscriptionReference } from "../subscription/subscription-machine.ts"
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

const describeMachine = <State, Status extends string, Command extends string>(
  machine: ReferenceMachine<State, Status, Command>,
  pages: ReturnType<typeof linkPages>,
  commandNames: ReadonlyArray<Command>,
  allowedIn: (state: State) => ReadonlyArray<Command>,
): void => {
  const { name, statuses, states, rules, refusals, commands, happenings, start } = machine
  const [statusesBody = "", transitionsBody = "", refusalsBody = ""] = pages.map(({ body }) => body)
  const [head = [], ...table] = rowsIn(transitionsBody)
  const [, byStatus = ""] = refusalsBody.split("## By status")

  describe(`the pages on ${machine.what}`, () => {
    it("have every rule under its number, and a rule for every status", () => {
      rules.forEach(({ status, because }, index) => {
        expect(statusesBody).toContain(`| ${index + 1} | ${because} | \`${status}\` |`)
      })
      expect(new Set(rules.map(({ status }) => status))).toEqual(new Set(statuses))
    })

    it("have a column for every status and a row for every event", () => {
      expect(head.slice(1)).toEqual(statuses)
      expect(table.map(([event]) => event)).toEqual(happenings.map(({ event }) => event))
    })

    it("say in each cell a sign, a refusal or statuses", () => {
      const known: ReadonlySet<string> = new Set(["=", ...statuses, ...refusals.map(({ reason }) => `× ${reason}`)])
      for (const [event = "", ...cells] of table) {
        expect(cells).toHaveLength(statuses.length)
        for (const cell of cells) {
          const outcome = cell.replaceAll(superscripts, "").trim()
          for (const one of outcome.split(/, | or /u)) expect(known).toContain(one)
          if (outcome.startsWith("×")) expect(event).toMatch(/\(command\)$/u)
        }
      }
    })

    it("have a note for each number, and a number for each note", () => {
      const met = table.flatMap((cells) => cells.flatMap((cell) => cell.match(superscripts) ?? []))
      const noted = [...transitionsBody.matchAll(/^([⁰¹²³⁴⁵⁶⁷⁸⁹]+) [A-Z`].*\.\\?$/gmu)].map(([, number]) => number)
      expect(new Set(met)).toEqual(new Set(noted))
    })

    it("lead from the start to every status, and draw every move of the table", () => {
      const arrows = [...transitionsBody.matchAll(/^ {4}([a-z_]+) --> ([a-z_]+): [\p{L} ,]+$/gmu)]
      const reached = new Set<string>([start])
      for (const place of reached) for (const [, from, to = ""] of arrows) if (from === place) reached.add(to)
      expect(reached).toEqual(new Set(statuses))
      const moves = tableOf(machine).flatMap(({ cells }) =>
        cells.flatMap(({ usual, others }) =>
          [usual, ...others].flatMap(({ from, to }) => (from === to ? [] : `${from} ${to}`)),
        ),
      )
      expect(new Set(arrows.map(([, from, to]) => `${from} ${to}`))).toEqual(new Set(moves))
      expect(transitionsBody).toContain(`[*] --> ${start}`)
    })

    it("have every refusal in order of precedence, and find a command and a status in which it arises", () => {
      refusals.forEach(({ reason, meaning }, index) => {
        expect(refusalsBody).toContain(`| ${index + 1} | \`${reason}\` | ${meaning} | \``)
        expect(byStatus).toMatch(new RegExp(`\\b${reason}\\b`, "u"))
      })
    })

    it("try every command", () => {
      expect(commands.map(({ command }) => command)).toEqual(commandNames)
    })

    it("are called after the machine", () => {
      expect(pages.map((page) => page.name)).toEqual(
        ["statuses", "transitions", "refusals"].map((page) => `${name}-${page}.md`),
      )
    })
  })

  describe.each(statuses)(`${machine.what} that is %s`, (status) => {
    it("is what all states tried for it show", () => {
      for (const { cells } of tableOf(machine)) {
        const cell = cells.find((one) => one.status === status)
        for (const { from } of [cell?.usual, ...(cell?.others ?? [])].filter((one) => one !== undefined)) {
          expect(from).toBe(status)
        }
      }
    })

    it("is said to refuse no command that the machine allows", () => {
      const [, ...answers] = rowsIn(byStatus).find(([first]) => first === `\`${status}\``) ?? []
      const said = commandNames.filter((_, index) => /accepted|^=|, =/u.test(answers[index] ?? ""))
      for (const command of states[status].flatMap(allowedIn)) expect(said).toContain(command)
    })
  })
}

describeMachine(linkReference, linkPages(), LinkCommandName.literals, ({ link, now }) =>
  allowedCommands(linkMachine, link, now),
)
describeMachine(batchReference, batchPages(), BatchCommandName.literals, (batch) =>
  allowedCommands(batchMachine, batch, batch.updatedAt),
)
describeMachine(subscriptionReference, subscriptionPages(), SubscriptionCommandName.literals, ({ subscription, now }) =>
  allowedCommands(subscriptionMachine, subscription, now),
)
