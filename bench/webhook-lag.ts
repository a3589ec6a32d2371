/**
 * How long after an order is paid does its webhook arrive, while one receiver in a hundred is dead?
 *
 * Two hundred card orders a second for a minute, at a steady pace and of a hundred companies in rotation, through the use case, with the
 * dispatcher in the same process as in the service: an SQLite file with `synchronous=FULL`, real requests. One company's receiver accepts
 * every connection and never answers. The others are ports of one process (`node:http`, answers 200).
 *
 * The lag is that of the living: from the instant in the event, which is a little before its commit, until the receiver reads its
 * first bytes. The baseline is the same minute without a dead receiver, in the same run and before it.
 *
 * Every event of the living has to have arrived once, and as many orders must have been placed as the pace asks for.
 */
import { join } from "node:path"
import { SqliteStorage } from "@vintem/adapters"
import { DeliveriesInFlight, webhookDispatcher } from "@vintem/application"
import type { Company } from "@vintem/domain/company"
import { Effect, Layer } from "effect"
import { effectInDataFolder } from "./harness/data-folder.ts"
import type { Arrival } from "./load/receiver.ts"
import { receiving } from "./load/receiving.ts"
import { placeCardOrder } from "./load/subscribers.ts"
import { addToldCompanies, countRows, webhooksSent } from "./load/told-companies.ts"
import { workingService } from "./load/working-service.ts"

const companies = 100
const perSecond = 200
const seconds = 60
const warmUpSeconds = 5
/** After the last order, for what is still on its way to the living. */
const restMillis = 2_000

/** What 99 of 100 events of the living have to arrive within, milliseconds. */
const target = 250

export const webhookLag = (): Promise<void> =>
  effectInDataFolder((folder) =>
    Effect.gen(function* () {
      yield* measure(join(folder, "living.db"), 0)
      yield* measure(join(folder, "one-dead.db"), 1)
    }),
  )

/** @param dead - how many of the companies have a receiver that never answers */
const measure = (file: string, dead: number) =>
  Effect.gen(function* () {
    const receiver = yield* receiving(companies - dead, dead)
    const living = yield* addToldCompanies(receiver.urls)
    const silent = yield* addToldCompanies(receiver.silentUrls)
    const told = [...living, ...silent]
    yield* Layer.build(webhookDispatcher)
    yield* placeSteadily(told, warmUpSeconds)
    yield* Effect.sleep(restMillis)
    const warmUps = (yield* receiver.take).length
    const cpuBefore = process.cpuUsage()
    yield* placeSteadily(told, seconds)
    const { user, system } = process.cpuUsage(cpuBefore)
    yield* Effect.sleep(restMillis)
    const lags = yield* lagsOf(yield* receiver.take, living, warmUps)
    const percentile = (share: number) => (lags[Math.floor(share * lags.length)] ?? Number.NaN).toFixed(0)
    const busy = (((user + system) / 1e6 / seconds) * 100).toFixed(0)
    console.log(`  ${dead} of ${companies} receivers dead (the process took ${busy} % of a core)`)
    console.log(
      `  median ${percentile(0.5)} ms, p99 ${percentile(0.99)} ms (target ${target}), worst ${percentile(1 - 1e-9)} ms\n`,
    )
  }).pipe(Effect.scoped, Effect.provide(Layer.merge(DeliveriesInFlight.layer, workingService(file, webhooksSent))))

/** An order each five milliseconds, whatever the one before it does. */
const placeSteadily = Effect.fnUntraced(function* (told: ReadonlyArray<Company>, duration: number) {
  const began = performance.now()
  yield* Effect.forEach(
    Array.from({ length: duration * perSecond }),
    (_, position) => {
      const company = told[position % told.length]
      const due = began + (position / perSecond) * 1_000
      return company === undefined
        ? Effect.void
        : Effect.andThen(
            Effect.suspend(() => Effect.sleep(Math.max(0, due - performance.now()))),
            Effect.forkDetach(placeCardOrder(company)),
          )
    },
    { discard: true },
  )
})

/** In milliseconds, shortest first. Fails where an event of the living has not arrived, or has twice. */
const lagsOf = Effect.fnUntraced(function* (
  arrivals: ReadonlyArray<Arrival>,
  living: ReadonlyArray<Company>,
  warmUps: number,
) {
  const { raw } = yield* SqliteStorage.SqliteDatabase
  const list = living.map(({ id }) => id).join(", ")
  const occurred = new Map(
    raw
      .prepare<[], [string, number]>(`select event_id, occurred_at from webhook_delivery where company_id in (${list})`)
      .raw()
      .all(),
  )
  const placed = yield* countRows("orders where status = 'paid'")
  if (placed !== (seconds + warmUpSeconds) * perSecond) {
    return yield* Effect.die(new Error(`${placed} orders were placed: the pace was not kept.`))
  }
  const ids = new Set(arrivals.map(([id]) => id))
  if (ids.size !== arrivals.length || ids.size !== occurred.size - warmUps) {
    return yield* Effect.die(new Error(`${arrivals.length} of ${occurred.size - warmUps} events arrived.`))
  }
  return arrivals.map(([id, at]) => at - (occurred.get(id) ?? Number.NaN)).toSorted((one, other) => one - other)
})
