/**
 * The report of a run.
 */

import type { LongTick, Ticks } from "./event-loop-ticks.ts"
import type { HostileReport, Tried } from "./hostile-run.ts"

/** The outcomes, good and bad. */
export const linesOf = ({ slow, statuses, ticks }: HostileReport): ReadonlyArray<string> => [
  `${total(statuses)} inputs`,
  ...[...Map.groupBy([...statuses].sort(byStatus), ([status]) => classOf(status))].map(
    ([name, entries]) =>
      `  ${name}: ${total(new Map(entries))} (${entries.map(([status, count]) => `${count} × ${status}`).join(", ")})`,
  ),
  ...[...ticks].flatMap(([name, told]) => (told === null ? [] : tickLines(name, told, slow))),
  "Slowest answers:",
  ...slow.slice(0, 5).map((one) => `  ${shown(one.millis)} ${describe(one)}`),
]

/** Failures; empty if there are none. */
export const complaintsOf = ({ failed, ticks }: HostileReport, tickMaxMillis: number): ReadonlyArray<string> => [
  ...(failed.length === 0
    ? []
    : [`${failed.length} inputs were answered with a 5xx, with faults that have no codes, or not at all.`]),
  ...[...ticks].flatMap(([name, told]) => {
    if (told === null) return [`The ${name} did not end as it was told to.`]
    return told.longestMillis <= tickMaxMillis ? [] : [`A tick of the ${name} took ${shown(told.longestMillis)}.`]
  }),
]

const tickLines = (
  name: string,
  { busiest, longest, longestMillis, mostMillis }: Ticks,
  slow: ReadonlyArray<Tried>,
): ReadonlyArray<string> => [
  `Longest tick of the ${name}: ${shown(longestMillis)}; of a thousand, all but one within ${shown(mostMillis)}`,
  ...longest.slice(0, 2).flatMap((tick) => tickLine("it took", tick, slow)),
  ...(busiest === null ? [] : tickLine("longest on a processor", busiest, slow)),
]

const tickLine = (what: string, { cpuMillis, endedAt, millis }: LongTick, slow: ReadonlyArray<Tried>) => [
  `  ${what}: ${shown(millis)}, of which ${shown(cpuMillis)} on a processor; meanwhile:`,
  ...slow
    .filter((one) => one.startedAt <= endedAt && one.startedAt + one.millis >= endedAt - millis)
    .slice(0, 4)
    .map((one) => `    ${describe(one)}`),
]

/** One input and its outcome, on a line. */
export const describe = ({ came, input }: Tried): string => {
  const { body, operation, seed, what } = input
  const answer = "broken" in came ? came.broken : `${came.status} ${came.text.slice(0, 120)}`
  return `input ${seed}: ${operation.side} ${operation.method} ${operation.path}, ${what}, ${body?.length ?? 0} bytes: ${answer}`
}

const shown = (millis: number): string => `${millis.toFixed(1)} ms`

const byStatus = ([one]: readonly [number, number], [other]: readonly [number, number]): number => one - other

const total = (statuses: ReadonlyMap<number, number>): number =>
  [...statuses.values()].reduce((sum, count) => sum + count, 0)

const classOf = (status: number): string => (status === 0 ? "no answer" : `${Math.floor(status / 100)}xx`)
