/**
 * Servers that take single orders in alternating rounds, and their results.
 */

import { median } from "../harness/median.ts"
import { orShort } from "../harness/or-short.ts"
import type { RunningServer } from "../harness/servers.ts"
import type { Generator, PhaseResult } from "./phase.ts"

const connections = 64
const warmUpSeconds = orShort(5, 1)
const roundSeconds = orShort(5, 1)
const rounds = orShort(7, 1)

/** The service's target as a share of the baseline's orders a second. */
const target = 0.5

/** The state of orders, by the database alone. */
export interface Stored {
  /** Orders in all. */
  readonly total: number
  /** Requested orders that are not there and paid. */
  readonly lost: number
}

/** Looks orders up by their numbers. */
export type Look = (numbers: ReadonlyArray<string>) => Stored | Promise<Stored>

export interface Contestant {
  readonly name: string
  readonly results: ReadonlyArray<Figures>
  /** Sends one order. */
  readonly probe: () => Promise<void>
  readonly warmUp: () => Promise<void>
  readonly measure: () => Promise<void>
}

/**
 * A server whose database is checked after each phase: every acknowledged order is stored and paid, and there is no
 * other.
 */
export const contestant = ({ name, url }: RunningServer, key: string, generator: Generator, look: Look): Contestant => {
  const results: Array<Figures> = []
  let from = 0
  let placed = 0
  const send = async (connections: number, seconds: number): Promise<PhaseResult> => {
    const result = await generator.run({ url, key, connections, seconds, from })
    from = result.next
    placed += result.acknowledged.length
    if (result.refused > 0) throw new Error(`${name} did not take ${result.refused} orders.`)
    const { lost, total } = await look(result.acknowledged)
    if (lost > 0) throw new Error(`${name} lost ${lost} acknowledged orders.`)
    if (total !== placed) throw new Error(`${name} holds ${total} orders where ${placed} were acknowledged.`)
    return result
  }
  return {
    name,
    results,
    probe: async () => {
      await send(1, 0)
    },
    warmUp: async () => {
      await send(connections, warmUpSeconds)
    },
    measure: async () => {
      const result = figures(await send(connections, roundSeconds))
      results.push(result)
      console.log(`${name.padEnd(8)} ${line(result)}`)
    },
  }
}

/** Measures the service and its baseline in alternating rounds, after a warm-up of each, and prints the comparison. */
export const contest = async (bench: string, service: Contestant, baseline: Contestant): Promise<void> => {
  await byTurns([service, baseline])
  console.log(
    `\n${bench}: ${ratio(service, baseline).toFixed(2)} of the baseline's orders per second (target ${target})`,
  )
}

/** The median of the ratios of single rounds: a disturbance of a round affects both sides. */
export const ratio = (one: Contestant, other: Contestant): number =>
  median(one.results.map(({ perSecond }, round) => perSecond / (other.results[round]?.perSecond ?? Number.NaN)))

/** Measures contestants in alternating rounds, after a warm-up of each, and prints the medians. */
export const byTurns = async (contestants: ReadonlyArray<Contestant>): Promise<void> => {
  for (const one of contestants) await one.warmUp()
  for (let round = 0; round < rounds; round += 1) {
    for (const one of contestants) await one.measure()
  }
  console.log()
  for (const { name, results } of contestants) console.log(`${name.padEnd(8)} ${line(medianOf(results))}   (medians)`)
}

/** The figures of one round. */
export interface Figures {
  /** Acknowledged. */
  readonly orders: number
  readonly perSecond: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
  readonly cpuShare: number
}

const figures = ({ acknowledged, seconds, p50, p99, cpuShare }: PhaseResult): Figures => ({
  orders: acknowledged.length,
  perSecond: acknowledged.length / seconds,
  p50,
  p99,
  cpuShare,
})

/** The median of each figure. */
export const medianOf = (results: ReadonlyArray<Figures>): Figures => ({
  orders: median(results.map(({ orders }) => orders)),
  perSecond: median(results.map(({ perSecond }) => perSecond)),
  p50: median(results.map(({ p50 }) => p50)),
  p99: median(results.map(({ p99 }) => p99)),
  cpuShare: median(results.map(({ cpuShare }) => cpuShare)),
})

const line = ({ perSecond, p50, p99, cpuShare }: Figures): string =>
  `${perSecond.toFixed(0).padStart(6)} orders/s   p50 ${p50.toFixed(1)} ms   p99 ${p99.toFixed(1)} ms` +
  `   generator ${(cpuShare * 100).toFixed(0)} % of a core`
