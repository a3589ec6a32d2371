/**
 * Stories of notifications: each is stored once, in the commit of its change, and sent until the receiver has it or it
 * is given up.
 */
import { describe, expect, it } from "@effect/vitest"
import { instant } from "@vintem/domain/calendar"
import { CaseKey, firstAttempt } from "@vintem/domain/identifiers"
import { centavos } from "@vintem/domain/money"
import { evolve, isDefaultWebhookKind, placed, statusOf, type WebhookKind, webhooksOf } from "@vintem/domain/order"
import {
  CompanyRepository,
  JobQueue,
  OrderRepository,
  PaymentLinkRepository,
  Secrets,
  StorageUnavailable,
  UnitOfWork,
  WebhookDeliveryRepository,
  WebhookEndpointRepository,
} from "@vintem/domain/ports"
import { longTailWaitsMillis } from "@vintem/domain/webhook"
import { exampleCompany, exampleCustomer, exampleLinkCreated } from "@vintem/testing"
import { Deferred, Effect, Fiber, Option } from "effect"
import { TestClock } from "effect/testing"
import {
  deliverDue,
  enableWebhook,
  forgetOld,
  orderByLink,
  RetentionPolicy,
  recordReports,
  redeliverWebhook,
  replayWebhooks,
  retryDeadJob,
  rotateWebhook,
  runDueJobs,
} from "../src/index.ts"
import { logged } from "./logged.ts"
import { cancel, deadJobs, hearOfCase, hearOfPayment, refund } from "./operator.ts"
import { type Boundary, processDyingAt, processMetAt, processWith } from "./process.ts"
import {
  answering,
  configure,
  deliverFor,
  deliveriesOf,
  doAll,
  idsReceived,
  shownOf,
  silence,
  url,
} from "./receivers.ts"
import {
  allOrders,
  answered,
  card,
  cards,
  homeAddress,
  layer,
  now,
  onlyOrder,
  pix,
  place,
  Receiver,
  Seller,
  type Shop,
  stepMillis,
  untilAtRest,
} from "./shop.ts"
import { day } from "./subscribers.ts"

/** Another URL of the webhook. */
const other = "https://nova.example.com/avisos"

const minute = 60_000
const hour = 3_600_000

const story = <A, E>(work: Effect.Effect<A, E, Shop>) => Effect.provide(work, layer)

/** The stored deliveries of the only order. */
const kept = Effect.flatMap(onlyOrder, ({ details }) => deliveriesOf(details.number))

const onlyKept = Effect.flatMap(kept, ([delivery, ...more]) =>
  delivery === undefined || more.length > 0
    ? Effect.die(new Error("One delivery was kept."))
    : Effect.succeed(delivery),
)

const endpoint = Effect.flatMap(Seller, ({ id }) =>
  Effect.flatMap(WebhookEndpointRepository, ({ find }) => Effect.map(find(id), Option.getOrThrow)),
)

/** An order with an acquirer that refuses: one notification, `unpaid`. */
const refusedOrder = place(card(cards.refused))

const committed = <A, E, R>(unit: Effect.Effect<A, E, R>) => Effect.flatMap(UnitOfWork, ({ commit }) => commit(unit))

const redeliver = Effect.fnUntraced(function* (id: Parameters<typeof redeliverWebhook>[0]["id"]) {
  const { id: company } = yield* Seller
  return yield* committed(redeliverWebhook({ company, id }))
})

const replay = Effect.fnUntraced(function* (from: number, before: number, kinds?: ReadonlyArray<WebhookKind>) {
  const { id: company } = yield* Seller
  const stretch = { from: instant(from), before: instant(before), ...(kinds === undefined ? {} : { kinds }) }
  return yield* committed(replayWebhooks({ company, stretch }))
})

/** A payer who leaves a contact and does not pay. */
const contactLeft = Effect.gen(function* () {
  const company = yield* Seller
  const links = yield* PaymentLinkRepository
  const { details, ...created } = exampleLinkCreated({ terms: { expiredAt: null } })
  yield* links.add([{ ...created, details: { ...details, company: company.id } }])
  yield* orderByLink({
    company,
    slug: details.slug,
    customer: exampleCustomer,
    address: null,
    payment: null,
    visitor: homeAddress,
    total: null,
    keyed: null,
    encode: (outcome) => ({ status: 200, body: outcome._tag }),
  })
})

const lives: ReadonlyArray<{
  readonly title: string
  readonly life: Effect.Effect<unknown, unknown, Shop>
  readonly kinds: ReadonlyArray<WebhookKind>
}> = [
  { title: "a card that is refused", life: refusedOrder, kinds: ["unpaid"] },
  {
    title: "a card that is charged, then a refund in two parts",
    life: Effect.gen(function* () {
      yield* place(card(cards.approved))
      yield* refund(4_000)
      yield* refund(null)
    }),
    kinds: ["paid", "refund"],
  },
  {
    title: "a Pix that is paid, and charged back",
    life: Effect.gen(function* () {
      yield* place(pix())
      yield* hearOfPayment(1)
      yield* hearOfPayment(1)
      yield* hearOfCase("opened")
      yield* hearOfCase("taken")
      yield* hearOfCase("lost")
    }),
    kinds: ["waiting_payment", "paid", "chargeback"],
  },
  {
    title: "a Pix that runs out, and is paid all the same",
    life: Effect.gen(function* () {
      yield* place(pix())
      yield* deliverFor(day)
      yield* hearOfPayment(1)
    }),
    kinds: ["waiting_payment", "unpaid", "paid"],
  },
  {
    title: "a Pix that is withdrawn",
    life: Effect.andThen(place(pix()), cancel()),
    kinds: ["waiting_payment", "canceled"],
  },
  { title: "a contact without a payment", life: Effect.andThen(contactLeft, deliverFor(day)), kinds: ["abandoned"] },
]

