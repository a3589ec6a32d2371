/**
 * The page on the refusals of a machine: why a command may be refused, read from its table, and when it is, found by trying.
 */
import { commandNames, type MachineTypes } from "@vintem/domain/machine"
import { code, markdownTable } from "../markdown.ts"
import type { ReferencePage } from "../page.ts"
import type { ReferenceMachine } from "./reference-machine.ts"
import type { Trial } from "./trial.ts"

/** With what commands are usually tried. */
const usuallyTried = `What came of trying each command on states of each status, with every kind of argument. \`accepted\`: in one form at least. \`=\`: done
already, so that nothing is left to do.`

/**
 * @param about - the first paragraph: what a refusal tells beside its reason, and what repetitions come to
 * @param tried - with what each command was tried
 */
export const refusalsPage = <M extends MachineTypes>(
  { machine, name, what, statuses, states, refusals, commands }: ReferenceMachine<M>,
  { about, tried = usuallyTried }: { readonly about: string; readonly tried?: string },
): ReferencePage => {
  const names = commandNames(machine)
  const refusedFor = (reason: M["refusal"]): string =>
    names
      .filter((command) => machine.commands[command].refusals.some((rule) => rule.reason === reason))
      .map(code)
      .join(", ")
  /** Acceptance first, then reasons by rank, each once. */
  const answers = (trials: ReadonlyArray<Trial<M>>): string =>
    [
      ...(trials.some(({ changes }) => changes.length > 0) ? ["accepted"] : []),
      ...(trials.some(({ changes, refusal }) => changes.length === 0 && refusal === null) ? ["="] : []),
      ...refusals.flatMap(({ reason }) => (trials.some(({ refusal }) => refusal?.reason === reason) ? reason : [])),
    ].join(", ")
  return {
    name: `${name}-refusals.md`,
    title: `Refusals of ${what}`,
    about: `Why a command to ${what} is refused, by precedence.`,
    body: `${about}

${markdownTable(
  ["rank", "refusal", "means", "refuses"],
  refusals.map(({ reason, meaning }, index) => [index + 1, code(reason), meaning, refusedFor(reason)]),
)}
## By status

${tried}

${markdownTable(
  ["status", ...names.map(code)],
  statuses.map((status) => [
    code(status),
    ...names.map((command) => answers(states[status].flatMap(commands[command]))),
  ]),
)}`,
  }
}
