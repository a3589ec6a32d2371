/**
 * What does an order take between its decoded request and its encoded answer?
 *
 * The use cases alone, in this process and without HTTP: an SQLite file with `synchronous=FULL`, the simulated acquirer with its books in the
 * same file, 64 orders in flight. Single orders of the usual workload, checkout orders that begin a subscription, renewals as the queue makes
 * them, links of a batch as the queue makes them, and payments by these links. All are paid by card. Printed are the processor time of this process an order, which a disk does not change, and
 * the bytes written for it, log and file together (Linux).
 *
 * It has no baseline: two versions are compared by running it in both by turns. After each round every order has to be paid.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { SimulatedBooksKysely, SqliteStorage } from "@vintem/adapters"
import { placeSingleOrder, runDueJobs } from "@vintem/application"
import { readBody, singleOrderAnswer, singleOrderBody } from "@vintem/contract"
import { instant, type LocalDate, saoPauloDate } from "@vintem/domain/calendar"
import type { Company } from "@vintem/domain/company"
import { CompanyRepository } from "@vintem/domain/ports"
import { Clock, Effect, Layer, Option, Result } from "effect"
import { effectInDataFolder } from "./harness/data-folder.ts"
import { median } from "./harness/median.ts"
import { addParties } from "./load/due-jobs.ts"
import { customerEntries, newBatch, payLinks } from "./load/link-batches.ts"
import { movedClock } from "./load/moved-clock.ts"
import { addPlan, subscribe } from "./load/subscribers.ts"
import { workingService } from "./load/working-service.ts"
import { workload } from "./load/workload.ts"

const decodeSingleOrder = (body: unknown, today: LocalDate) => readBody(singleOrderBody, body, { today })

const rounds = 9
/** Orders of a round. */
const count = 1_500
const together = 64
/** Links of a round. */
const links = 500
const dayMillis = 86_400_000
const publicUrl = "http://127.0.0.1:4000"

export const commits = (): Promise<void> =>
  effectInDataFolder((folder) => {
    const clock = movedClock()
    return measure(clock.advance).pipe(
      Effect.provide(
        Layer.provideMerge(
          workingService(join(folder, "vintem.db"), undefined, SimulatedBooksKysely.layer),
          clock.layer,
        ),
      ),
    )
  })

const measure = Effect.fnUntraced(function* (advance: (millis: number) => void) {
  const companies = yield* CompanyRepository
  const { company: id } = yield* addParties
  const company = Option.getOrThrow(yield* companies.find(id))
  yield* addPlan(company)
  const single = singleOrders(company, saoPauloDate(instant(yield* Clock.currentTimeMillis)))
  yield* rounded("single order", single)
  // Each one subscribes, and is renewed in what follows: so many subscribers are enough.
  const subscribers = count / 3
  yield* measured("checkout order", [yield* taken(subscribers, subscribe(company, subscribers))])
  const renewals: Array<Taken> = []
  for (let day = 0; day <= rounds; day += 1) {
    advance(dayMillis)
    renewals.push(yield* taken(subscribers, Effect.repeat(runDueJobs(), { until: (done) => done === 0 })))
  }
  yield* measured("renewal", renewals.slice(1))
  yield* linksAndPayments(company)
  yield* requirePaid(count * (rounds + 1) + subscribers * (rounds + 2) + links * (rounds + 1))
})

/** Links of batches, made by the queue, and then paid, each once. */
const linksAndPayments = Effect.fnUntraced(function* (company: Company) {
  const { raw } = yield* SqliteStorage.SqliteDatabase
  const latest = raw.prepare<unknown[], string>("select slug from payment_link order by id desc limit ?").pluck()
  const made: Array<Taken> = []
  const paid: Array<Taken> = []
  for (let round = 0; round <= rounds; round += 1) {
    yield* Effect.forEach(customerEntries(links), (entries) => newBatch(company.id, entries), { discard: true })
    made.push(yield* taken(links, Effect.repeat(runDueJobs(), { until: (done) => done === 0 })))
    paid.push(yield* taken(links, payLinks(company, latest.all(links), together)))
  }
  yield* measured("batch link", made.slice(1))
  yield* measured("link payment", paid.slice(1))
})

/** The next so many orders of the workload, each time it is run. */
const singleOrders = (company: Company, today: LocalDate) => {
  const bodyAt = workload()
  let position = 0
  const next = () => Result.getOrThrow(decodeSingleOrder(JSON.parse(bodyAt(position++).toString()), today))
  return Effect.suspend(() => {
    const orders = Array.from({ length: count }, next)
    return taken(
      count,
      Effect.forEach(
        orders,
        (order) =>
          placeSingleOrder({
            company,
            order,
            keyed: null,
            encode: (outcome) => ({
              status: 200,
              body: outcome._tag === "Placed" ? JSON.stringify(singleOrderAnswer(outcome.order, publicUrl)) : "",
            }),
          }),
        { concurrency: together, discard: true },
      ),
    )
  })
}

/** Of each order. */
interface Taken {
  readonly processorMicros: number
  readonly kilobytes: number
}

const taken = <A, E, R>(orders: number, work: Effect.Effect<A, E, R>): Effect.Effect<Taken, E, R> =>
  Effect.suspend(() => {
    const processor = process.cpuUsage()
    const written = writtenBytes()
    return Effect.map(work, () => {
      const { system, user } = process.cpuUsage(processor)
      return { processorMicros: (user + system) / orders, kilobytes: (writtenBytes() - written) / orders / 1e3 }
    })
  })

/** What this process had written to disks. */
const writtenBytes = (): number =>
  Number(/^write_bytes: (\d+)$/mu.exec(readFileSync("/proc/self/io", "utf8"))?.[1] ?? Number.NaN)

/** As many rounds, after one that is not counted. */
const rounded = Effect.fnUntraced(function* <E, R>(name: string, round: Effect.Effect<Taken, E, R>) {
  const all: Array<Taken> = []
  for (let index = 0; index <= rounds; index += 1) all.push(yield* round)
  yield* measured(name, all.slice(1))
})

const measured = (name: string, all: ReadonlyArray<Taken>): Effect.Effect<void> =>
  Effect.sync(() => {
    const micros = median(all.map(({ processorMicros }) => processorMicros))
    const least = Math.min(...all.map(({ processorMicros }) => processorMicros))
    const kilobytes = median(all.map((one) => one.kilobytes))
    console.log(
      `  ${name.padEnd(16)} ${micros.toFixed(0).padStart(5)} µs of processor time (least ${least.toFixed(0)})   ${kilobytes.toFixed(1).padStart(5)} kB written`,
    )
  })

const requirePaid = Effect.fnUntraced(function* (expected: number) {
  const { raw } = yield* SqliteStorage.SqliteDatabase
  const paid = raw.prepare<unknown[], number>("select count(*) from orders where status = 'paid'").pluck().get() ?? 0
  if (paid !== expected) return yield* Effect.die(new Error(`${paid} of ${expected} orders were paid.`))
})
