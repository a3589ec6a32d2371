/**
 * The page on the statuses of a machine: the rules that give them.
 */
import type { MachineTypes } from "@vintem/domain/machine"
import { code, markdownTable } from "../markdown.ts"
import type { ReferencePage } from "../page.ts"
import type { ReferenceMachine } from "./reference-machine.ts"

/** @param more - Markdown after the rules, with a line break at its end */
export const statusesPage = <M extends MachineTypes>(
  { machine, name, what, statuses }: ReferenceMachine<M>,
  { intro, more }: { readonly intro: string; readonly more: string },
): ReferencePage => ({
  name: `${name}-statuses.md`,
  title: `Statuses of ${what}`,
  about: `What ${what} shows, and by which rule.`,
  body: `One of ${statuses.length}. ${intro}

## The rules

The first rule that holds decides.

${markdownTable(
  ["rule", "holds when", "status"],
  machine.statuses.map(({ status, because }, index) => [index + 1, because, code(status)]),
)}
${more}`,
})
