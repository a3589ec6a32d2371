/**
 * The data about one customer in their orders, without reading whole orders: part of personal-data.ts.
 *
 * A payer's form adds an order to the customer with that document, so a person may have any number of orders. A few
 * texts of each are read, some hundred orders at a time, and other units run in between.
 */
import { OrderNumber, SubscriptionToken } from "@vintem/domain/identifiers"
import {
  type FirstNames,
  firstNames,
  type GivenDetails,
  isOpen,
  isRunning,
  type KnownPerson,
  namesTold,
  openStatuses,
  personLearner,
} from "@vintem/domain/personal-data"
import type { Customer, StorageUnavailable } from "@vintem/domain/ports"
import { SubscriptionStatus } from "@vintem/domain/subscription"
import { Effect } from "effect"
import type { Executor } from "../engine/executor.ts"
import { readerOf, unreadable } from "../engine/stored-value.ts"
import { orderFromRow, orderRowColumns } from "../orders/order-row.ts"

/** The data found in the orders. */
export interface Walked {
  readonly person: KnownPerson
  readonly orders: number
  readonly openOrders: FirstNames<OrderNumber>
  /** By their numbers, in the order of storing. */
  readonly subscriptions: ReadonlyArray<number>
  readonly runningSubscriptions: FirstNames<SubscriptionToken>
  /** Slugs of the links that were paid, or should have been. */
  readonly paidLinks: ReadonlySet<string>
}

export const personWalk = Effect.fnUntraced(function* (
  { dialect, read }: Executor["Service"],
  operation: string,
  customer: Customer,
): Effect.fn.Return<Walked, StorageUnavailable> {
  const { build, placeText } = dialect
  const { learn, person } = personLearner()
  learn(customer.details)
  const given = [
    placeText("details", "customer", "fullname").as("fullname"),
    placeText("details", "customer", "email").as("email"),
    placeText("details", "customer", "document").as("document_given"),
    placeText("details", "customer", "telephone").as("telephone"),
  ] as const
  /** Finds the orders with money under way among those with refunds. They are few, so it reads them whole. */
  const movingOf = Effect.fnUntraced(function* (ids: ReadonlyArray<number>) {
    const moving = new Set<string>()
    if (ids.length === 0) return moving
    const rows = yield* read(
      operation,
      build
        .selectFrom("orders")
        .select(orderRowColumns)
        .where("company_id", "=", customer.company)
        .where("id", "in", ids)
        .compile(),
    )
    for (const row of rows) {
      const { order } = yield* orderFromRow(operation, row)
      if (isOpen(order)) moving.add(row.number)
    }
    return moving
  })

  const begunWith = Effect.fnUntraced(function* (after: number, last: number) {
    const rows = yield* read(
      operation,
      build
        .selectFrom("subscription")
        .select(["id", "token", "status"])
        .select(given)
        .where("company_id", "=", customer.company)
        .where("first_order", "in", (e) =>
          e
            .selectFrom("orders")
            .select("number")
            .where("orders.company_id", "=", customer.company)
            .where("customer_id", "=", customer.id)
            .where("orders.id", ">", after)
            .where("orders.id", "<=", last),
        )
        .compile(),
    )
    const found: Array<Begun> = []
    for (const row of rows) {
      const what = `Subscription ${row.token}`
      learn(yield* detailsOf(operation, what, row))
      found.push({ id: row.id, token: row.token, isRunning: isRunning(yield* readStatus(operation, what, row.status)) })
    }
    return found
  })

  let orders = 0
  let openCount = 0
  const open: Array<OrderNumber> = []
  const begun: Array<Begun> = []
  const paidLinks = new Set<string>()

  for (let after: number | null = 0; after !== null; ) {
    yield* Effect.yieldNow
    const rows: ReadonlyArray<WalkedOrder> = yield* read(
      operation,
      build
        .selectFrom("orders")
        .select(["id", "number", "status"])
        .select([
          ...given,
          placeText("details", "paymentLink").as("link"),
          placeText("progress", "refunds").as("refunds"),
        ])
        .where("company_id", "=", customer.company)
        .where("customer_id", "=", customer.id)
        .where("id", ">", after)
        .orderBy("id")
        .limit(rowsAtOnce)
        .compile(),
    )
    const unsure = rows.filter(({ refunds, status }) => !openNow.has(status) && refunds !== none)
    const moving = yield* movingOf(unsure.map(({ id }) => id))
    for (const row of rows) {
      learn(yield* detailsOf(operation, `Order ${row.number}`, row))
      if (row.link !== null) paidLinks.add(row.link)
      if (!openNow.has(row.status) && !moving.has(row.number)) continue
      openCount += 1
      if (open.length < namesTold) open.push(OrderNumber.make(row.number))
    }
    orders += rows.length
    const last: number | undefined = rows.at(-1)?.id
    if (last !== undefined) begun.push(...(yield* begunWith(after, last)))
    after = last !== undefined && rows.length === rowsAtOnce ? last : null
  }

  const inOrder = begun.toSorted((one, other) => one.id - other.id)
  const running = inOrder.filter((one) => one.isRunning)
  return {
    person,
    orders,
    openOrders: { count: openCount, names: open },
    subscriptions: inOrder.map(({ id }) => id),
    runningSubscriptions: firstNames(running.map(({ token }) => SubscriptionToken.make(token))),
    paidLinks,
  }
})

/** How many orders are read before other units run: some milliseconds. */
const rowsAtOnce = 200

const openNow: ReadonlySet<string> = openStatuses

/** The text of an empty list. */
const none = "[]"

const readStatus = readerOf(SubscriptionStatus)

interface GivenRow {
  readonly fullname: string | null
  readonly email: string | null
  readonly document_given: string | null
  readonly telephone: string | null
}

interface WalkedOrder extends GivenRow {
  readonly id: number
  readonly number: string
  readonly status: string
  readonly link: string | null
  readonly refunds: string | null
}

interface Begun {
  readonly id: number
  readonly token: string
  readonly isRunning: boolean
}

const detailsOf = (
  operation: string,
  what: string,
  { document_given: document, email, fullname, telephone }: GivenRow,
): Effect.Effect<GivenDetails, StorageUnavailable> =>
  document === null || email === null || fullname === null || telephone === null
    ? Effect.fail(unreadable(operation, what))
    : Effect.succeed({ document, email, fullname, telephone })
