/**
 * How much more do two processes of the service take than one, on the same PostgreSQL?
 *
 * The workload of `single-order`, 64 requests in flight in all: at one process, or half at each of two, in alternating rounds on one
 * database. Two processes have the pool of one between them, five connections each beside ten.
 *
 * The limits are printed with it: the processor time an order takes of the service, of PostgreSQL and of the load generator, and the share
 * of the machine's cores that these three and other processes had. Where one process already leaves no core idle, a second has nothing to
 * take; the arithmetic then says what two would take on cores of their own.
 */
import { readFile } from "node:fs/promises"
import { availableParallelism } from "node:os"
import { median } from "./harness/median.ts"
import { withPostgres } from "./harness/postgres-server.ts"
import { type RunningServer, restartServiceOn, startServiceOn } from "./harness/servers.ts"
import { type Generator, type PhaseResult, startGenerator } from "./load/phase.ts"
import { postgresMillis, postmasterOf, processorMillisOf } from "./load/processor-time.ts"
import { look } from "./single-order-postgres.ts"

const connections = 64
const poolOfAll = 10
const warmUpSeconds = 5
const roundSeconds = 5
const rounds = 7

/** What two have to take of what one takes. */
const target = 1.6

export const twoProcesses = (): Promise<void> =>
  withPostgres(async ({ database }) => {
    const databaseUrl = await database("service")
    const generators = [startGenerator(), startGenerator()]
    const servers: Array<RunningServer> = []
    try {
      const first = await startServiceOn(databaseUrl, { pool: poolOfAll })
      servers.push(first)
      const { key } = first
      const pair: Array<RunningServer> = []
      for (let one = 0; one < 2; one += 1) {
        const half = await restartServiceOn(databaseUrl, key, { pool: poolOfAll / 2 })
        servers.push(half)
        pair.push(half)
      }
      const postmaster = await postmasterOf(databaseUrl)
      const load = loadOf(generators, key, postmaster)
      const alone: Array<Figures> = []
      const both: Array<Figures> = []
      const acknowledged: Array<string> = []
      for (let round = -1; round < rounds; round += 1) {
        for (const [name, group, results] of [
          ["one", [first], alone],
          ["two", pair, both],
        ] as const) {
          const { figures, numbers } = await load(group, round < 0 ? warmUpSeconds : roundSeconds)
          acknowledged.push(...numbers)
          if (round < 0) continue
          results.push(figures)
          console.log(line(name, figures))
        }
      }
      const { lost, total } = await look(databaseUrl, acknowledged)
      if (lost > 0 || total !== acknowledged.length) throw new Error(`${lost} of ${total} orders were lost.`)
      report(medians(alone), medians(both))
    } finally {
      for (const generator of generators) generator.stop()
      for (const server of servers) await server.stop()
    }
  })

/** Sends load to a group of processes, the same in all however many they are. */
const loadOf = (generators: ReadonlyArray<Generator>, key: string, postmaster: number) => {
  let from = 0
  return async (group: ReadonlyArray<RunningServer>, seconds: number) => {
    const times = async () => ({
      service: await totalOf(group.map(({ pid }) => processorMillisOf(pid))),
      postgres: await postgresMillis(postmaster),
      machine: await busyMillis(),
    })
    const before = await times()
    const results = await Promise.all(
      group.flatMap(({ url }, index) => {
        const generator = generators[index]
        const phase = { url, key, connections: connections / group.length, seconds, from: from + index * 10_000 }
        return generator === undefined ? [] : generator.run(phase)
      }),
    )
    const after = await times()
    from = Math.max(...results.map(({ next }) => next)) % 10_000
    const refused = results.reduce((total, result) => total + result.refused, 0)
    if (refused > 0) throw new Error(`${refused} orders were refused.`)
    const numbers = results.flatMap(({ acknowledged }) => acknowledged)
    const elapsed = Math.max(...results.map((result) => result.seconds))
    const perOrder = (millis: number): number => millis / numbers.length
    const figures: Figures = {
      perSecond: numbers.length / elapsed,
      service: perOrder(after.service - before.service),
      postgres: perOrder(after.postgres - before.postgres),
      generator: perOrder(
        results.reduce((total, { cpuShare, seconds }: PhaseResult) => total + cpuShare * seconds * 1_000, 0),
      ),
      busyCores: (after.machine - before.machine) / (elapsed * 1_000),
    }
    return { figures, numbers }
  }
}

interface Figures {
  readonly perSecond: number
  /** Milliseconds of processor time an order, of each. */
  readonly service: number
  readonly postgres: number
  readonly generator: number
  /** How many cores were not idle, for any process. */
  readonly busyCores: number
}

const medians = (results: ReadonlyArray<Figures>): Figures => ({
  perSecond: median(results.map(({ perSecond }) => perSecond)),
  service: median(results.map(({ service }) => service)),
  postgres: median(results.map(({ postgres }) => postgres)),
  generator: median(results.map(({ generator }) => generator)),
  busyCores: median(results.map(({ busyCores }) => busyCores)),
})

const line = (name: string, { busyCores, generator, perSecond, postgres, service }: Figures): string =>
  `${name.padEnd(4)} ${perSecond.toFixed(0).padStart(6)} orders/s   processor time an order: service ${service.toFixed(2)} ms, ` +
  `PostgreSQL ${postgres.toFixed(2)} ms, generator ${generator.toFixed(2)} ms   ${busyCores.toFixed(2)} cores busy`

const report = (one: Figures, two: Figures): void => {
  console.log()
  console.log(`${line("one", one)}   (medians)`)
  console.log(`${line("two", two)}   (medians)`)
  const cores = availableParallelism()
  const anOrder = ({ generator, postgres, service }: Figures): number => service + postgres + generator
  console.log(
    `\ntwo-processes: ${(two.perSecond / one.perSecond).toFixed(2)} times the orders per second of one (target ${target}; as many cores as they have)`,
  )
  console.log(
    `one process took ${((one.perSecond * one.service) / 1_000).toFixed(2)} of ${cores} cores and could take 1; PostgreSQL ` +
      `${((one.perSecond * one.postgres) / 1_000).toFixed(2)}, the generator ${((one.perSecond * one.generator) / 1_000).toFixed(2)}, others ` +
      `${(one.busyCores - (one.perSecond * anOrder(one)) / 1_000).toFixed(2)}`,
  )
  console.log(
    `most that ${cores} cores take: ${((cores * 1_000) / anOrder(two)).toFixed(0)} orders/s; ` +
      `a core for each process: ${(1_000 / one.service).toFixed(0)} with one, ${(2_000 / two.service).toFixed(0)} with two ` +
      `(${((2 * one.service) / two.service).toFixed(2)} times), PostgreSQL then needs ${((2 * two.postgres) / two.service).toFixed(1)} cores`,
  )
}

const totalOf = async (values: ReadonlyArray<Promise<number>>): Promise<number> =>
  (await Promise.all(values)).reduce((total, value) => total + value, 0)

/** Milliseconds that the machine's cores were not idle, since it started. */
const busyMillis = async (): Promise<number> => {
  const [cpu = ""] = (await readFile("/proc/stat", "utf8")).split("\n", 1)
  const [, user = 0, nice = 0, system = 0, , , interrupts = 0, soft = 0] = cpu.split(/\s+/u).map(Number)
  return (user + nice + system + interrupts + soft) * 10
}
