/**
 * A shop for stories: the service over stores in memory and a simulated acquirer, one company, and its customers'
 * requests. Every story has its own shop, on Monday, 2 March 2026, nine in the morning in São Paulo.
 */
import {
  AddressLookupNone,
  IdentifiersNode,
  MemoryStorage,
  onlyKey,
  SecretsNode,
  SimulatedAcquirer,
  SimulatedBooks,
  WebhookSignerNode,
} from "@vintem/adapters"
import { instant, saoPauloDate } from "@vintem/domain/calendar"
import { type CardDetails, parseCardDetails } from "@vintem/domain/card"
import type { Company } from "@vintem/domain/company"
import type { AttemptKey, SavedCardToken } from "@vintem/domain/identifiers"
import { InstallmentCount } from "@vintem/domain/installments"
import { fold } from "@vintem/domain/machine"
import { centavos, zero } from "@vintem/domain/money"
import { attemptState, capturedOf, cardOf, type Order, orderMachine, statusOf } from "@vintem/domain/order"
import {
  CompanyRepository,
  CustomerRepository,
  HostingAddressDetector,
  Mailer,
  type MailNotSent,
  OrderRepository,
  PageNumber,
  type PaymentReceipt,
  type PaymentReminder,
  SavedCardRepository,
  type StoredAnswer,
  type WebhookAnswer,
  type WebhookMessage,
  type WebhookNotAnswered,
  WebhookPayload,
  WebhookSender,
} from "@vintem/domain/ports"
import { noOrigin } from "@vintem/domain/trail"
import { exampleAddress, exampleCompany, exampleCustomer, examplePlacedAt } from "@vintem/testing"
import { Clock, Context, Effect, Fiber, Layer, Logger, Option, Redacted, Result, type Scope } from "effect"
import { TestClock } from "effect/testing"
import {
  ChargePolicy,
  DeliveriesInFlight,
  type KeyedRequest,
  type OrderPayment,
  type PlaceOrderOutcome,
  type PlaceSingleOrder,
  placeSingleOrder,
  RequestOrigin,
  recordReports,
  resolveOutcome,
  type SingleOrder,
  type SingleOrderRefusal,
  WebhookPolicy,
} from "../src/index.ts"

/** The company of a story. */
export class Seller extends Context.Service<Seller, Company>()("@vintem/application/test/Seller") {}

/** The simulated acquirer's books. */
export class Books extends Context.Service<
  Books,
  {
    /** The keys of all charges. */
    readonly charges: Effect.Effect<ReadonlyArray<AttemptKey>>
    /** Keys that were voided before any charge came. */
    readonly fences: Effect.Effect<ReadonlyArray<AttemptKey>>
    /** Centavos received over all charges. */
    readonly received: Effect.Effect<number>
  }
>()("@vintem/application/test/Books") {}

/** The letters of a story, as they were sent. */
export class Postbox extends Context.Service<
  Postbox,
  {
    readonly sent: Array<PaymentReminder>
    readonly receipts: Array<PaymentReceipt>
    /** The result of the following letters; they are sent by default. */
    answer: (letter: PaymentReminder | PaymentReceipt) => Effect.Effect<void, MailNotSent>
  }
>()("@vintem/application/test/Postbox") {}

const postLayer = Layer.effectContext(
  Effect.sync(() => {
    const postbox: Postbox["Service"] = { sent: [], receipts: [], answer: () => Effect.void }
    const remind = (reminder: PaymentReminder) =>
      Effect.suspend(() => postbox.answer(reminder)).pipe(
        Effect.tap(() => Effect.sync(() => postbox.sent.push(reminder))),
      )
    const sendReceipt = (receipt: PaymentReceipt) =>
      Effect.suspend(() => postbox.answer(receipt)).pipe(
        Effect.tap(() => Effect.sync(() => postbox.receipts.push(receipt))),
      )
    return Context.make(Postbox, postbox).pipe(Context.add(Mailer, { remind, sendReceipt }))
  }),
)

