/**
 * The page on the transitions of a machine: what it shows after each event, from each status, found by trying, and drawn.
 */
import type { MachineTypes } from "@vintem/domain/machine"
import { code, either, footnotes, markdownTable, superscript } from "../markdown.ts"
import type { ReferencePage } from "../page.ts"
import { type Arrow, stateDiagram, withoutRemark } from "../state-diagram.ts"
import { type Cell, type ReferenceMachine, type TransitionTable, tableOf } from "./reference-machine.ts"

/** A part of the transitions that is drawn by itself. */
interface Drawing<Status> {
  readonly title: string
  readonly start: Status
  /** Which arrows are drawn, by the status from which they lead. */
  readonly isDrawn: (from: Status) => boolean
}

/** What a page says around its table. */
export interface TransitionsText<Status> {
  /** Markdown before the table, with the legend. */
  readonly intro: string
  readonly drawings: ReadonlyArray<Drawing<Status>>
}

/** The page as most machines have it; an order says more. */
export const transitionsPage = <M extends MachineTypes>(
  reference: ReferenceMachine<M>,
  text: TransitionsText<M["status"]> = usualText(reference),
): ReferencePage => {
  const { name, what, statuses } = reference
  const table = tableOf(reference)
  const notes = [...new Set(table.flatMap(({ cells }) => cells.flatMap((cell) => notesOf(reference, cell))))]
  const printed = (cell: Cell<M>): string =>
    [
      outcomeOf(reference, cell),
      ...notesOf(reference, cell)
        .map((note) => notes.indexOf(note) + 1)
        .toSorted((one, other) => one - other)
        .map(superscript),
    ].join(" ")
  const drawn = text.drawings.map(
    ({ title, start, isDrawn }) =>
      `## ${title}\n\n${stateDiagram(
        statuses,
        start,
        arrowsOf(statuses, table).filter(({ from }) => isDrawn(from)),
      )}`,
  )
  return {
    name: `${name}-transitions.md`,
    title: `Transitions of ${what}`,
    about: `What ${what} shows after each event, from each status.`,
    body: `${text.intro}

${markdownTable(
  ["event ↓ / status →", ...statuses],
  table.map(({ event, cells }) => [event, ...cells.map(printed)]),
)}
${footnotes(notes)}
${drawn.join("\n")}`,
  }
}

const usualText = <M extends MachineTypes>({ name, start }: ReferenceMachine<M>): TransitionsText<M["status"]> => ({
  intro: `A command may be refused; everything else is a fact and is recorded. Statuses follow from [the rules](${name}-statuses.md).

- a status: what it shows next
- \`=\`: recorded, or known already; the status stays
- \`×\`: refused, and nothing is written; the [refusal](${name}-refusals.md) stands beside it
- several: it depends on what else has happened; the usual outcome stands first`,
  drawings: [{ title: "Drawn", start, isDrawn: () => true }],
})

/** What is printed of a cell, without its notes. */
export const outcomeOf = <M extends MachineTypes>(
  { isParked = () => false }: Pick<ReferenceMachine<M>, "isParked">,
  { status, usual, others }: Cell<M>,
): string => {
  if (usual.refusal !== null) return `× ${usual.refusal.reason}`
  if (isParked(usual)) return "p"
  const shown = [usual, ...others.filter(({ refusal }) => refusal === null)].map(({ to }) => to)
  return either([...new Set(shown)].map((one) => (one === status ? "=" : one)))
}

/** Reasons that hold of some states of the status only, then what the machine itself has to say. */
const notesOf = <M extends MachineTypes>(
  { refusals, remarks }: ReferenceMachine<M>,
  cell: Cell<M>,
): ReadonlyArray<string> => {
  const further = refusals.filter(
    ({ reason }) => cell.usual.refusal === null && cell.others.some(({ refusal }) => refusal?.reason === reason),
  )
  return [
    ...further.map(({ reason, meaning }) => `May also be refused, ${code(reason)}: ${meaning}.`),
    ...remarks(cell),
  ]
}

/** Every pair of statuses between which there is a move, each once. */
const arrowsOf = <M extends MachineTypes>(
  statuses: ReadonlyArray<M["status"]>,
  table: TransitionTable<M>,
): ReadonlyArray<Arrow<M["status"]>> =>
  statuses.flatMap((from) =>
    statuses.flatMap((to) => {
      const isBetween = ({ status, usual, others }: Cell<M>): boolean =>
        status === from && [usual, ...others].some((trial) => trial.from === from && trial.to === to)
      const events = table.filter(({ cells }) => cells.some(isBetween)).map(({ event }) => withoutRemark(event))
      return from === to || events.length === 0 ? [] : [{ from, to, events }]
    }),
  )
