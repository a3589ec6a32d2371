/**
 * How many webhooks a second are delivered, compared with a bare loop that posts their bytes?
 *
 * Thirty-two companies have just been paid for sixteen thousand orders, and their webhooks are not sent yet: the
 * backlog after a busy minute, or after a stop. A round is the service's own dispatcher from its first look at the
 * queue until every delivery is recorded. Each is claimed and read with its endpoint, signed, posted over kept
 * connections, and committed with the end of its job on an SQLite file with `synchronous=FULL`, no more than 16 of a
 * company at once. The receiver is a separate process (`node:http`, answers 200) with a port for each company.
 *
 * The baseline is undici alone: it posts these bodies with these headers, with ready signatures, to these ports over as
 * many connections and with as many in flight as the service, 16 of a company at once. It reads, signs and records
 * nothing. Also shown, for comparison only: one loop that waits for each answer before it posts the next.
 *
 * After each round the receiver has to have every event once, with its full length, and each has to be recorded as
 * delivered.
 */

import { join } from "node:path"
import { SqliteStorage } from "@vintem/adapters"
import { DeliveriesInFlight, webhookDispatcher } from "@vintem/application"
import { instant } from "@vintem/domain/calendar"
import type { Company } from "@vintem/domain/company"
import { WebhookEndpointRepository, WebhookSigner } from "@vintem/domain/ports"
import { signingSecrets, type WebhookEventId } from "@vintem/domain/webhook"
import { Clock, Duration, Effect, Layer, Option } from "effect"
import { Agent, request } from "undici"
import { effectInDataFolder } from "./harness/data-folder.ts"
import { median } from "./harness/median.ts"
import { orShort } from "./harness/or-short.ts"
import type { Arrival } from "./load/receiver.ts"
import { type Receiving, receiving } from "./load/receiving.ts"
import { placeOrders } from "./load/subscribers.ts"
import { addToldCompanies, countRows, webhooksSent } from "./load/told-companies.ts"
import { workingService } from "./load/working-service.ts"

/**
 * Rounds until the engine has compiled most functions: by `--trace-opt` some 100, 120 and 60, then 40 and fewer a
 * round.
 */
const warmUps = orShort(3, 0)
const rounds = orShort(5, 1)
const companies = orShort(32, 4)
const eventsOfCompany = orShort(500, 50)
const events = companies * eventsOfCompany
/** Concurrent orders of each company, all companies at once. */
const buyersOfCompany = 4
/** The service's concurrent deliveries to one company, and its connections. */
const placesOfCompany = 16
const connectionsOfCompany = 8

/** The deliveries' target as a share of the bare posts a second. */
const target = 0.4

export const webhooks = (): Promise<void> =>
  effectInDataFolder((folder) =>
    measure.pipe(
      Effect.scoped,
      Effect.provide(Layer.merge(DeliveriesInFlight.layer, workingService(join(folder, "vintem.db"), webhooksSent))),
    ),
  )

const measure = Effect.gen(function* () {
  const receiver = yield* receiving(companies)
  const told = yield* addToldCompanies(receiver.urls)
  const agent = yield* Effect.acquireRelease(
    Effect.sync(() => new Agent({ connections: connectionsOfCompany })),
    (opened) => Effect.promise(() => opened.destroy()),
  )
  const delivered: Array<number> = []
  const looped: Array<number> = []
  const posted: Array<number> = []
  for (let round = 0; round < warmUps + rounds; round += 1) {
    yield* Effect.forEach(told, (company) => placeOrders(company, eventsOfCompany, buyersOfCompany), atOnce)
    const [delivering] = yield* Effect.timed(deliverAll)
    yield* requireDelivered(yield* receiver.take, (round + 1) * events)
    const messages = yield* messagesOf(told, receiver)
    const [posting] = yield* Effect.timed(Effect.promise(() => postAll(agent, messages)))
    yield* requireReceived(yield* receiver.take)
    const [looping] = yield* Effect.timed(Effect.promise(() => postEach(agent, messages.flat())))
    yield* requireReceived(yield* receiver.take)
    if (round < warmUps) continue
    delivered.push(perSecond(delivering))
    looped.push(perSecond(looping))
    posted.push(perSecond(posting))
  }
  const service = median(delivered)
  const [loop, together] = [median(looped), median(posted)]
  console.log(`  the service                ${service.toFixed(0).padStart(6)} deliveries/s`)
  console.log(`  undici, one loop           ${loop.toFixed(0).padStart(6)} posts/s`)
  console.log(`  undici, as many in flight  ${together.toFixed(0).padStart(6)} posts/s`)
  console.log(
    `  ${(service / together).toFixed(2)} of the bare posts (target ${target}), ${(service / loop).toFixed(2)} of one loop`,
  )
})