/** A message at a receiver, with its time. */
export interface ReceivedWebhook extends WebhookMessage {
  readonly at: number
}

/** The receiver of a story's webhooks. */
export class Receiver extends Context.Service<
  Receiver,
  {
    /** All messages, in order, whatever the answer. */
    readonly received: Array<ReceivedWebhook>
    /** The answer to the following messages; 200 by default. */
    answer: (message: WebhookMessage) => Effect.Effect<WebhookAnswer, WebhookNotAnswered>
    /** The body of each answer. */
    says: string
  }
>()("@vintem/application/test/Receiver") {}

/** A receiver's answer, and the wait that it asks for in milliseconds. */
export const answered = (status: number, retryAfterMillis: number | null = null): WebhookAnswer => ({
  status,
  retryAfterMillis,
})

const receiverLayer = Layer.effectContext(
  Effect.sync(() => {
    const receiver: Receiver["Service"] = { received: [], answer: () => Effect.succeed(answered(200)), says: "" }
    const send = (message: WebhookMessage) =>
      Effect.flatMap(Clock.currentTimeMillis, (at) => {
        receiver.received.push({ ...message, at })
        return receiver.answer(message)
      })
    const sendAndRead = (message: WebhookMessage) =>
      Effect.map(send(message), (answer) => ({ ...answer, beginning: receiver.says }))
    return Context.make(Receiver, receiver).pipe(
      Context.add(WebhookSender, { send, sendAndRead, check: () => Effect.void }),
    )
  }),
)

const payloadLayer = Layer.succeed(WebhookPayload, {
  encode: ({ id, kind, sequence, order, occurredAt }) =>
    JSON.stringify({ id, kind, sequence, order: order.details.number, status: statusOf(order), occurredAt }),
  encodeTest: (event) => JSON.stringify(event),
})

/** The wait before the first retry of a webhook. */
export const stepMillis = 30_000

/** An address of a hosting provider, from the block for documentation (RFC 5737). */
export const hostingAddress = "203.0.113.7"
/** An ordinary address (RFC 5737). */
export const homeAddress = "198.51.100.7"

/** The time limit of a silent acquirer. */
export const acquirerTimeoutMillis = 10_000
/** After this time a process that claimed a key without an answer counts as dead. */
export const leaseMillis = acquirerTimeoutMillis + 5_000

const booksLayer = Layer.effectContext(
  Effect.gen(function* () {
    const books = yield* SimulatedBooks
    const keys = new Set<AttemptKey>()
    const entries = Effect.suspend(() => Effect.forEach(keys, (key) => Effect.orDie(books.find(key)))).pipe(
      Effect.map((found) => found.flatMap(Option.toArray)),
    )
    const keysOf = (tag: "Charge" | "VoidedKey") =>
      Effect.map(entries, (all) => all.filter(({ _tag }) => _tag === tag).map(({ key }) => key))
    return Context.make(
      SimulatedBooks,
      SimulatedBooks.of({
        ...books,
        add: (entry, card) => {
          keys.add(entry.key)
          return books.add(entry, card)
        },
      }),
    ).pipe(
      Context.add(
        Books,
        Books.of({
          charges: keysOf("Charge"),
          fences: keysOf("VoidedKey"),
          received: Effect.map(entries, (all) =>
            all.reduce(
              (sum, entry) =>
                entry._tag === "Charge" && entry.state === "confirmed" ? sum + Number(entry.amount) : sum,
              0,
            ),
          ),
        }),
      ),
    )
  }),
).pipe(Layer.provide(SimulatedBooks.layerMemory))

const sellerLayer = Layer.effect(
  Seller,
  Effect.gen(function* () {
    const companies = yield* CompanyRepository
    return yield* companies.add(exampleCompany())
  }),
)

