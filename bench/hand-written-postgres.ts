/**
 * How many single orders a second does the service take on PostgreSQL, compared with a server that is written by hand
 * for nothing else?
 *
 * The workload: approved cards, 64 requests in flight on kept connections, every commit on the disk before its answer.
 * One PostgreSQL 18 (`fsync` and `synchronous_commit` on) serves both, each in its own database; they take turns. The
 * service keeps its access log, as in production.
 *
 * The baseline (`baseline/hand-written-postgres`) has its own tables and statements.
 *
 * Before the measurement it counts an order's statements, commits and round trips, with one order at a time. A relay
 * between program and database reads the protocol, so that both are counted alike.
 */

import { makeTables } from "./baseline/hand-written-postgres/tables.ts"
import { median } from "./harness/median.ts"
import { orShort } from "./harness/or-short.ts"
import { asked, withPostgres } from "./harness/postgres-server.ts"
import { type RunningServer, restartServiceOn, startBaseline, startServiceOn } from "./harness/servers.ts"
import { type Contestant, contestant, medianOf, type Stored } from "./load/contest.ts"
import { countingRelay, type Passed } from "./load/counting-relay.ts"
import { type Generator, startGenerator } from "./load/phase.ts"
import { postgresMillis, postmasterOf, processorMillisOf } from "./load/processor-time.ts"

const rounds = orShort(3, 1)

/** The service's target as a share of the hand-written server's orders a second. */
const target = 0.6

const look = async (url: string, numbers: ReadonlyArray<string>): Promise<Stored> => {
  const [found] = await asked<{ total: string; paid: string }>(
    url,
    `select (select count(*) from orders) as total,
            (select count(*) from orders where number = any($1) and status = 'paid') as paid`,
    [numbers],
  )
  return { total: Number(found?.total), lost: numbers.length - Number(found?.paid) }
}

export const handWrittenPostgres = (): Promise<void> =>
  withPostgres(async ({ database }) => {
    const serviceUrl = await database("service")
    const handUrl = await database("by_hand")
    const generator = startGenerator()
    const servers: Array<RunningServer> = []
    const started = async <A extends RunningServer>(starting: Promise<A>): Promise<A> => {
      const server = await starting
      servers.push(server)
      return server
    }
    try {
      const service = await started(startServiceOn(serviceUrl, { isLogged: true }))
      const { key } = service
      await makeTables(handUrl, key)
      const hand = await started(startBaseline(program, [handUrl], "by hand"))
      const postmaster = await postmasterOf(serviceUrl)
      const ours = timed(
        service,
        contestant(service, key, generator, (numbers) => look(serviceUrl, numbers)),
        postmaster,
      )
      const byHand = timed(
        hand,
        contestant(hand, key, generator, (numbers) => lookByHand(handUrl, numbers)),
        postmaster,
      )
      for (const { one } of [ours, byHand]) await one.probe()
      for (const { one } of [ours, byHand]) await one.warmUp()
      for (let round = 0; round < rounds; round += 1) {
        for (const { measure } of [ours, byHand]) await measure()
      }
      for (const server of servers.splice(0)) await server.stop()
      await count("Vintém", serviceUrl, key, generator, (url) => restartServiceOn(url, key))
      await count("by hand", handUrl, key, generator, (url) => startBaseline(program, [url], "by hand"))
      console.log()
      for (const one of [ours, byHand]) one.report()
      const ratios = ours.one.results.map(
        ({ perSecond }, round) => perSecond / (byHand.one.results[round]?.perSecond ?? Number.NaN),
      )
      console.log(
        `\nhand-written-postgres: ${median(ratios).toFixed(2)} of the orders per second by hand (target ${target}; ` +
          `rounds ${ratios.map((ratio) => ratio.toFixed(2)).join(", ")})`,
      )
    } finally {
      generator.stop()
      for (const server of servers) await server.stop()
    }
  })

const program = "baseline/hand-written-postgres/server.ts"

/** A contestant, with the processor time per order of its process and of PostgreSQL. */
const timed = ({ pid }: RunningServer, one: Contestant, postmaster: number) => {
  const server: Array<number> = []
  const postgres: Array<number> = []
  const times = async () => ({ server: await processorMillisOf(pid), postgres: await postgresMillis(postmaster) })
  return {
    one,
    measure: async (): Promise<void> => {
      const before = await times()
      await one.measure()
      const after = await times()
      const orders = one.results.at(-1)?.orders ?? Number.NaN
      server.push((after.server - before.server) / orders)
      postgres.push((after.postgres - before.postgres) / orders)
    },
    report: (): void => {
      const { p50, p99, perSecond } = medianOf(one.results)
      console.log(
        `${one.name.padEnd(8)} ${perSecond.toFixed(0).padStart(6)} orders/s   p50 ${p50.toFixed(1)} ms   p99 ${p99.toFixed(1)} ms   ` +
          `processor time an order: server ${median(server).toFixed(2)} ms, PostgreSQL ${median(postgres).toFixed(2)} ms   (medians)`,
      )
    },
  }
}

/** The orders that are counted, one after another. */
const countedOrders = orShort(200, 5)

/**
 * Prints an order's cost in the database, with one order at a time: medians, so that the service's other work does not
 * count.
 */
const count = async (
  name: string,
  databaseUrl: string,
  key: string,
  generator: Generator,
  start: (url: string) => Promise<RunningServer>,
): Promise<void> => {
  const relay = await countingRelay(databaseUrl)
  const server = await start(relay.url)
  const orders: Array<Passed> = []
  try {
    for (let from = 0; from < countedOrders; from += 1) {
      const before = relay.passed()
      await generator.run({ url: server.url, key, connections: 1, seconds: 0, from })
      const after = relay.passed()
      orders.push({
        statements: after.statements - before.statements,
        commits: after.commits - before.commits,
        roundTrips: after.roundTrips - before.roundTrips,
        syncs: after.syncs - before.syncs,
      })
    }
  } finally {
    await server.stop()
    relay.stop()
  }
  const usual = (what: keyof Passed): number => median(orders.map((order) => order[what]))
  console.log(
    `${name.padEnd(8)} one order: ${usual("statements")} statements in ${usual("roundTrips")} round trips ` +
      `(${usual("syncs")} answers), ${usual("commits")} commits`,
  )
}

const lookByHand = async (url: string, numbers: ReadonlyArray<string>): Promise<Stored> => {
  const [found] = await asked<{ total: string; paid: string }>(
    url,
    `select (select count(*) from orders) as total,
            (select count(*) from orders where order_number = any($1) and status = 'paid') as paid`,
    [numbers],
  )
  return { total: Number(found?.total), lost: numbers.length - Number(found?.paid) }
}