const atOnce = { concurrency: "unbounded", discard: true } as const

const perSecond = (taken: Duration.Duration): number => (events / Duration.toMillis(taken)) * 1_000

/** The dispatcher is stopped once nothing is left, and waits for the open records. */
const deliverAll = Effect.scoped(
  Effect.gen(function* () {
    yield* Layer.build(webhookDispatcher)
    yield* Effect.repeat(Effect.andThen(Effect.sleep(lookMillis), countRows(anyLeft)), { until: (left) => left === 0 })
  }),
)

const lookMillis = 2
/** Counting all that are left would add to the measured time. */
const anyLeft = "(select 1 from job where queue = 'webhook' limit 1)"

interface Message {
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: string
}

/** The messages just delivered, company by company, with their signatures made again. */
const messagesOf = Effect.fnUntraced(function* (told: ReadonlyArray<Company>, { urls }: Receiving) {
  const { raw } = yield* SqliteStorage.SqliteDatabase
  const endpoints = yield* WebhookEndpointRepository
  const signer = yield* WebhookSigner
  const at = instant(yield* Clock.currentTimeMillis)
  const latest = raw.prepare<[number, number], { event_id: WebhookEventId; body: string }>(
    `select 'evt_' || order_number || '_' || sequence as event_id, body from webhook_delivery
     join webhook_body on webhook_body.company_id = webhook_delivery.company_id and delivery_id = id
     where webhook_delivery.company_id = ? order by id desc limit ?`,
  )
  return yield* Effect.forEach(told, ({ id: company }, position) =>
    Effect.map(endpoints.find(company), (found): ReadonlyArray<Message> => {
      const secrets = signingSecrets(Option.getOrThrow(found), at)
      return latest.all(company, eventsOfCompany).map(({ event_id: id, body }) => ({
        url: urls[position] ?? "",
        headers: { "content-type": "application/json", ...signer.headers({ id, at, body }, secrets) },
        body,
      }))
    }),
  )
})

/** One after the other. */
const postEach = async (agent: Agent, messages: Iterable<Message>): Promise<void> => {
  for (const { url, headers, body } of messages) {
    const answer = await request(url, { dispatcher: agent, method: "POST", headers, body })
    await answer.body.dump()
  }
}

/** A company has as many loops as in-flight slots, and they share its messages. */
const postAll = async (agent: Agent, messages: ReadonlyArray<ReadonlyArray<Message>>): Promise<void> => {
  await Promise.all(
    messages.flatMap((ofCompany) => {
      const left = ofCompany.values()
      return Array.from({ length: placesOfCompany }, () => postEach(agent, left))
    }),
  )
}

const requireDelivered = Effect.fnUntraced(function* (arrivals: ReadonlyArray<Arrival>, expected: number) {
  const delivered = yield* countRows("webhook_delivery where state = 'delivered' and json_array_length(attempts) = 1")
  if (delivered !== expected) {
    return yield* Effect.die(new Error(`${delivered} of ${expected} are kept as delivered at the first attempt.`))
  }
  yield* requireReceived(arrivals)
})

/** Fails if the receiver got anything but the latest events, each once and whole. */
const requireReceived = Effect.fnUntraced(function* (arrivals: ReadonlyArray<Arrival>) {
  const { raw } = yield* SqliteStorage.SqliteDatabase
  const bytes = new Map(
    raw
      .prepare<[number], [string, number]>(
        "select 'evt_' || order_number || '_' || sequence, octet_length(body) from webhook_delivery join webhook_body on delivery_id = id order by id desc limit ?",
      )
      .raw()
      .all(events),
  )
  const whole = new Set(arrivals.filter(([id, , length]) => bytes.get(id) === length).map(([id]) => id))
  if (whole.size !== events || arrivals.length !== events) {
    return yield* Effect.die(new Error(`${arrivals.length} came, ${whole.size} of the ${events} whole.`))
  }
})