describe("a notification", () => {
  it.effect.each(lives)("is stored for reported changes, once: $title", ({ life, kinds }) =>
    story(
      Effect.gen(function* () {
        yield* configure()
        yield* life
        yield* deliverFor(day)
        const { details } = yield* onlyOrder
        const { history } = yield* OrderRepository
        const [first, ...changes] = yield* history(details.company, details.number)
        if (first?._tag !== "OrderPlaced") throw new Error("A log begins with the placing.")
        let order = placed(first)
        const told = changes.flatMap((event) => {
          if (event._tag === "OrderPlaced") return []
          const before = order
          order = evolve(before, event)
          return webhooksOf(before, event, order)
            .filter(isDefaultWebhookKind)
            .map((kind) => ({ kind, occurredAt: event.at, status: statusOf(order) }))
        })
        const deliveries = yield* deliveriesOf(details.number)
        expect(told.map(({ kind }) => kind)).toEqual(kinds)
        expect(deliveries.map(({ event: { body, ...event } }) => ({ ...event, body: JSON.parse(body) }))).toEqual(
          told.map(({ kind, occurredAt, status }, index) => {
            const [id, sequence] = [`evt_${details.number}_${index + 1}`, index + 1]
            const body = { id, kind, sequence, order: details.number, status, occurredAt }
            return { id, company: details.company, order: details.number, sequence, kind, occurredAt, body }
          }),
        )
        expect(deliveries.map(({ state }) => state)).toEqual(kinds.map(() => "delivered"))
        expect(yield* idsReceived).toEqual(deliveries.map(({ event }) => event.id))
      }),
    ),
  )

  it("can be of every kind", () => {
    expect(new Set(lives.flatMap(({ kinds }) => kinds)).size).toBe(7)
  })

  it.effect("is not stored for a company without a webhook, nor later for earlier changes", () =>
    story(
      Effect.gen(function* () {
        const { remove } = yield* WebhookEndpointRepository
        yield* place(pix())
        yield* configure()
        yield* hearOfPayment(1)
        yield* doAll
        yield* remove((yield* Seller).id)
        yield* refund(null)
        yield* configure()
        yield* deliverFor(day)
        expect((yield* kept).map(({ event }) => [event.kind, event.sequence])).toEqual([["paid", 1]])
        expect((yield* Receiver).received).toHaveLength(1)
      }),
    ),
  )

  it.effect("is stored in the commit of the change, or neither is, whenever the process dies", () =>
    Effect.gen(function* () {
      const begun = Effect.gen(function* () {
        yield* configure()
        yield* place(pix())
        yield* deliverFor(0)
        const { company, number } = (yield* onlyOrder).details
        const at = yield* now
        const work = recordReports(company, number, [
          { _tag: "AttemptUpdate", attempt: firstAttempt, fact: "confirmed", report: {}, at },
        ])
        return { work }
      })
      const boundaries = yield* story(watched(begun))
      expect(boundaries.map(({ name }) => name)).toContain("before WriteSets.commit")
      const ends = new Set<string>()
      for (const position of boundaries.keys()) {
        yield* story(
          Effect.gen(function* () {
            const { work } = yield* begun
            const dying = yield* processDyingAt((_, met) => met === position)
            yield* Effect.forkDetach(dying(work))
            yield* untilAtRest
            const status = statusOf(yield* onlyOrder)
            const kinds = (yield* kept).map(({ event }) => event.kind)
            ends.add(status)
            expect(kinds).toEqual(status === "paid" ? ["waiting_payment", "paid"] : ["waiting_payment"])
            yield* deliverFor(0)
            expect(yield* idsReceived).toHaveLength(kinds.length)
          }),
        )
      }
      expect(ends).toEqual(new Set(["waiting_payment", "paid"]))
    }),
  )

  it.effect("has its place in the sequence of its order, without a gap, however many changes are concurrent", () =>
    story(
      Effect.gen(function* () {
        yield* configure()
        yield* place(card(cards.approved))
        const { company, number } = (yield* onlyOrder).details
        const at = yield* now
        const changes = Array.from({ length: 30 }, (_, index) =>
          Effect.gen(function* () {
            const process = yield* processWith(({ isInUnit }) => (isInUnit ? Effect.void : Effect.yieldNow))
            return yield* process(
              recordReports(company, number, [
                {
                  _tag: "CaseUpdate",
                  case: CaseKey.make(`case${index}`),
                  attempt: firstAttempt,
                  amount: centavos(100),
                  fact: "taken",
                  at,
                },
              ]),
            )
          }),
        )
        yield* Effect.all(changes, { concurrency: "unbounded" })
        const events = (yield* kept).map(({ event }) => event)
        expect(events.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 31 }, (_, index) => index + 1))
        yield* deliverFor(0)
        expect(yield* idsReceived).toEqual(events.map(({ id }) => id))
      }),
    ),
  )
})

/** The boundaries that some work passes. */
const watched = Effect.fnUntraced(function* <E, R>(
  begun: Effect.Effect<{ readonly work: Effect.Effect<unknown, E, R> }, unknown, Shop>,
) {
  const { work } = yield* begun
  const boundaries: Array<Boundary> = []
  const process = yield* processWith((boundary) =>
    Effect.sync(() => {
      boundaries.push(boundary)
    }),
  )
  yield* process(work)
  return boundaries
})

describe("an attempt", () => {
  it.effect("sends the stored bytes, with the same id and a signature of the moment", () =>
    story(
      Effect.gen(function* () {
        yield* configure()
        yield* answering(500)
        yield* place(pix())
        yield* deliverFor(stepMillis)
        yield* hearOfPayment(1)
        yield* answering(200)
        yield* deliverFor(hour)
        const [first, second] = yield* kept
        const { received } = yield* Receiver
        expect(received.map(({ body }) => body)).toEqual(
          [first, first, first, second].map((delivery) => delivery?.event.body),
        )
        expect(JSON.parse(received[2]?.body ?? "").status).toBe("waiting_payment")
        const stamps = received.map(({ headers }) => headers["webhook-timestamp"])
        expect(stamps).toEqual(received.map(({ at }) => String(Math.floor(at / 1_000))))
        expect(new Set(received.map(({ headers }) => headers["webhook-signature"])).size).toBe(4)
        expect(new Set((yield* idsReceived).slice(0, 3)).size).toBe(1)
        expect(received.every((message) => message.url === url)).toBe(true)
        expect(new Set(received.map(({ headers }) => headers["content-type"]))).toEqual(new Set(["application/json"]))
      }),
    ),
  )

  it.effect("is signed by both secrets for a day after a replacement", () =>
    story(
      Effect.gen(function* () {
        const { company } = yield* configure()
        const secret = yield* (yield* Secrets).newWebhookSecret
        yield* committed(rotateWebhook(company, { secret, at: yield* now }))
        yield* refusedOrder
        yield* deliverFor(day)
        yield* refusedOrder
        yield* deliverFor(0)
        const signatures = (yield* Receiver).received.map(
          ({ headers }) => headers["webhook-signature"]?.split(" ").length,
        )
        expect(signatures).toEqual([2, 1])
      }),
    ),
  )

  it.effect("goes to the webhook's current URL", () =>
    story(
      Effect.gen(function* () {
        yield* configure()
        yield* answering(500)
        yield* refusedOrder
        yield* deliverFor(0)
        yield* configure({ url: "https://outra.example.com" })
        yield* deliverFor(stepMillis)
        expect((yield* Receiver).received.map((message) => message.url)).toEqual([url, "https://outra.example.com"])
      }),
    ),
  )
})

