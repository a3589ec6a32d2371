/**
 * How many transitions a second does the order make, compared with an XState 5 machine of it?
 *
 * A transition is one command or report: decided or recorded, applied, the new status and the webhooks derived. The
 * workloads stand for orders' lives: ordinary lives (paid and closed), eventful ones (refused, refunded, disputed), and
 * random ones, which are full of repetitions and refusals.
 *
 * The baseline (`baseline/transitions`) runs in both of XState's forms. Its pure functions are like ours, and suit
 * orders that live in a database: a value in, a value out. Its actor keeps one order in memory, and is its faster form.
 * Before the measurement all of them live equal random lives, and have to answer every move alike.
 */

import { median } from "./harness/median.ts"
import { orShort } from "./harness/or-short.ts"
import { compareLives } from "./harness/same-lives.ts"
import { type Life, randomLives, type Workload, workloads } from "./load/lives.ts"
import { actor, domain, type OrderMachine, pureFunctions } from "./order-machines.ts"

const rounds = orShort(15, 1)
const roundMillis = orShort(300, 50)
const warmUpRounds = orShort(3, 0)
const comparedLives = orShort(2_000, 200)

/** Ours has to make this many times the transitions of XState's pure functions. */
const target = 20

export const transitions = async (): Promise<void> => {
  const seed = 20_261_121
  compareLives(
    domain,
    [pureFunctions, actor],
    [...workloads.flatMap(({ lives }) => lives), ...randomLives(comparedLives, seed)],
  )
  for (const workload of workloads) measure(workload)
}

/** Contestants take turns, so that the machine's other work disturbs them alike. */
const measure = ({ name, lives }: Workload): void => {
  const contestants = [domain, pureFunctions, actor].map((machine) => {
    const results: Array<number> = []
    return { machine, results }
  })
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    for (const { machine, results } of contestants) {
      const result = transitionsPerSecond(machine, lives)
      if (round >= 0) results.push(result)
    }
  }
  console.log(name)
  const [ours = Number.NaN, ...theirs] = contestants.map(({ machine, results }) => {
    const perSecond = median(results)
    console.log(
      `  ${machine.name.padEnd(24)} ${perSecond.toFixed(0).padStart(9)} transitions/s   ${(1e6 / perSecond).toFixed(2)} µs each`,
    )
    return perSecond
  })
  const [pure = Number.NaN, acting = Number.NaN] = theirs.map((perSecond) => ours / perSecond)
  console.log(
    `  ${pure.toFixed(1)} times XState's pure functions (target ${target}), ${acting.toFixed(1)} times its actor\n`,
  )
}

/** Uses this process's processor time: on a machine with other work it is steadier than the clock. */
const transitionsPerSecond = (machine: OrderMachine, lives: ReadonlyArray<Life>): number => {
  const until = performance.now() + roundMillis
  const before = process.cpuUsage()
  let taken = 0
  while (performance.now() < until) {
    for (const life of lives) {
      const take = machine.begin(life)
      for (const move of life.moves) taken += take(move).version > 0 ? 1 : 0
    }
  }
  const { user, system } = process.cpuUsage(before)
  return (taken / (user + system)) * 1e6
}
