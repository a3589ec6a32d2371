/**
 * The page on the transitions of a machine: what it shows after each event, from each status, found by trying, and drawn.
 */
import { code, either, footnotes, markdownTable, superscript } from "../markdown.ts"
import type { ReferencePage } from "../page.ts"
import { type Arrow, stateDiagram, withoutRemark } from "../state-diagram.ts"
import { type Cell, type ReferenceMachine, tableOf } from "./reference-machine.ts"

export const transitionsPage = <State, Status extends string, Command extends string>(
  machine: ReferenceMachine<State, Status, Command>,
): ReferencePage => {
  const { name, what, statuses, start } = machine
  const table = tableOf(machine)
  const notes = [...new Set(table.flatMap(({ cells }) => cells.flatMap((cell) => notesOf(machine, cell))))]
  const printed = (cell: Cell<State, Status>): string =>
    [
      outcome(cell),
      ...notesOf(machine, cell)
        .map((note) => notes.indexOf(note) + 1)
        .toSorted((one, other) => one - other)
        .map(superscript),
    ].join(" ")
  return {
    name: `${name}-transitions.md`,
    title: `Transitions of ${what}`,
    about: `What ${what} shows after each event, from each status.`,
    body: `A command may be refused; everything else is a fact and is recorded. Statuses follow from [the rules](${name}-statuses.md).

- a status: what it shows next
- \`=\`: recorded, or known already; the status stays
- \`×\`: refused, and nothing is written; the [refusal](${name}-refusals.md) stands beside it
- several: it depends on what else has happened; the usual outcome stands first

${markdownTable(
  ["event ↓ / status →", ...statuses],
  table.map(({ event, cells }) => [event, ...cells.map(printed)]),
)}
${footnotes(notes)}
## Drawn

${stateDiagram(statuses, start, arrowsOf(statuses, table))}`,
  }
}

const outcome = <State, Status extends string>({ status, usual, others }: Cell<State, Status>): string => {
  if (usual.refusal !== null) return `× ${usual.refusal}`
  const shown = [usual, ...others.filter(({ refusal }) => refusal === null)].map(({ to }) => to)
  return either([...new Set(shown)].map((one) => (one === status ? "=" : one)))
}

/** Reasons that hold of some states of the status only, then what the machine itself has to say. */
const notesOf = <State, Status extends string, Command extends string>(
  { refusals, remarks }: ReferenceMachine<State, Status, Command>,
  { usual, others }: Cell<State, Status>,
): ReadonlyArray<string> => {
  const further = refusals.filter(
    ({ reason }) => usual.refusal === null && others.some(({ refusal }) => refusal === reason),
  )
  return [
    ...further.map(({ reason, meaning }) => `May also be refused, ${code(reason)}: ${meaning}.`),
    ...new Set([usual, ...others].flatMap((trial) => remarks.flatMap((remark) => remark(trial) ?? []))),
  ]
}

/** Every pair of statuses between which there is a move, each once. */
const arrowsOf = <State, Status extends string>(
  statuses: ReadonlyArray<Status>,
  table: ReturnType<typeof tableOf<State, Status, string>>,
): ReadonlyArray<Arrow<Status>> =>
  statuses.flatMap((from) =>
    statuses.flatMap((to) => {
      const isBetween = ({ status, usual, others }: Cell<State, Status>): boolean =>
        status === from && [usual, ...others].some((trial) => trial.from === from && trial.to === to)
      const events = table.filter(({ cells }) => cells.some(isBetween)).map(({ event }) => withoutRemark(event))
      return from === to || events.length === 0 ? [] : [{ from, to, events }]
    }),
  )
