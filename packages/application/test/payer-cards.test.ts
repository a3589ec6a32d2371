/** Payers whose cards are refused: how often they may try, who waits, and what every payer may do. */
import { instant, saoPauloTimestamp } from "@vintem/domain/calendar"
import { CouponCode, CouponPercent } from "@vintem/domain/catalogue"
import type { LinkSlug } from "@vintem/domain/identifiers"
import { cardCaps, cardWindowMaxMillis, type Order, statusOf } from "@vintem/domain/order"
import {
  CardAttempts,
  CouponRepository,
  PaymentLinkRepository,
  type StopSubject,
  UnitOfWork,
} from "@vintem/domain/ports"
import { exampleCustomer, exampleLinkCreated, exampleSlug } from "@vintem/testing"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, it } from "vitest"
import {
  forgetOld,
  type OrderByLinkRefusal,
  type OrderPayment,
  orderByLink,
  orderForPayer,
  orderOffer,
  orderScope,
  type PayOrder,
  type PayOrderOutcome,
  type PlaceOrderOutcome,
  payOrder,
  RetentionPolicy,
} from "../src/index.ts"
import { processDyingAt } from "./process.ts"
import {
  allOrders,
  Books,
  card,
  cards,
  homeAddress,
  inNewShop,
  inTime,
  leaseMillis,
  now,
  pix,
  place,
  Seller,
  slip,
  untilAtRest,
} from "./shop.ts"
import { offer, orderOn } from "./subscribers.ts"

const refusedCard = card(cards.refused)
const { address, address_at_link: atLink, order: ofOrder } = cardCaps
const hour = 3_600_000

/** A multi-payment link, by number. */
const openLink = Effect.fnUntraced(function* (n = 1) {
  const { id: company } = yield* Seller
  const links = yield* PaymentLinkRepository
  const { commit } = yield* UnitOfWork
  const slug = exampleSlug(n)
  const created = exampleLinkCreated({ details: { company, slug }, terms: { expireAfterPayment: false } })
  yield* commit(links.add([created]))
  return slug
})

/** Pays by a link. Returns the status of the order, or the cap that stopped the card. */
const payLink = Effect.fnUntraced(function* (slug: LinkSlug, payment: OrderPayment, visitor: string = homeAddress) {
  const company = yield* Seller
  const { answer } = yield* inTime(
    orderByLink({
      company,
      slug,
      customer: exampleCustomer,
      address: null,
      payment,
      visitor,
      total: null,
      keyed: null,
      encode: (outcome: PlaceOrderOutcome<OrderByLinkRefusal>) => ({
        status: 200,
        body: bodyOf(outcome),
      }),
    }),
  )
  return answer.body
})

const bodyOf = (outcome: PlaceOrderOutcome<OrderByLinkRefusal>): string => {
  if (outcome._tag === "Placed") return statusOf(outcome.order)
  return outcome._tag === "Refused" ? nameOf(outcome.refusal) : outcome._tag
}

/** Asks to pay an order by its public key. */
const askToPay = (
  { details }: Order,
  payment: OrderPayment,
  { keyed = null, visitor = homeAddress }: Partial<Pick<PayOrder, "keyed" | "visitor">> = {},
) =>
  Effect.flatMap(Seller, (company) =>
    payOrder({
      company,
      order: details,
      payment,
      visitor,
      total: null,
      keyed,
      encode: (outcome: PayOrderOutcome) => ({
        status: 200,
        body: outcome._tag === "Paying" ? statusOf(outcome.order) : nameOf(outcome),
      }),
    }),
  )

/** Pays an order by its public key. Returns the same. */
const payAgain = (order: Order, payment: OrderPayment, visitor: string = homeAddress) =>
  Effect.map(inTime(askToPay(order, payment, { visitor })), ({ answer }) => answer.body)

const nameOf = (refusal: OrderByLinkRefusal | PayOrderOutcome): string =>
  refusal._tag === "CardStopped" ? `${refusal.stop.cap} ${saoPauloTimestamp(refusal.stop.until)}` : refusal._tag

/** A card that this cap stops for so long. */
const stopped = (cap: string, millis: number) =>
  Effect.map(now, (at) => `${cap} ${saoPauloTimestamp(instant(at + millis))}`)

const stopsOf = (subject: StopSubject) =>
  Effect.flatMap(CardAttempts, ({ stops }) =>
    Effect.map(stops(subject), (found) => found.map(({ cap, times }) => [cap, times])),
  )