describe("the retry schedule of a delivery", () => {
  /** The times of the only notification, from the first attempt on. */
  const times = Effect.map(Receiver, ({ received }) => received.map(({ at }) => at - (received[0]?.at ?? 0)))

  it.effect("is one attempt and three retries, one, two and three steps after each failure, and then failed", () =>
    story(
      Effect.gen(function* () {
        yield* configure()
        yield* silence
        yield* refusedOrder
        yield* deliverFor(0)
        expect(yield* onlyKept).toMatchObject({ state: "pending", nextAttemptAt: (yield* now) + stepMillis })
        yield* deliverFor(day)
        expect(yield* times).toEqual([0, 1, 3, 6].map((steps) => steps * stepMillis))
        const error = "not_connected: ECONNREFUSED"
        expect(shownOf(yield* onlyKept)).toEqual({
          kind: "unpaid",
          state: "failed",
          attempts: [error, error, error, error],
        })
        expect(yield* onlyKept).toMatchObject({ nextAttemptAt: null, endedAt: (yield* now) - day + 6 * stepMillis })
      }),
    ),
  )

  it.effect("counts its waits from when the failure was known", () =>
    story(
      Effect.gen(function* () {
        yield* configure()
        const receiver = yield* Receiver
        receiver.answer = () => Effect.delay(Effect.succeed(answered(500)), 7_000)
        yield* refusedOrder
        for (const wait of [0, 1, 2, 3]) {
          yield* TestClock.adjust(wait * stepMillis)
          const working = yield* Effect.forkChild(deliverDue())
          yield* untilAtRest
          yield* TestClock.adjust(7_000)
          yield* Fiber.join(working)
        }
        expect(yield* times).toEqual([0, 37_000, 104_000, 201_000])
        const { attempts, state } = yield* onlyKept
        expect(attempts.map(({ durationMillis }) => durationMillis)).toEqual([7_000, 7_000, 7_000, 7_000])
        expect(state).toBe("failed")
      }),
    ),
  )

  it.effect.each([200, 204, 299])("ends with the first %s", (status) =>
    story(
      Effect.gen(function* () {
        yield* configure()
        yield* answering(500)
        yield* refusedOrder
        yield* deliverFor(0)
        yield* answering(status)
        yield* deliverFor(day)
        expect(shownOf(yield* onlyKept)).toEqual({ kind: "unpaid", state: "delivered", attempts: [500, status] })
      }),
    ),
  )

  it.effect.each([301, 302, 400, 404, 500])("continues after a %s", (status) =>
    story(
      Effect.gen(function* () {
        yield* configure()
        yield* answering(status)
        yield* refusedOrder
        yield* deliverFor(day)
        expect(yield* times).toHaveLength(4)
      }),
    ),
  )

  it.effect("ends with 410, and so does the webhook", () =>
    story(
      Effect.gen(function* () {
        yield* configure()
        yield* answering(410)
        yield* place(pix())
        yield* deliverFor(0)
        expect(yield* endpoint).toMatchObject({ isEnabled: false, disabled: { because: "gone", at: yield* now } })
        yield* hearOfPayment(1)
        yield* deliverFor(day)
        expect((yield* kept).map(shownOf)).toEqual([
          { kind: "waiting_payment", state: "failed", attempts: [410] },
          { kind: "paid", state: "failed", attempts: ["the webhook is disabled"] },
        ])
        expect(yield* times).toHaveLength(1)
      }),
    ),
  )

  it.effect.each([
    [429, 5 * minute, [0, 5, 10, 15].map((minutes) => minutes * minute)],
    [503, 80_000, [0, 80_000, 160_000, 250_000]],
    [503, 100, [0, 30_000, 90_000, 180_000]],
    [429, 2 * day, [0, 1, 2, 3].map((hours) => hours * hour)],
    [500, 5 * minute, [0, 30_000, 90_000, 180_000]],
  ] as const)(
    "after a %s waits the %s ms that the receiver asks for, at most an hour, and at least the usual wait",
    ([status, asked, at]) =>
      story(
        Effect.gen(function* () {
          yield* configure()
          yield* answering(status, asked)
          yield* refusedOrder
          yield* deliverFor(day)
          expect(yield* times).toEqual(at)
          expect((yield* onlyKept).state).toBe("failed")
        }),
      ),
  )

  it.effect("continues for days if the company wants that", () =>
    story(
      Effect.gen(function* () {
        yield* configure({ tail: true })
        yield* silence
        yield* refusedOrder
        yield* deliverFor(hour)
        expect((yield* onlyKept).state).toBe("pending")
        yield* deliverFor(10 * day)
        const tail = longTailWaitsMillis.map((_, index) =>
          longTailWaitsMillis.slice(0, index + 1).reduce((sum, wait) => sum + wait, 0),
        )
        expect(yield* times).toEqual(
          [0, 1, 3, 6].map((steps) => steps * stepMillis).concat(tail.map((wait) => wait + 6 * stepMillis)),
        )
        expect(yield* onlyKept).toMatchObject({ state: "failed", tries: 11 })
        // One failing event counts once, however long it is tried.
        expect(yield* endpoint).toMatchObject({ failuresInRow: 1 })
      }),
    ),
  )

  it.effect("can succeed in the long tail", () =>
    story(
      Effect.gen(function* () {
        yield* configure({ tail: true })
        yield* silence
        yield* refusedOrder
        yield* deliverFor(12 * hour)
        yield* answering(200)
        yield* deliverFor(10 * day)
        expect(yield* onlyKept).toMatchObject({ state: "delivered", tries: 7 })
        expect(yield* endpoint).toMatchObject({ failuresInRow: 0 })
      }),
    ),
  )
})

