/**
 * The page on a machine, generated from its tables: the statuses and their rules, the commands, and the reasons for
 * refusals.
 */
import { commandNames, type Machine, type MachineTypes } from "@vintem/domain/machine"
import { code, markdownTable } from "../markdown.ts"
import type { ReferencePage } from "../page.ts"

/** The page's texts besides the tables. */
export interface DescribedMachine<M extends MachineTypes> {
  readonly machine: Machine<M>
  /** The file name of the page: `payment-link`. */
  readonly name: string
  /** With its article: `a payment link`. */
  readonly what: string
  /** The source of the status. */
  readonly statuses: string
  /** The result of a repeated command, and a refusal's fields besides its reason. */
  readonly refusals: string
  /** Every reason in words, by rank. */
  readonly meaning: Readonly<Record<M["refusal"], string>>
  /** Markdown after the tables, with a line break at its end. */
  readonly more: string
}

export const machinePage = <M extends MachineTypes>({
  machine,
  meaning,
  more,
  name,
  refusals,
  statuses,
  what,
}: DescribedMachine<M>): ReferencePage => {
  const names = commandNames(machine)
  const reasons = Object.entries<string>(meaning)
  return {
    name: `${name}.md`,
    title: `The machine of ${what}`,
    about: `What ${what} shows, what can be asked of it, and why that is refused.`,
    body: `## Statuses

${statuses}
The first rule that holds decides.

${markdownTable(
  ["rule", "holds when", "status", "final"],
  machine.statuses.map(({ status, because }, index) => [
    index + 1,
    because,
    code(status),
    machine.final.includes(status) ? "yes" : "no",
  ]),
)}
Final: nothing is awaited any more.

## Commands

What is asked may be refused; what others report is a fact, and is recorded.
${refusals}

${markdownTable(
  ["command", "refused for the first of these that holds"],
  names.map((command) => [
    code(command),
    machine.commands[command].refusals.map(({ reason }) => code(reason)).join(", ") || "nothing",
  ]),
)}
## Refusals

${markdownTable(
  ["rank", "refusal", "means"],
  reasons.map(([reason, means], index) => [index + 1, code(reason), means]),
)}
${more}`,
  }
}