/** Opens a shop. The clock is the test's, set to the hour of the stories. */
export const layer = Layer.mergeAll(
  sellerLayer.pipe(Layer.provideMerge(MemoryStorage.layer)),
  AddressLookupNone.layer,
  postLayer,
  receiverLayer,
  payloadLayer,
  WebhookSignerNode.layer,
  DeliveriesInFlight.layer,
  Layer.succeed(WebhookPolicy, {
    stepMillis,
    timeoutMillis: 10_000,
    receiversNow: Effect.map(Clock.currentTimeMillis, instant),
  }),
  SimulatedAcquirer.layer.pipe(Layer.provideMerge(booksLayer)),
  IdentifiersNode.layer,
  SecretsNode.layer(Effect.succeed(onlyKey(Redacted.make(new TextEncoder().encode("a key for fingerprints"))))),
  Layer.succeed(ChargePolicy, { acquirerTimeoutMillis, blockCloud: true }),
  Layer.succeed(HostingAddressDetector, {
    detect: (address) => (address === hostingAddress ? Option.some({ asn: 64_496 }) : Option.none()),
    snapshotDate: "2026-03-01",
  }),
  Layer.effectDiscard(TestClock.setTime(examplePlacedAt)),
  Logger.layer([]),
)

export type Shop = Layer.Success<typeof layer>

/** Runs work that is no test of its own, for example a run of a law, in its own shop. */
export const inNewShop = <A, E>(work: Effect.Effect<A, E, Shop | Scope.Scope>): Promise<A> =>
  work.pipe(Effect.provide(Layer.provideMerge(layer, TestClock.layer())), Effect.scoped, Effect.runPromise)

// Requests

/** The cards of the sandbox, by the outcome of a charge. */
export const cards = {
  approved: "4242424242424242",
  refused: "4000000000000002",
  held: "4000000000009235",
  /** The acquirer answers with a server error, and charges nothing. */
  failing: "4000000000000119",
  /** Charged, and the answer never arrives. */
  silent: "4000000000000101",
  /** Charged by its number, refused by its token. */
  approvedOnce: "4000000000000341",
} as const

export const pix = (expiration: number | null = null): OrderPayment => ({ _tag: "pix", expiration })

export const slip = (expiration: number | null = null): OrderPayment => ({ _tag: "bank_slip", expiration })

export const card = (number: string, installments = 1): OrderPayment => ({
  _tag: "credit",
  installments: InstallmentCount.make(installments),
  card: { _tag: "new", details: cardDetails(number) },
})

export const savedCard = (token: SavedCardToken): OrderPayment => ({
  _tag: "credit",
  installments: InstallmentCount.make(1),
  card: { _tag: "saved", token },
})

const cardDetails = (number: string): CardDetails =>
  Result.getOrThrow(
    parseCardDetails(
      { holder: "MARIA EXEMPLO", number, expiration: "12/2099", security: "123" },
      saoPauloDate(examplePlacedAt),
    ),
  )

/**
 * A story's changes of the default request: R$ 100,00 by the example customer, without a key, from an ordinary address.
 */
export interface Wish {
  readonly order?: Partial<SingleOrder>
  readonly key?: string
  /** The request's fingerprint, if it differs from the default. */
  readonly fingerprint?: string
  readonly clientAddress?: string
  readonly company?: Company
}

const keyedRequest = (company: Company, key: string, fingerprint = "the same body"): KeyedRequest => ({
  company: company.id,
  scope: "company",
  key,
  fingerprint,
})

/** Places an order and lets time pass if the acquirer is silent. */
export const place = (payment: OrderPayment, wish: Wish = {}) => inTime(request(payment, wish))

/** Places an order without touching the clock. */
export const request = Effect.fnUntraced(function* (payment: OrderPayment, wish: Wish = {}) {
  const seller = yield* Seller
  const company = wish.company ?? seller
  const asked: PlaceSingleOrder = {
    company,
    order: {
      customerId: null,
      customer: exampleCustomer,
      address: exampleAddress,
      items: [
        { productId: null, sku: "curso", title: "Curso", unitPrice: centavos(10_000), priceCost: null, quantity: 1 },
      ],
      discount: zero,
      amount: centavos(10_000),
      payment,
      ...wish.order,
    },
    keyed: wish.key === undefined ? null : keyedRequest(company, wish.key, wish.fingerprint),
    encode: answerOf,
  }
  return yield* Effect.provideService(placeSingleOrder(asked), RequestOrigin, {
    ...noOrigin,
    address: wish.clientAddress ?? null,
  })
})