describe("the order of deliveries", () => {
  /** Answers 500 to notifications of the order with this number, 200 to all else. */
  const failingFor = Effect.fnUntraced(function* (order: string) {
    const receiver = yield* Receiver
    receiver.answer = ({ body }) => Effect.succeed(answered(JSON.parse(body).order === order ? 500 : 200))
  })

  /** An order whose Pix is paid while its notification fails, and another order. */
  const twoOrders = Effect.fnUntraced(function* (tail: boolean) {
    yield* configure({ tail })
    yield* place(pix(60))
    const { number } = (yield* onlyOrder).details
    yield* failingFor(number)
    yield* deliverFor(0)
    yield* hearOfPayment(1)
    yield* refusedOrder
    const other = (yield* allOrders).at(-1)?.details.number ?? ""
    return { number, first: `evt_${number}_1`, second: `evt_${number}_2`, other: `evt_${other}_1` }
  })

  it.effect("is that of the changes within an order, while others overtake it", () =>
    story(
      Effect.gen(function* () {
        const { first, second, other } = yield* twoOrders(false)
        yield* deliverFor(0)
        expect(yield* idsReceived).toEqual([first, other])
        yield* deliverFor(stepMillis)
        yield* answering(200)
        yield* deliverFor(2 * stepMillis)
        expect(yield* idsReceived).toEqual([first, other, first, first, second])
      }),
    ),
  )

  it.effect.each([false, true])(
    "is free again after the retry schedule of the previous one is over (with a long tail: %s)",
    (tail) =>
      story(
        Effect.gen(function* () {
          const { number, first, second, other } = yield* twoOrders(tail)
          yield* deliverFor(6 * stepMillis)
          expect(yield* idsReceived).toEqual([first, other, first, first, first, second])
          const [before, after] = yield* deliveriesOf(number)
          expect([before?.state, after?.state]).toEqual([tail ? "pending" : "failed", "pending"])
          expect((yield* Receiver).received.at(-1)?.at).toBe(before?.attempts.at(-1)?.at)
        }),
      ),
  )
})

describe("a receiver that fails again and again", () => {
  const failing = (count: number) =>
    Effect.gen(function* () {
      yield* silence
      for (let one = 0; one < count; one += 1) yield* refusedOrder
      yield* deliverFor(hour)
    })

  it.effect("gets no more events after twenty failed ones in a row, until it is enabled", () =>
    story(
      Effect.gen(function* () {
        yield* configure()
        expect(yield* logged(failing(19))).toEqual([])
        expect(yield* endpoint).toMatchObject({ isEnabled: true, failuresInRow: 19 })
        // The last of the twentieth's attempts disables it, with one line in the log.
        const lines = yield* logged(failing(1))
        expect(lines).toEqual([expect.stringMatching(/^Warn .*a webhook was disabled.*"because":"failing"/u)])
        expect(yield* endpoint).toMatchObject({ isEnabled: false, disabled: { because: "failing" } })
        const { received } = yield* Receiver
        yield* answering(200)
        yield* refusedOrder
        yield* deliverFor(hour)
        expect(received).toHaveLength(80)
        yield* enableWebhook((yield* Seller).id)
        expect(yield* endpoint).toMatchObject({ isEnabled: true, disabled: null, failuresInRow: 0 })
        yield* refusedOrder
        yield* deliverFor(hour)
        expect(received).toHaveLength(81)
      }),
    ),
  )

  it.effect("counts failures from zero after each delivered event", () =>
    story(
      Effect.gen(function* () {
        yield* configure()
        yield* failing(19)
        yield* answering(200)
        yield* refusedOrder
        yield* deliverFor(0)
        expect(yield* endpoint).toMatchObject({ failuresInRow: 0 })
        yield* failing(19)
        expect(yield* endpoint).toMatchObject({ isEnabled: true, failuresInRow: 19 })
      }),
    ),
  )

  it.effect.each([
    { title: "by turns", all: "bg".repeat(20), inRow: 0 },
    { title: "by turns, and three more", all: `${"bg".repeat(20)}bbb`, inRow: 3 },
    { title: "nineteen, and one that arrives", all: `${"b".repeat(19)}g`, inRow: 0 },
  ])(
    "counts failures from zero after each delivered event, however many are recorded together: $title",
    ({ all, inRow }) =>
      story(
        Effect.gen(function* () {
          yield* configure()
          const bad = new Set<string>()
          const receiver = yield* Receiver
          receiver.answer = ({ headers }) =>
            Effect.sync(() => answered(bad.has(headers["webhook-id"] ?? "") ? 500 : 200))
          const start = yield* now
          // The failing ones reach their last attempt when the others reach their first.
          for (const [position, one] of [...all].entries()) {
            if (one !== "b") continue
            yield* TestClock.setTime(start + position)
            yield* refusedOrder
            bad.add(`evt_${(yield* allOrders).at(-1)?.details.number}_1`)
            yield* deliverFor(0)
          }
          yield* deliverFor(start + 6 * stepMillis - 1 - (yield* now))
          for (const [position, one] of [...all].entries()) {
            if (one !== "g") continue
            yield* TestClock.setTime(start + 6 * stepMillis + position)
            yield* refusedOrder
          }
          yield* TestClock.setTime(start + 6 * stepMillis + all.length)
          const before = receiver.received.length
          yield* doAll
          const sent = receiver.received.slice(before).map(({ headers }) => headers["webhook-id"] ?? "")
          expect(sent.map((id) => (bad.has(id) ? "b" : "g")).join("")).toBe(all)
          expect(yield* endpoint).toMatchObject({ isEnabled: true, failuresInRow: inRow })
        }),
      ),
  )

  it.effect("misses later events: they are stored as failed, and sent in a replay", () =>
    story(
      Effect.gen(function* () {
        yield* configure()
        yield* failing(20)
        const disabledAt = yield* now
        yield* answering(200)
        yield* refusedOrder
        yield* deliverFor(hour)
        const missed = (yield* deliveriesOf(
          (yield* allOrders).at(-1)?.details.number ?? (yield* onlyOrder).details.number,
        )).at(0)
        expect(missed).toMatchObject({
          state: "failed",
          attempts: [{ error: "the webhook is disabled", status: null }],
        })
        yield* enableWebhook((yield* Seller).id)
        const { received } = yield* Receiver
        const before = received.length
        expect(yield* replay(disabledAt, (yield* now) + 1)).toBe(1)
        yield* deliverFor(hour)
        expect((yield* idsReceived).slice(before)).toEqual([missed?.event.id])
      }),
    ),
  )

  it.effect("stores pending events as failed when the webhook is removed", () =>
    story(
      Effect.gen(function* () {
        yield* configure()
        yield* silence
        yield* refusedOrder
        yield* deliverFor(0)
        yield* (yield* WebhookEndpointRepository).remove((yield* Seller).id)
        yield* deliverFor(day)
        expect(shownOf(yield* onlyKept).attempts).toEqual(["not_connected: ECONNREFUSED", "no webhook is configured"])
        expect((yield* onlyKept).state).toBe("failed")
      }),
    ),
  )
})

