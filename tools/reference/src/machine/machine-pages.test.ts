// Pages are generated from the machines' own tables: only the words next to them could be missing.
import { batchMachine } from "@vintem/domain/batch"
import { commandNames, type Machine, type MachineTypes } from "@vintem/domain/machine"
import { orderMachine } from "@vintem/domain/order"
import { linkMachine } from "@vintem/domain/payment-link"
import { subscriptionMachine } from "@vintem/domain/subscription"
import { describe, expect, it } from "vitest"
import type { ReferencePage } from "../page.ts"
import { batchPage, linkPage, orderPage, subscriptionPage } from "./machine-pages.ts"

const describePage = <M extends MachineTypes>(machine: Machine<M>, { body, title }: ReferencePage): void => {
  const commands = commandNames(machine).map((name) => ({
    name,
    reasons: machine.commands[name].refusals.map(({ reason }) => `\`${reason}\``),
  }))

  describe(`the page "${title}"`, () => {
    it("has every rule under its number, with its status", () => {
      machine.statuses.forEach(({ because, status }, index) => {
        const isFinal = machine.final.includes(status) ? "yes" : "no"
        expect(body).toContain(`| ${index + 1} | ${because} | \`${status}\` | ${isFinal} |\n`)
      })
    })

    it("has every command with the reasons against it, by rank", () => {
      expect(commands.length).toBeGreaterThan(1)
      for (const { name, reasons } of commands) expect(body).toContain(`| \`${name}\` | ${reasons.join(", ")}`)
    })

    it("explains each reason", () => {
      for (const reason of commands.flatMap(({ reasons }) => reasons)) {
        expect(body).toMatch(new RegExp(`^\\| \\d+ \\| ${reason} \\| [^|]+ \\|$`, "mu"))
      }
    })
  })
}

describePage(orderMachine, orderPage)
describePage(linkMachine, linkPage)
describePage(batchMachine, batchPage)
describePage(subscriptionMachine, subscriptionPage)
