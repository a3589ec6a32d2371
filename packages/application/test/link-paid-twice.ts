/** A single-payment link, and payers whose open Pix codes can all be paid. */
import { SimulatedBooks } from "@vintem/adapters"
import type { Instant } from "@vintem/domain/calendar"
import { firstAttempt, type OrderNumber } from "@vintem/domain/identifiers"
import { centavos } from "@vintem/domain/money"
import { type Order, refundState } from "@vintem/domain/order"
import { OrderRepository, PaymentLinkRepository, type StoredAnswer, UnitOfWork } from "@vintem/domain/ports"
import { exampleCustomer, exampleLinkCreated } from "@vintem/testing"
import { Effect, Option, Result } from "effect"
import {
  type OrderByLinkRefusal,
  orderByLink,
  type PlaceOrderOutcome,
  recordReports,
  updatePaymentLink,
} from "../src/index.ts"
import { payInBooks } from "./operator.ts"
import { allOrders, homeAddress, now, pix, Seller } from "./shop.ts"

const slug = exampleLinkCreated({}).details.slug

const encode = (outcome: PlaceOrderOutcome<OrderByLinkRefusal>): StoredAnswer =>
  outcome._tag === "Placed" ? { status: 200, body: outcome.order.details.number } : { status: 422, body: outcome._tag }

/** The link, and `count` orders by it, each with an open Pix: their details. */
export const openedByPix = Effect.fnUntraced(function* (count: number, expireAfterPayment = true) {
  const company = yield* Seller
  const links = yield* PaymentLinkRepository
  const { commit } = yield* UnitOfWork
  const created = exampleLinkCreated({ details: { company: company.id }, terms: { expireAfterPayment } })
  yield* commit(links.add([created]))
  const by = { visitor: homeAddress, total: null, customer: exampleCustomer, address: null }
  const payer = { company, slug, ...by, payment: pix(43_200), keyed: null, encode }
  yield* Effect.forEach(Array.from({ length: count }), () => orderByLink(payer))
  return (yield* allOrders).map(({ details }) => details.number)
})

/** The link of the story. */
export const theLink = Effect.flatMap(Effect.all([Seller, PaymentLinkRepository]), ([{ id }, links]) =>
  Effect.map(links.find(id, slug), Option.getOrThrow),
)

/** The company makes the link single-payment, or multi-payment again. */
export const takeOnePayment = (expireAfterPayment = true) =>
  Effect.flatMap(theLink, ({ details: { company } }) =>
    updatePaymentLink({ company, slug, change: (terms) => Result.succeed({ ...terms, expireAfterPayment }) }),
  )

/** An order of the seller. */
export const orderOf = Effect.fnUntraced(function* (number: OrderNumber) {
  const orders = yield* OrderRepository
  const found = yield* orders.find((yield* Seller).id, number)
  return Option.getOrThrow(found).order
})

/** The acquirer reports that the Pix of an order was paid. @param at - the time of confirmation; now if missing */
export const reportPaid = Effect.fnUntraced(function* (number: OrderNumber, at?: Instant) {
  const { id } = yield* Seller
  const report = { captured: centavos(10_000) }
  const confirmedAt = at ?? (yield* now)
  yield* recordReports(id, number, [
    { _tag: "AttemptUpdate", attempt: firstAttempt, fact: "confirmed", report, at: confirmedAt },
  ])
})

/** The payer of an order pays its Pix; the service has no report yet. */
export const paidAtTheBank = (number: OrderNumber) => Effect.flatMap(orderOf(number), (order) => payInBooks(order, 1))

/** The payer of an order pays its Pix, and the acquirer reports it. */
export const payPix = (number: OrderNumber) => Effect.andThen(paidAtTheBank(number), reportPaid(number))

/** The state of each refund of an order, with its centavos. */
export const refundsOf = ({ refunds }: Order) =>
  refunds.map(({ amount, facts }) => [Number(amount), refundState(facts)])

/** Centavos that the acquirer refunded of an order, by its own books. */
export const givenBackOf = Effect.fnUntraced(function* (number: OrderNumber) {
  const { find } = yield* SimulatedBooks
  const { attempts } = yield* orderOf(number)
  const entries = yield* Effect.forEach(attempts, ({ key }) => find(key))
  return entries
    .flatMap(Option.toArray)
    .flatMap((entry) => (entry._tag === "Charge" ? entry.refunds : []))
    .reduce((sum, { amount }) => sum + Number(amount), 0)
})