describe("a webhook that is changed", () => {
  /** An event whose attempt is on its way to the first URL, which answers this when it is released. */
  const onItsWay = Effect.fnUntraced(function* (status: number) {
    yield* configure()
    const answer = yield* Deferred.make<void>()
    const receiver = yield* Receiver
    receiver.answer = (message) =>
      message.url === url ? Effect.as(Deferred.await(answer), answered(status)) : Effect.succeed(answered(200))
    yield* refusedOrder
    const working = yield* Effect.forkChild(deliverDue())
    yield* untilAtRest
    return { arrive: Effect.andThen(Deferred.succeed(answer, undefined), Fiber.join(working)) }
  })

  it.effect("is not disabled by a 410 of its former URL", () =>
    story(
      Effect.gen(function* () {
        const { arrive } = yield* onItsWay(410)
        yield* configure({ url: other })
        yield* arrive
        expect(yield* endpoint).toMatchObject({ url: other, isEnabled: true, disabled: null })
        yield* refusedOrder
        yield* deliverFor(0)
        expect((yield* Receiver).received.map((message) => message.url)).toEqual([url, other])
      }),
    ),
  )

  it.effect("counts its own failures, not those of its former URL", () =>
    story(
      Effect.gen(function* () {
        yield* configure()
        yield* silence
        yield* refusedOrder
        yield* deliverFor(6 * stepMillis - 1)
        expect((yield* onlyKept).tries).toBe(3)
        const answer = yield* Deferred.make<void>()
        ;(yield* Receiver).answer = () => Effect.as(Deferred.await(answer), answered(500))
        yield* TestClock.adjust(1)
        const working = yield* Effect.forkChild(deliverDue())
        yield* untilAtRest
        yield* configure({ url: other })
        yield* Deferred.succeed(answer, undefined)
        yield* Fiber.join(working)
        expect((yield* onlyKept).state).toBe("failed")
        expect(yield* endpoint).toMatchObject({ url: other, failuresInRow: 0 })
      }),
    ),
  )

  it.effect.each([false, true])(
    "gets no events of its predecessor, unless the company asks for them: tried before %s",
    (wasTried) =>
      story(
        Effect.gen(function* () {
          yield* configure({ tail: true })
          yield* silence
          yield* refusedOrder
          if (wasTried) yield* deliverFor(2 * hour)
          yield* TestClock.adjust(1)
          const before = (yield* Receiver).received.length
          yield* (yield* WebhookEndpointRepository).remove((yield* Seller).id)
          yield* configure({ url: other })
          yield* answering(200)
          yield* deliverFor(day)
          expect((yield* Receiver).received).toHaveLength(before)
          const failed = yield* onlyKept
          expect(failed.state).toBe("failed")
          expect(failed.attempts.at(-1)?.error).toBe("the webhook was configured later")
          yield* redeliver(failed.event.id)
          yield* deliverFor(0)
          expect((yield* Receiver).received.slice(before).map((message) => message.url)).toEqual([other])
          expect((yield* onlyKept).state).toBe("delivered")
        }),
      ),
  )
})