const firstOrder = Effect.flatMap(allOrders, ([order]) =>
  order === undefined ? Effect.die(new Error("There is an order.")) : Effect.succeed(order),
)

describe("an order whose cards are refused", () => {
  it("accepts no further card for a day, from any payer, but still accepts Pix", () =>
    inNewShop(
      Effect.gen(function* () {
        yield* place(refusedCard)
        const order = yield* firstOrder
        for (let n = 1; n < ofOrder.refusedMax; n++) {
          expect(yield* payAgain(order, refusedCard, `visitor ${n}`)).toBe("unpaid")
        }
        const stop = yield* stopped("order", ofOrder.windowMillis)
        expect(yield* payAgain(order, card(cards.approved), "another visitor")).toBe(stop)
        expect((yield* firstOrder).attempts).toHaveLength(ofOrder.refusedMax)
        expect(yield* stopsOf({ _tag: "order", number: order.details.number })).toEqual([["order", 1]])
        const offered = orderOffer(yield* orderForPayer(order.details.publicKey), yield* now)
        expect([...new Set(offered.quotes.map(({ method }) => method._tag))]).toEqual(["pix", "bank_slip"])
        expect(yield* payAgain(order, pix())).toBe("waiting_payment")
        yield* TestClock.adjust(ofOrder.windowMillis)
        expect(yield* payAgain(order, card(cards.approved))).toBe("paid")
      }),
    ))

  it("is charged as usual for a person who mistypes a few times", () =>
    inNewShop(
      Effect.gen(function* () {
        yield* place(refusedCard)
        const order = yield* firstOrder
        for (let n = 0; n < 5; n++) yield* payAgain(order, refusedCard)
        expect(yield* payAgain(order, card(cards.approved))).toBe("paid")
        expect(yield* stopsOf({ _tag: "order", number: order.details.number })).toEqual([])
      }),
    ))
})

describe("a payment of an order under a key, whose process died", () => {
  it("after the charge is resumed by asking, and not charged again", () =>
    inNewShop(
      Effect.gen(function* () {
        const books = yield* Books
        yield* place(refusedCard)
        const order = yield* firstOrder
        const keyed = {
          ...orderScope(order.details.company, order.details.publicKey),
          key: "a-key",
          fingerprint: "fingerprint",
        }
        const asked = askToPay(order, card(cards.approved), { keyed })
        const dying = yield* processDyingAt(({ name }) => name === "after Acquirer.charge")
        yield* Effect.forkDetach(dying(asked))
        yield* untilAtRest
        const charges = yield* books.charges
        expect((yield* firstOrder).attempts.map(({ key }) => key)).toEqual(charges)
        yield* TestClock.adjust(leaseMillis)
        expect((yield* inTime(asked)).answer.body).toBe("paid")
        expect(yield* books.charges).toEqual(charges)
        expect(yield* books.received).toBe(10_000)
      }),
    ))
})