/** Lets all work finish. If a fiber still waits for an acquirer without an answer, lets it time out. */
export const inTime = Effect.fnUntraced(function* <A, E, R>(work: Effect.Effect<A, E, R>) {
  const working = yield* Effect.forkChild(work)
  yield* untilAtRest
  if (working.pollUnsafe() === undefined) yield* TestClock.adjust(acquirerTimeoutMillis)
  return yield* Fiber.join(working)
})

/** Runs until every fiber waits for the clock, or for good. */
export const untilAtRest = Effect.repeat(Effect.yieldNow, { times: 50 })

const answerOf = (outcome: PlaceOrderOutcome<SingleOrderRefusal>): StoredAnswer =>
  outcome._tag === "Placed"
    ? { status: 200, body: JSON.stringify(summaryOf(outcome.order)) }
    : { status: 422, body: JSON.stringify(outcome._tag === "Refused" ? outcome.refusal : outcome) }

const summaryOf = (order: Order) => ({
  number: order.details.number,
  status: statusOf(order),
  captured: capturedOf(order),
  attempts: order.attempts.map(({ facts, tid }) => ({ state: attemptState(facts), tid })),
})

// Results

/** All orders of the company, first placed first. */
export const allOrders = Effect.gen(function* () {
  const orders = yield* OrderRepository
  const { id } = yield* Seller
  const page = yield* orders.list(id, {}, { page: PageNumber.make(1), size: 1_000_000 })
  return page.entries.map(({ order }) => order).toReversed()
})

/** The only order of a story. */
export const onlyOrder = Effect.gen(function* () {
  const [order, ...more] = yield* allOrders
  if (order === undefined || more.length > 0) return yield* Effect.die(new Error("This story has one order."))
  return order
})

/** The only attempt of an order. */
export const onlyAttempt = (order: Order) => {
  const [attempt, ...more] = order.attempts
  if (attempt === undefined || more.length > 0) throw new Error("This order has one attempt.")
  return attempt
}

export const allCustomers = Effect.gen(function* () {
  const customers = yield* CustomerRepository
  const { id } = yield* Seller
  return (yield* customers.list(id, {}, { page: PageNumber.make(1), size: 1_000 })).entries
})

/** True if the order's card can be charged again. */
export const isCardKept = Effect.fnUntraced(function* (order: Order) {
  const kept = yield* SavedCardRepository
  const token = cardOf(onlyAttempt(order))?.token
  return token !== undefined && Option.isSome(yield* kept.find(order.details.company, token))
})

/** True if the log of an order folds to the stored order. */
export const isLogComplete = Effect.fnUntraced(function* (order: Order) {
  const orders = yield* OrderRepository
  const folded = fold(orderMachine, yield* orders.history(order.details.company, order.details.number))
  return JSON.stringify(folded) === JSON.stringify(order)
})

/** Asks the acquirer about every attempt with an unknown outcome, like the background work. */
export const reconcile = Effect.gen(function* () {
  for (const { attempts, details } of yield* allOrders) {
    for (const attempt of attempts) {
      const state = attemptState(attempt.facts)
      if (state === "sent" || state === "unknown") {
        yield* recordReports(details.company, details.number, [yield* resolveOutcome(details.company, attempt)])
      }
    }
  }
})

/** Runs an effect with a clock that is so many milliseconds ahead. */
export const later =
  (millis: number) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(Clock.Clock, (clock) =>
      Effect.provideService(effect, Clock.Clock, {
        ...clock,
        currentTimeMillisUnsafe: () => clock.currentTimeMillisUnsafe() + millis,
        currentTimeMillis: Effect.map(clock.currentTimeMillis, (now) => now + millis),
      }),
    )

export const now = Effect.map(Clock.currentTimeMillis, instant)