describe("redeliverWebhook", () => {
  it.effect("sends a delivered event again, unchanged with the same id", () =>
    story(
      Effect.gen(function* () {
        yield* configure()
        yield* refusedOrder
        yield* deliverFor(hour)
        const { event } = yield* onlyKept
        expect(yield* redeliver(event.id)).toMatchObject({ state: "pending", nextAttemptAt: yield* now })
        yield* deliverFor(0)
        const { received } = yield* Receiver
        expect(received.map(({ body }) => body)).toEqual([event.body, event.body])
        expect(yield* idsReceived).toEqual([event.id, event.id])
        expect(shownOf(yield* onlyKept)).toMatchObject({ state: "delivered", attempts: [200, 200] })
      }),
    ),
  )

  it.effect("begins the retry schedule of a failed delivery again", () =>
    story(
      Effect.gen(function* () {
        yield* configure()
        yield* silence
        yield* refusedOrder
        yield* deliverFor(day)
        yield* redeliver((yield* onlyKept).event.id)
        yield* deliverFor(day)
        expect((yield* Receiver).received).toHaveLength(8)
        expect(yield* onlyKept).toMatchObject({ state: "failed", tries: 4 })
      }),
    ),
  )

  it.effect("keeps the ordering key of a pending delivery, and begins its retry schedule again", () =>
    story(
      Effect.gen(function* () {
        yield* configure()
        yield* silence
        yield* place(pix(60))
        yield* deliverFor(stepMillis)
        yield* hearOfPayment(1)
        const [first, second] = yield* kept
        if (first === undefined || second === undefined) throw new Error("Two were kept.")
        expect(first.tries).toBe(2)
        const again = yield* redeliver(first.event.id)
        expect(again).toMatchObject({ tries: 0, nextAttemptAt: yield* now })
        yield* deliverFor(6 * stepMillis - 1)
        expect(yield* idsReceived).toEqual(Array(5).fill(first.event.id))
        yield* deliverFor(1)
        expect((yield* idsReceived).slice(5)).toEqual([first.event.id, second.event.id])
      }),
    ),
  )

  it.effect("does not wait for the time that the receiver asked for", () =>
    story(
      Effect.gen(function* () {
        yield* configure()
        yield* answering(503, hour)
        yield* place(pix(60))
        yield* hearOfPayment(1)
        yield* deliverFor(0)
        const ids = (yield* kept).map(({ event }) => event.id)
        yield* answering(200)
        yield* redeliver(ids[0] ?? (yield* onlyKept).event.id)
        yield* deliverFor(0)
        expect(yield* idsReceived).toEqual([ids[0], ...ids])
      }),
    ),
  )

  it.effect.each([500, 200])(
    "keeps a delivery in flight in its place among the deliveries of its order: %i",
    (status) =>
      story(
        Effect.gen(function* () {
          yield* configure()
          const answer = yield* Deferred.make<void>()
          const receiver = yield* Receiver
          receiver.answer = () => Effect.as(Deferred.await(answer), answered(status))
          yield* place(pix(60))
          const working = yield* Effect.forkChild(deliverDue())
          yield* untilAtRest
          yield* hearOfPayment(1)
          const [first, second] = yield* kept
          if (first === undefined || second === undefined) throw new Error("Two were kept.")
          yield* TestClock.adjust(1_000)
          yield* redeliver(first.event.id)
          yield* Deferred.succeed(answer, undefined)
          yield* Fiber.join(working)
          yield* answering(200)
          yield* deliverFor(day)
          const sent = status === 200 ? [first, second] : [first, first, second]
          expect(yield* idsReceived).toEqual(sent.map(({ event }) => event.id))
        }),
      ),
  )

  it.effect("is refused if there is no receiver, and a delivered event stays so", () =>
    story(
      Effect.gen(function* () {
        yield* configure()
        yield* refusedOrder
        yield* deliverFor(0)
        const delivered = yield* onlyKept
        yield* answering(410)
        yield* redeliver(delivered.event.id)
        yield* deliverFor(0)
        const { id: company } = yield* Seller
        const refusals = Effect.all([
          Effect.flip(redeliver(delivered.event.id)),
          Effect.flip(Effect.flatMap(now, (to) => replay(0, to + 1))),
        ])
        const before = yield* onlyKept
        expect(yield* refusals).toMatchObject([{ because: "disabled" }, { because: "disabled" }])
        yield* (yield* WebhookEndpointRepository).remove(company)
        expect(yield* refusals).toMatchObject([{ because: "not_configured" }, { because: "not_configured" }])
        yield* deliverFor(day)
        expect(yield* onlyKept).toEqual(before)
      }),
    ),
  )

  it.effect("sends a delivery at once that waits for hours in the long tail", () =>
    story(
      Effect.gen(function* () {
        yield* configure({ tail: true })
        yield* silence
        yield* refusedOrder
        yield* deliverFor(2 * hour)
        const { event, nextAttemptAt } = yield* onlyKept
        expect(nextAttemptAt).toBeGreaterThan((yield* now) + hour)
        yield* answering(200)
        expect(yield* redeliver(event.id)).toMatchObject({ nextAttemptAt: yield* now })
        yield* deliverFor(0)
        expect(yield* onlyKept).toMatchObject({ state: "delivered" })
        yield* deliverFor(10 * day)
        expect((yield* Receiver).received).toHaveLength(6)
      }),
    ),
  )

  it.effect("does not send a delivery in flight twice", () =>
    story(
      Effect.gen(function* () {
        yield* configure()
        const answer = yield* Deferred.make<void>()
        const receiver = yield* Receiver
        receiver.answer = () => Effect.as(Deferred.await(answer), answered(200))
        yield* refusedOrder
        const working = yield* Effect.forkChild(deliverDue())
        yield* untilAtRest
        yield* redeliver((yield* onlyKept).event.id)
        yield* Deferred.succeed(answer, undefined)
        yield* Fiber.join(working)
        yield* deliverFor(day)
        expect(receiver.received).toHaveLength(1)
        expect((yield* onlyKept).state).toBe("delivered")
      }),
    ),
  )

  it.effect("counts the attempt in flight as the first of the new retry schedule", () =>
    story(
      Effect.gen(function* () {
        yield* configure()
        yield* answering(500)
        yield* refusedOrder
        yield* deliverFor(6 * stepMillis - 1)
        expect(yield* onlyKept).toMatchObject({ state: "pending", tries: 3 })
        const answer = yield* Deferred.make<void>()
        const receiver = yield* Receiver
        receiver.answer = () => Effect.as(Deferred.await(answer), answered(500))
        yield* TestClock.adjust(1)
        const working = yield* Effect.forkChild(deliverDue())
        yield* untilAtRest
        yield* redeliver((yield* onlyKept).event.id)
        yield* Deferred.succeed(answer, undefined)
        yield* Fiber.join(working)
        expect(yield* onlyKept).toMatchObject({ state: "pending", tries: 1, nextAttemptAt: (yield* now) + stepMillis })
        yield* deliverFor(day)
        expect(receiver.received).toHaveLength(7)
      }),
    ),
  )

  it.effect("finds no delivery of another company", () =>
    story(
      Effect.gen(function* () {
        const { add } = yield* CompanyRepository
        const other = yield* add(exampleCompany({ name: "Outra" }))
        yield* configure()
        yield* refusedOrder
        yield* deliverFor(0)
        const { event } = yield* onlyKept
        const refusal = yield* Effect.flip(committed(redeliverWebhook({ company: other.id, id: event.id })))
        expect(refusal._tag).toBe("NoSuchDelivery")
        yield* deliverFor(day)
        expect((yield* Receiver).received).toHaveLength(1)
      }),
    ),
  )
})