describe("an address whose cards are refused", () => {
  it("waits at that link, and no other payer does; Pix and slip are always possible", () =>
    inNewShop(
      Effect.gen(function* () {
        const [slug, other] = [yield* openLink(1), yield* openLink(2)]
        for (let n = 0; n < atLink.refusedMax; n++) expect(yield* payLink(slug, refusedCard)).toBe("unpaid")
        const stop = yield* stopped("address_at_link", atLink.windowMillis)
        expect(yield* payLink(slug, card(cards.approved))).toBe(stop)
        expect(yield* payAgain(yield* firstOrder, card(cards.approved))).toBe(stop)
        expect(yield* allOrders).toHaveLength(atLink.refusedMax)
        expect(yield* stopsOf({ _tag: "link", slug })).toEqual([["address_at_link", 2]])
        expect(yield* stopsOf({ _tag: "order", number: (yield* firstOrder).details.number })).toEqual([
          ["address_at_link", 1],
        ])
        expect(yield* payLink(slug, pix())).toBe("waiting_payment")
        expect(yield* payLink(slug, slip())).toBe("waiting_payment")
        expect(yield* payLink(slug, card(cards.approved), "another visitor")).toBe("paid")
        expect(yield* payLink(other, card(cards.approved))).toBe("paid")
        yield* TestClock.adjust(atLink.windowMillis)
        expect(yield* payLink(slug, card(cards.approved))).toBe("paid")
      }),
    ))

  it("is one visitor at all links and orders together", () =>
    inNewShop(
      Effect.gen(function* () {
        const perLink = atLink.refusedMax / 2
        for (let n = 0; n < address.refusedMax; n++) {
          if (n % perLink === 0) yield* openLink(n / perLink)
          expect(yield* payLink(exampleSlug(Math.floor(n / perLink)), refusedCard)).toBe("unpaid")
        }
        yield* openLink(99)
        const stop = yield* stopped("address", address.windowMillis)
        expect(yield* payLink(exampleSlug(99), card(cards.approved))).toBe(stop)
        yield* place(refusedCard)
        const order = (yield* allOrders).at(-1)
        expect(order && (yield* payAgain(order, card(cards.approved)))).toBe(stop)
        expect(order && (yield* payAgain(order, card(cards.approved), "another visitor"))).toBe("paid")
      }),
    ))

  it("has as many concurrent attempts as refused ones, even if none has been refused yet", () =>
    inNewShop(
      Effect.gen(function* () {
        const slug = yield* openLink()
        const answers = yield* Effect.all(
          Array.from({ length: 100 }, () => payLink(slug, refusedCard)),
          { concurrency: "unbounded" },
        )
        expect(answers.filter((answer) => answer === "unpaid")).toHaveLength(atLink.refusedMax)
      }),
    ))

  it.each([
    ["is approved", cards.approved],
    ["is held for review", cards.held],
    ["is not answered", cards.silent],
    ["meets a failing acquirer", cards.failing],
  ])("does not wait because of a card that %s", (_, number) =>
    inNewShop(
      Effect.gen(function* () {
        const slug = yield* openLink()
        for (let n = 0; n < atLink.refusedMax + 1; n++) {
          expect(yield* payLink(slug, card(number))).not.toMatch(/^address/u)
        }
      }),
    ),
  )

  it("is not counted for the company's own requests", () =>
    inNewShop(
      Effect.gen(function* () {
        for (let n = 0; n < address.refusedMax + 1; n++) {
          yield* place(refusedCard, { clientAddress: homeAddress })
        }
        expect(yield* payLink(yield* openLink(), card(cards.approved))).toBe("paid")
      }),
    ))

  it("is forgotten when it no longer counts", () =>
    inNewShop(
      Effect.gen(function* () {
        const slug = yield* openLink()
        yield* payLink(slug, refusedCard)
        const forgotten = forgetOld().pipe(Effect.provideService(RetentionPolicy, { millis: 24 * hour }))
        yield* TestClock.adjust(cardWindowMaxMillis)
        expect(yield* forgotten).toBe(0)
        yield* TestClock.adjust(1)
        expect(yield* forgotten).toBe(1)
      }),
    ))
})

describe("a link whose payers' cards are refused", () => {
  it("slows down only visitors with a refused card there", () =>
    inNewShop(
      Effect.gen(function* () {
        const slug = yield* openLink()
        for (let n = 0; n < cardCaps.link.refusedMax; n++) {
          expect(yield* payLink(slug, refusedCard, `visitor ${n}`)).toBe("unpaid")
        }
        const stop = yield* stopped("link", cardCaps.link.windowMillis)
        expect(yield* payLink(slug, card(cards.approved), "visitor 7")).toBe(stop)
        expect(yield* payLink(slug, pix(), "visitor 7")).toBe("waiting_payment")
        expect(yield* payLink(slug, card(cards.approved), "a new visitor")).toBe("paid")
        expect(yield* payLink(slug, card(cards.approved), "a new visitor")).toBe("paid")
      }),
    ))
})

describe("an attempt that its coupon refuses", () => {
  it("counts for no payer", () =>
    inNewShop(
      Effect.gen(function* () {
        const { id: company } = yield* Seller
        const coupons = yield* CouponRepository
        const code = CouponCode.make("UMA")
        const discount = { _tag: "percent", percent: CouponPercent.make(5_000) } as const
        yield* coupons.add({ company, code, discount, expiresAt: null, maxUses: 1, createdAt: yield* now })
        yield* offer("curso", null, 10_000)
        yield* orderOn("curso", refusedCard, { couponCode: code })
        yield* orderOn("curso", card(cards.approved), { couponCode: code })
        const order = yield* firstOrder
        for (let n = 0; n < address.refusedMax; n++) {
          expect(yield* payAgain(order, card(cards.approved))).toBe("CouponRefused")
        }
        expect(yield* payLink(yield* openLink(), card(cards.approved))).toBe("paid")
      }),
    ))
})
