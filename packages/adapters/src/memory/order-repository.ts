/**
 * Orders and their logs in memory.
 */
import { type Email, emailKey } from "@vintem/domain/customer"
import type { CompanyId, OrderNumber } from "@vintem/domain/identifiers"
import { isInFlight, isUnanswered, type Order, type OrderEvent, statusOf } from "@vintem/domain/order"
import { OrderConflict, type OrderFilter, OrderRepository, type StoredOrder } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { requireAll } from "./constraint-broken.ts"
import { pageOf } from "./page-of.ts"
import { compositeKey, Tables } from "./tables.ts"

export const layer = Layer.effect(
  OrderRepository,
  Effect.gen(function* () {
    const { companies, customers, orderByAttempt, orderByPublicKey, orderEvents, orders, unansweredAttempts } =
      yield* Tables
    const { changes, undoLog } = yield* Tables

    const areAttemptKeysFree = ({ attempts, details }: Order): boolean =>
      new Set(attempts.map(({ key }) => key)).size === attempts.length &&
      attempts.every(({ key }) => (orderByAttempt.get(key) ?? details.number) === details.number)

    const write = (stored: StoredOrder, versionRead: number, events: ReadonlyArray<OrderEvent>): void => {
      const { attempts, details } = stored.order
      orders.put(details.number, stored)
      undoLog.onceFinal(() => changes.tell([{ kind: "order", company: details.company, id: details.number }]))
      for (const { facts, key, startedAt } of attempts) {
        if (!isUnanswered(facts)) unansweredAttempts.forget(key)
        else if (!orderByAttempt.has(key)) unansweredAttempts.put(key, startedAt)
        if (!orderByAttempt.has(key)) orderByAttempt.put(key, details.number)
      }
      for (const [position, event] of events.entries()) {
        orderEvents.put(compositeKey(details.number, versionRead + position + 1), event)
      }
    }

    const isOf = (email: Email, { details }: Order): boolean => {
      const customer = customers.get(details.customerId)
      return customer !== undefined && emailKey(customer.details.email) === emailKey(email)
    }

    const find = (company: CompanyId, number: OrderNumber | undefined): Option.Option<StoredOrder> =>
      Option.fromUndefinedOr(number === undefined ? undefined : orders.get(number)).pipe(
        Option.filter(({ order }) => order.details.company === company),
      )

    return OrderRepository.of({
      add: (order, events) =>
        Effect.sync(() => {
          const { company, customerId, number, publicKey } = order.details
          requireAll([
            ["order.company exists", companies.has(company)],
            ["order.customer exists", customers.has(customerId)],
            ["order.number is unique", !orders.has(number)],
            ["order.publicKey is unique", !orderByPublicKey.has(publicKey)],
            ["order.attempts.key is unique", areAttemptKeysFree(order)],
            ["order.attempts have one in flight at most", hasOneInFlightAtMost(order)],
            ["order.version counts its events", order.version === events.length],
          ])
          write({ id: orders.size + 1, order }, 0, events)
          orderByPublicKey.put(publicKey, number)
        }),

      save: (before, order, events) =>
        Effect.suspend(() => {
          if (events.length === 0) return Effect.void
          const { customer, number } = order.details
          const versionRead = before.version
          const held = orders.get(number)
          if (held?.order.version !== versionRead || held.order.details.customer.document !== customer.document)
            return Effect.fail(new OrderConflict({ number, versionRead }))
          requireAll([
            ["order.attempts.key is unique", areAttemptKeysFree(order)],
            ["order.attempts have one in flight at most", hasOneInFlightAtMost(order)],
          ])
          const { details } = held.order // what was agreed never changes
          write({ id: held.id, order: { ...order, details } }, versionRead, events)
          return Effect.void
        }),

      find: (company, number) => Effect.sync(() => find(company, number)),

      findByPublicKey: (company, key) => Effect.sync(() => find(company, orderByPublicKey.get(key))),

      findByAttempt: (company, key) => Effect.sync(() => find(company, orderByAttempt.get(key))),

      takeUnanswered: (before, limit) =>
        Effect.sync(() => {
          const taken = unansweredAttempts
            .entries()
            .filter(([, since]) => since < before)
            .toSorted(([, one], [, other]) => one - other)
            .slice(0, limit)
          for (const [key] of taken) unansweredAttempts.forget(key)
          return taken.flatMap(([key]) => {
            const number = orderByAttempt.get(key)
            const company = number === undefined ? undefined : orders.get(number)?.order.details.company
            return number === undefined || company === undefined ? [] : [{ company, number }]
          })
        }),

      list: (company, filter, page) =>
        Effect.sync(() =>
          pageOf(
            orders
              .newestFirst()
              .filter(({ order }) => order.details.company === company && isWithin(filter, order))
              .filter(({ order }) => filter.email === undefined || isOf(filter.email, order))
              .sort(latestPlacedFirst),
            page,
          ),
        ),

      history: (company, number) =>
        Effect.sync(() => {
          const length = Option.match(find(company, number), { onNone: () => 0, onSome: ({ order }) => order.version })
          return Array.from({ length }, (_, position) => orderEvents.get(compositeKey(number, position + 1))).filter(
            (event) => event !== undefined,
          )
        }),
    })
  }),
)

const hasOneInFlightAtMost = ({ attempts }: Order): boolean =>
  attempts.filter(({ facts }) => isInFlight(facts)).length <= 1

/** Keeps the sequence of orders placed in one millisecond: latest stored first. */
const latestPlacedFirst = (left: StoredOrder, right: StoredOrder): number =>
  right.order.details.placedAt - left.order.details.placedAt

const isWithin = (filter: OrderFilter, order: Order): boolean => {
  const { before, document, from, productId, ref, src, statuses, updatedBefore, updatedFrom } = filter
  const { customer, items, placedAt, ref: orderRef, src: orderSrc } = order.details
  return (
    (statuses === undefined || statuses.includes(statusOf(order))) &&
    (src === undefined || orderSrc === src) &&
    (ref === undefined || orderRef === ref) &&
    (productId === undefined || items.some((item) => item.productId === productId)) &&
    (document === undefined || customer.document === document) &&
    (from === undefined || placedAt >= from) &&
    (before === undefined || placedAt < before) &&
    (updatedFrom === undefined || order.updatedAt >= updatedFrom) &&
    (updatedBefore === undefined || order.updatedAt < updatedBefore)
  )
}