describe("replayWebhooks", () => {
  it.effect("sends the events of a period, from its first instant to before its end", () =>
    story(
      Effect.gen(function* () {
        yield* configure()
        const begin = yield* now
        for (let one = 0; one < 5; one += 1) {
          yield* refusedOrder
          yield* deliverFor(minute)
        }
        const ids = yield* idsReceived
        expect(yield* replay(begin + minute, begin + 3 * minute)).toBe(2)
        yield* deliverFor(hour)
        expect((yield* idsReceived).slice(5)).toEqual(ids.slice(1, 3))
        expect(yield* replay(begin + 5 * minute, begin + 9 * minute)).toBe(0)
        expect(yield* replay(begin, begin + 9 * minute, ["paid", "refund"])).toBe(0)
        yield* deliverFor(hour)
        expect(yield* idsReceived).toHaveLength(7)
      }),
    ),
  )

  it.effect("sends the wanted kinds, piece by piece, each once and in their order", () =>
    story(
      Effect.gen(function* () {
        yield* configure()
        const begin = yield* now
        for (let one = 0; one < 450; one += 1) {
          yield* one % 9 === 0 ? place(card(cards.approved)) : refusedOrder
          if (one % 7 === 0) yield* TestClock.adjust(1)
        }
        yield* deliverFor(0)
        const { received } = yield* Receiver
        expect(received).toHaveLength(450)
        const wanted = (yield* allOrders)
          .filter((order) => statusOf(order) === "unpaid")
          .map(({ details }) => `evt_${details.number}_1`)
        expect(yield* replay(begin, (yield* now) + 1, ["unpaid", "chargeback"])).toBe(400)
        yield* runDueJobs()
        while ((yield* deliverDue()) > 0);
        expect(new Set((yield* idsReceived).slice(450))).toEqual(new Set(wanted.slice(0, 200)))
        yield* deliverFor(hour)
        expect((yield* idsReceived).slice(450)).toEqual(wanted)
      }),
    ),
  )

  it.effect("does not touch pending deliveries", () =>
    story(
      Effect.gen(function* () {
        yield* configure()
        yield* silence
        yield* refusedOrder
        yield* deliverFor(0)
        yield* replay(0, (yield* now) + 1)
        yield* deliverFor(day)
        expect((yield* Receiver).received).toHaveLength(4)
      }),
    ),
  )

  /** Three delivered events, to be delivered again. */
  const replayBegun = Effect.gen(function* () {
    yield* configure()
    for (let one = 0; one < 3; one += 1) yield* refusedOrder
    yield* deliverFor(hour)
    yield* replay(0, yield* now)
    return { work: runDueJobs() }
  })

  it.effect("continues after its last piece, whenever its worker dies", () =>
    Effect.gen(function* () {
      const boundaries = yield* story(watched(replayBegun))
      for (const position of boundaries.keys()) {
        yield* story(
          Effect.gen(function* () {
            const { work } = yield* replayBegun
            const dying = yield* processDyingAt((_, met) => met === position)
            yield* Effect.forkDetach(dying(work))
            yield* untilAtRest
            yield* deliverFor(hour)
            const ids = yield* idsReceived
            expect(ids.slice(3)).toEqual(ids.slice(0, 3))
          }),
        )
      }
    }),
  )

  it.effect("queues nothing twice if its worker stops and continues after another", () =>
    Effect.gen(function* () {
      const boundaries = yield* story(watched(replayBegun))
      for (const [position, { isInUnit }] of boundaries.entries()) {
        if (isInUnit) continue
        yield* story(
          Effect.gen(function* () {
            const { work } = yield* replayBegun
            const awakening = yield* Deferred.make<void>()
            const process = yield* processMetAt(position, () => Deferred.await(awakening))
            const first = yield* Effect.forkChild(process(work))
            yield* untilAtRest
            yield* deliverFor(hour)
            yield* Deferred.succeed(awakening, undefined)
            yield* Fiber.join(first)
            yield* deliverFor(hour)
            expect(yield* idsReceived).toHaveLength(6)
          }),
        )
      }
    }),
  )
})

