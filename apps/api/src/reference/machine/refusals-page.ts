/**
 * The page on the refusals of a machine: why a command may be refused, and when it is, found by trying.
 */
import { code, markdownTable } from "../markdown.ts"
import type { ReferencePage } from "../page.ts"
import type { ReferenceMachine, Trial } from "./reference-machine.ts"

/** @param about - what a refusal tells beside its reason, and what repetitions come to, in whole sentences */
export const refusalsPage = <State, Status extends string, Command extends string>(
  { name, what, statuses, states, refusals, commands }: ReferenceMachine<State, Status, Command>,
  about: string,
): ReferencePage => {
  const trialsIn = (status: Status, tryOn: (state: State) => ReadonlyArray<Trial<State, Status>>) =>
    states[status].flatMap(tryOn)
  const refusedFor = (reason: string): string =>
    commands
      .filter(({ tryOn }) =>
        statuses.some((status) => trialsIn(status, tryOn).some(({ refusal }) => refusal === reason)),
      )
      .map(({ command }) => code(command))
      .join(", ")
  /** Acceptance first, then reasons by rank, each once. */
  const answers = (trials: ReadonlyArray<Trial<State, Status>>): string =>
    [
      ...(trials.some(({ changes }) => changes > 0) ? ["accepted"] : []),
      ...(trials.some(({ changes, refusal }) => changes === 0 && refusal === null) ? ["="] : []),
      ...refusals.flatMap(({ reason }) => (trials.some(({ refusal }) => refusal === reason) ? reason : [])),
    ].join(", ")
  return {
    name: `${name}-refusals.md`,
    title: `Refusals of ${what}`,
    about: `Why a command to ${what} is refused, by precedence.`,
    body: `A refused command writes nothing. Where several reasons hold, the first of this list is told. ${about}

${markdownTable(
  ["rank", "refusal", "means", "refuses"],
  refusals.map(({ reason, meaning }, index) => [index + 1, code(reason), meaning, refusedFor(reason)]),
)}
## By status

What came of trying each command on states of each status, with every kind of argument. \`accepted\`: in one form at least. \`=\`: done
already, so that nothing is left to do.

${markdownTable(
  ["status", ...commands.map(({ command }) => code(command))],
  statuses.map((status) => [code(status), ...commands.map(({ tryOn }) => answers(trialsIn(status, tryOn)))]),
)}`,
  }
}
