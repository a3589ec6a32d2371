/** Scenarios at one time: waits until they were served, and until they have come to rest. */
import { setTimeout } from "node:timers/promises"
import { askingSeconds, beliefSeconds, patienceMillis, retrySeconds } from "./real-processes.ts"
import type { Scenario } from "./scenario.ts"
import type { Shop } from "./shop.ts"
import { within } from "./time-limit.ts"

/** The pause between checks for enough answers, milliseconds. */
const lookMillis = 2

/**
 * Moves the clock, by default past the leases of killed processes. A kill may interrupt it, which is no fault.
 *
 * @returns when it is over. Runs with renewals wait for it: one of several processes may still be moving the clock
 *   after the kill, and would
 * charge while the evidence is read.
 */
export const beginTurning = (shop: Shop, seconds = beliefSeconds): Promise<unknown> =>
  shop.turnClock(seconds).catch(() => undefined)

/** Waits for this many more answers, all scenarios together. */
export const untilAnswered = async (scenarios: ReadonlyArray<Scenario>, answers: number): Promise<void> => {
  const answered = () => scenarios.reduce((sum, { load }) => sum + load.answered(), 0)
  const wanted = answered() + answers
  const until = performance.now() + patienceMillis
  while (answered() < wanted && performance.now() < until) await setTimeout(lookMillis)
  if (answered() < wanted) throw new Error(`Not answered: ${unansweredIn(scenarios)}`)
}

/**
 * Waits until every request is answered, every unknown outcome resolved, and every webhook sent. @returns the service's
 * time afterwards
 */
export const comeToRest = async (shop: Shop, scenarios: ReadonlyArray<Scenario>): Promise<number> => {
  const rest = Promise.all(scenarios.map(({ load }) => load.rest()))
  disturb(scenarios)
  await shop.turnClock(beliefSeconds)
  await within(patienceMillis, rest, () => `Not everything was answered: ${unansweredIn(scenarios)}`)
  const now = await shop.turnClock(askingSeconds + retrySeconds)
  for (const { load } of scenarios) load.calm()
  return now
}

const unansweredIn = (scenarios: ReadonlyArray<Scenario>): string =>
  scenarios.flatMap(({ load }) => load.unanswered()).join("; ")

/** See `Load.disturb`. */
export const disturb = (scenarios: ReadonlyArray<Scenario>): void => {
  for (const { load } of scenarios) load.disturb()
}