describe("a worker that delivers", () => {
  const begun = Effect.gen(function* () {
    yield* configure()
    yield* refusedOrder
    return { work: deliverDue() }
  })

  it.effect("and dies is followed by another: it is sent with the same id, at most once more", () =>
    Effect.gen(function* () {
      const boundaries = yield* story(watched(begun))
      const twice: Array<string> = []
      for (const [position, { name }] of boundaries.entries()) {
        yield* story(
          Effect.gen(function* () {
            const { work } = yield* begun
            const dying = yield* processDyingAt((_, met) => met === position)
            yield* Effect.forkDetach(dying(work))
            yield* untilAtRest
            yield* deliverFor(hour)
            const { received } = yield* Receiver
            const { event, state, attempts } = yield* onlyKept
            expect([state, attempts.length]).toEqual(["delivered", 1])
            expect(new Set(yield* idsReceived)).toEqual(new Set([event.id]))
            expect(new Set(received.map(({ body }) => body))).toEqual(new Set([event.body]))
            expect(received.length).toBeLessThanOrEqual(2)
            if (received.length === 2) twice.push(name)
          }),
        )
      }
      expect(twice[0]).toBe("before UnitOfWork.commit")
      expect(twice).not.toContain("after UnitOfWork.commit")
    }),
  )

  /** Fails with the only event until it is given up. Returns its job. */
  const givenUp = Effect.gen(function* () {
    const { work } = yield* begun
    const receiver = yield* Receiver
    receiver.answer = () => Effect.die(new Error("no header of HTTP"))
    yield* work
    yield* deliverFor(hour)
    expect(receiver.received).toHaveLength(10)
    const [job, ...others] = yield* deadJobs
    if (job === undefined || others.length > 0) throw new Error("One job was given up.")
    return job
  })

  it.effect("and fails ten times gives it up, until it is requested again", () =>
    story(
      Effect.gen(function* () {
        yield* givenUp
        const { event, state, attempts } = yield* onlyKept
        expect([state, attempts.length]).toEqual(["failed", 1])
        expect(attempts.at(0)?.error).toContain("no header of HTTP")
        yield* answering(200)
        yield* redeliver(event.id)
        yield* deliverFor(0)
        expect((yield* onlyKept).state).toBe("delivered")
      }),
    ),
  )

  it.effect("and gave it up sends it after its job is retried", () =>
    story(
      Effect.gen(function* () {
        const { id } = yield* givenUp
        yield* answering(200)
        expect(yield* retryDeadJob(id)).toBe(true)
        expect(yield* onlyKept).toMatchObject({ state: "pending", tries: 0 })
        yield* deliverFor(0)
        expect((yield* onlyKept).state).toBe("delivered")
        expect(yield* retryDeadJob(id)).toBe(false)
      }),
    ),
  )

  it.effect("cannot have a job retried while there is no receiver", () =>
    story(
      Effect.gen(function* () {
        const job = yield* givenUp
        yield* (yield* WebhookEndpointRepository).remove((yield* Seller).id)
        const refusal = yield* Effect.flip(retryDeadJob(job.id))
        expect(refusal).toMatchObject({ _tag: "WebhookOff", because: "not_configured" })
        expect(yield* deadJobs).toEqual([job])
      }),
    ),
  )

  it.effect("gives up an unreadable delivery, too, and later ones of its order are sent", () =>
    story(
      Effect.gen(function* () {
        yield* configure()
        yield* place(pix(60))
        yield* hearOfPayment(1)
        const [first, second] = yield* kept
        if (first === undefined || second === undefined) throw new Error("Two were kept.")
        const deliveries = yield* WebhookDeliveryRepository
        const corrupt = new StorageUnavailable({ fault: "corrupt", operation: "read", cause: new Error("damaged") })
        const damaged = WebhookDeliveryRepository.of({
          ...deliveries,
          find: (company, id) => (id === first.event.id ? Effect.fail(corrupt) : deliveries.find(company, id)),
          findAll: (named) =>
            named.some(({ id }) => id === first.event.id) ? Effect.fail(corrupt) : deliveries.findAll(named),
        })
        yield* Effect.provideService(deliverFor(day), WebhookDeliveryRepository, damaged)
        expect(yield* idsReceived).toEqual([second.event.id])
        expect(yield* deadJobs).toMatchObject([{ claims: 10 }])
      }),
    ),
  )

  it.effect("and stops does not overwrite the worker that continued", () =>
    Effect.gen(function* () {
      const boundaries = yield* story(watched(begun))
      for (const [position, { isInUnit }] of boundaries.entries()) {
        if (isInUnit) continue
        yield* story(
          Effect.gen(function* () {
            const { work } = yield* begun
            const awakening = yield* Deferred.make<void>()
            const process = yield* processMetAt(position, () => Deferred.await(awakening))
            yield* answering(500)
            const first = yield* Effect.forkChild(process(work))
            yield* untilAtRest
            yield* answering(200)
            yield* deliverFor(hour)
            yield* Deferred.succeed(awakening, undefined)
            yield* Fiber.join(first)
            yield* deliverFor(day)
            expect((yield* onlyKept).state).toBe("delivered")
          }),
        )
      }
    }),
  )
})

describe("forgetOld", () => {
  const forget = Effect.provideService(forgetOld(), RetentionPolicy, { millis: 90 * day })

  it.effect("forgets notifications that ended long ago, including failed ones, and nothing else", () =>
    story(
      Effect.gen(function* () {
        const { id: company } = yield* Seller
        const { countOf } = yield* WebhookDeliveryRepository
        yield* configure()
        yield* place(pix())
        const { number } = (yield* onlyOrder).details
        yield* doAll
        yield* silence
        yield* refusedOrder
        yield* deliverFor(hour)
        yield* answering(200)
        const other = (yield* allOrders).at(-1)?.details.number ?? number
        const isPaid = (fact: "confirmed") =>
          Effect.flatMap(Effect.all([Seller, now]), ([{ id }, at]) =>
            recordReports(id, number, [{ _tag: "AttemptUpdate", attempt: firstAttempt, fact, report: {}, at }]),
          )
        yield* TestClock.adjust("80 days")
        yield* isPaid("confirmed")
        yield* doAll
        expect(yield* forget).toBe(0)
        yield* TestClock.adjust("11 days")
        // Two notifications of one order (its Pix, its expiry), and one of the other (its refusal).
        expect(yield* forget).toBe(3)
        expect((yield* deliveriesOf(number)).map(({ event }) => event.kind)).toEqual(["paid"])
        expect(yield* deliveriesOf(other)).toEqual([])
        expect([yield* countOf(company, number), yield* countOf(company, other)]).toEqual([3, 1])
        expect(yield* forget).toBe(0)
        yield* chargedBack(number)
        expect((yield* deliveriesOf(number)).at(-1)?.event.sequence).toBe(4)
      }),
    ),
  )

  const chargedBack = Effect.fnUntraced(function* (number: Parameters<typeof deliveriesOf>[0]) {
    const { id } = yield* Seller
    yield* recordReports(id, number, [
      {
        _tag: "CaseUpdate",
        case: CaseKey.make("case1"),
        attempt: firstAttempt,
        amount: centavos(10_000),
        fact: "taken",
        at: yield* now,
      },
    ])
  })

  it.effect("keeps pending ones, and all that come after them in their order", () =>
    story(
      Effect.gen(function* () {
        yield* configure({ tail: true })
        yield* silence
        yield* place(pix())
        yield* deliverFor(hour)
        yield* answering(200)
        yield* hearOfPayment(1)
        yield* doAll
        yield* TestClock.adjust("200 days")
        expect((yield* kept).map(({ state }) => state)).toEqual(["pending", "pending", "delivered"])
        expect(yield* forget).toBe(0)
      }),
    ),
  )

  it.effect("forgets work that was given up long ago, and keys whose day is over", () =>
    story(
      Effect.gen(function* () {
        const queue = yield* JobQueue
        const { id: company } = yield* Seller
        yield* place(card(cards.approved), { key: "chave" })
        const dueAt = yield* now
        const job = { queue: "work", kind: "Other", company, orderingKey: null, dueAt, payload: "{}" } as const
        yield* queue.enqueue([
          { ...job, name: "other:1" },
          { ...job, name: "other:2" },
        ])
        yield* deliverFor(day - 1)
        expect(yield* deadJobs).toHaveLength(2)
        expect(yield* forget).toBe(0)
        yield* TestClock.adjust("2 minutes")
        expect(yield* forget).toBe(1)
        yield* TestClock.adjust("91 days")
        expect(yield* forget).toBe(2)
        expect(yield* deadJobs).toEqual([])
      }),
    ),
  )
})
