/**
 * Does a day of steady load leave more behind than the retention allows: in memory, or in a table that it bounds?
 *
 * Ten card orders a minute by the moved clock, each under an idempotency key, told to four companies by real requests. One event in
 * two hundred is never accepted and fails in the end; every ten minutes a job is left that no version knows, which is given up after
 * its tenth try. What is due is done each minute, and what is old is forgotten each hour, as the service does. The retention is two
 * hours; an idempotency key is kept for a day, whatever the retention.
 *
 * A day passes first, so that every bound is reached. Of the second day the rows of each bounded table and the heap, after a full
 * collection, are looked at after 6, 12, 18 and 24 hours. The baseline is what they were after the first day.
 *
 * Every order has to have been told. Orders, their events, sequences and charges are kept for good and grow with the orders: they are
 * counted to show that there was load.
 */
import { join } from "node:path"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { SimulatedBooksKysely } from "@vintem/adapters"
import { deliverDue, forgetOld, RetentionPolicy, runDueJobs } from "@vintem/application"
import { instant } from "@vintem/domain/calendar"
import type { Company } from "@vintem/domain/company"
import { JobQueue } from "@vintem/domain/ports"
import { Clock, Effect, References } from "effect"
import { effectInDataFolder } from "./harness/data-folder.ts"
import { movedClock } from "./load/moved-clock.ts"
import { receiving } from "./load/receiving.ts"
import { placeCardOrder } from "./load/subscribers.ts"
import { addToldCompanies, countRows, webhooksSent } from "./load/told-companies.ts"
import { workingService } from "./load/working-service.ts"

const companies = 4
const ordersPerMinute = 10
const refusedOneIn = 200
const minutesPerHour = 60
const minuteMillis = 60_000
const retentionHours = 2
/** A job that no version can run is added, each so many minutes. */
const unknownJobMinutes = 10

/** How many times as much there may be at most as after the first day. */
const target = 1.1

/** What the retention bounds. */
const bounded = {
  deliveries: "webhook_delivery",
  "given up": "job where died_at is not null",
  keys: "idempotency",
} as const
/** What else is shown: failed deliveries come by chance, jobs wait as work comes, and orders are kept for good. */
const shown = {
  failed: "webhook_delivery where state = 'failed'",
  waiting: "job where died_at is null",
  orders: "orders",
} as const
const firstDay = 24
const looks = [0, 6, 12, 18, 24].map((hours) => firstDay + hours)

export const webhookDay = (): Promise<void> =>
  effectInDataFolder((folder) => {
    const clock = movedClock()
    const file = join(folder, "vintem.db")
    return measure(clock.advance).pipe(
      Effect.scoped,
      Effect.provide(workingService(file, webhooksSent, SimulatedBooksKysely.layer)),
      Effect.provideService(RetentionPolicy, { millis: retentionHours * minutesPerHour * minuteMillis }),
      Effect.provide(clock.layer),
      // What cannot be done is said each time, as it should be.
      Effect.provideService(References.MinimumLogLevel, "None"),
    )
  })

const measure = Effect.fnUntraced(function* (advance: (millis: number) => void) {
  const receiver = yield* receiving(companies, 0, refusedOneIn)
  const told = yield* addToldCompanies(receiver.urls)
  const seen: Array<ReadonlyArray<number>> = []
  let received = 0
  console.log(`  ${["hour", ...Object.keys(bounded), "heap MB", ...Object.keys(shown)].map(inColumn).join("")}`)
  for (let hour = 1; hour <= Math.max(...looks); hour += 1) {
    for (let minute = 0; minute < minutesPerHour; minute += 1) {
      yield* placeMinute(told, hour * minutesPerHour + minute)
      yield* Effect.repeat(doAllDue, { until: (count) => count === 0 })
      advance(minuteMillis)
    }
    yield* forgetOld()
    received += (yield* receiver.take).length
    if (!looks.includes(hour)) continue
    const counts = yield* Effect.forEach(Object.values(bounded), countRows)
    const look = [...counts, heapMegabytes()]
    seen.push(look)
    const others = yield* Effect.forEach(Object.values(shown), countRows)
    console.log(`  ${[hour - firstDay, ...look, ...others].map(inColumn).join("")}`)
  }
  const [first = [], ...later] = seen
  const most = first.map((before, place) => Math.max(...later.map((look) => look[place] ?? Number.NaN)) / before)
  const names = [...Object.keys(bounded), "heap"]
  console.log(`  at most ${names.map((name, place) => `${most[place]?.toFixed(2)} of the ${name}`).join(", ")}`)
  console.log(`  after the first day (target ${target}, retention ${retentionHours} hours)`)
  yield* requireLoad(first, received)
})

const inColumn = (value: string | number): string => String(value).padStart(11)

/** Orders of one minute, and maybe a job that no version can run. */
const placeMinute = Effect.fnUntraced(function* (told: ReadonlyArray<Company>, minute: number) {
  const queue = yield* JobQueue
  yield* Effect.forEach(
    Array.from({ length: ordersPerMinute }),
    (_, one) => {
      const company = told[one % told.length]
      const key = `${minute}.${one}`
      return company === undefined
        ? Effect.void
        : placeCardOrder(company, { scope: `company:${company.id}`, key, fingerprint: key })
    },
    { concurrency: "unbounded", discard: true },
  )
  const [company] = told
  if (company === undefined || minute % unknownJobMinutes !== 0) return
  const dueAt = instant(yield* Clock.currentTimeMillis)
  const name = `unknown:${minute}`
  yield* queue.enqueue([
    {
      queue: "work",
      kind: "Unknown",
      name,
      company: company.id,
      orderingKey: null,
      dueAt,
      payload: '{"_tag":"Unknown"}',
    },
  ])
})

const doAllDue = Effect.zipWith(runDueJobs(), deliverDue(), (done, delivered) => done + delivered)

/** What is left of the heap after a full collection, in MB of a million bytes. */
const heapMegabytes = (): number => {
  setFlagsFromString("--expose-gc")
  runInNewContext("gc")()
  return Math.round(process.memoryUsage().heapUsed / 100_000) / 10
}

/** Fails where there was nothing of a kind, so that nothing could have grown, or not every order was told. */
const requireLoad = Effect.fnUntraced(function* (first: ReadonlyArray<number>, received: number) {
  const orders = yield* countRows("orders")
  if (
    first.some((count) => count === 0) ||
    received < orders ||
    orders !== Math.max(...looks) * minutesPerHour * ordersPerMinute
  ) {
    return yield* Effect.die(new Error(`After a day there were ${first}; of ${orders} orders ${received} were told.`))
  }
})
