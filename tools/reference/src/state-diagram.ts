/**
 * Mermaid diagrams of moves from status to status.
 */

export interface Arrow<Status> {
  readonly from: Status
  readonly to: Status
  /** What happens, or any of what may. */
  readonly events: ReadonlyArray<string>
}

/** The names of events say in brackets what an arrow has no room for. */
export const withoutRemark = (event: string): string => event.replace(/ \([^()]*\)$/u, "")

/** Draws the statuses that arrows touch, in the order of `statuses`. */
export const stateDiagram = <Status extends string>(
  statuses: ReadonlyArray<Status>,
  start: Status,
  drawn: ReadonlyArray<Arrow<Status>>,
): string => {
  const touched = statuses.filter((status) => drawn.some(({ from, to }) => from === status || to === status))
  return [
    "```mermaid",
    "stateDiagram-v2",
    ...touched.map((status) => `    state "${status}" as ${status}`),
    `    [*] --> ${start}`,
    ...drawn.map(({ from, to, events }) => `    ${from} --> ${to}: ${events.join(", ")}`),
    "```",
    "",
  ].join("\n")
}
