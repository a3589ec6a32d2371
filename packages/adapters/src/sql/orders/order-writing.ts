/**
 * Writes orders: a state, its attempts and its events, all of them or none.
 */
import {
  isInFlight,
  isUnanswered,
  type Order,
  type OrderChange,
  type OrderEvent,
  type OrderPlaced,
  statusOf,
} from "@vintem/domain/order"
import { OrderConflict } from "@vintem/domain/ports"
import { Result } from "effect"
import type { CompiledQuery } from "kysely"
import { added, changed, type Procedure, type Refusable, read, write, writeUnread } from "../engine/procedure.ts"
import type { NewOrderRow, OrderQueries } from "./order-queries.ts"
import { figuresText, productsOf, progressOf } from "./order-row.ts"
import { orderSums } from "./order-sums.ts"

export const orderWriting = (queries: OrderQueries) => {
  const eventsOf = (order: Order, events: ReadonlyArray<OrderEvent>, details?: string) => {
    const { company, number } = order.details
    const read = order.version - events.length
    return queries.insertEvents(
      events.map((event, index) => {
        const { _tag: type, at } = event
        return { company, number, sequence: read + index + 1, at, type, body: bodyOf(event, details) }
      }),
    )
  }

  /** Updates the attempts of these events: first those that ended, then those that begin. */
  const attemptsOf = (order: Order, events: ReadonlyArray<OrderEvent>): ReadonlyArray<CompiledQuery> => {
    const { company, number } = order.details
    const ended: Array<CompiledQuery> = []
    const begun: Array<CompiledQuery> = []
    for (const attempt of order.attempts) {
      const { facts, id, key, startedAt } = attempt
      const in_flight = inFlight(attempt)
      if (events.some((event) => event._tag === "AttemptStarted" && event.attempt === id)) {
        begun.push(
          queries.insertAttempt({
            company,
            key,
            number,
            in_flight,
            unanswered_since: isUnanswered(facts) ? startedAt : null,
          }),
        )
      } else if (events.some((event) => endsAttempt(event) && event.attempt === id))
        ended.push(queries.updateAttempt({ company, key, in_flight }))
    }
    return [...ended, ...begun]
  }

  /** @see OrderRepository.add */
  function* add(order: Order, events: readonly [OrderPlaced, ...ReadonlyArray<OrderChange>]): Procedure<void> {
    const { details } = order
    const { company, number, placedAt: placed_at } = details
    const text = JSON.stringify(details)
    if (order.version !== events.length) throw new Error("An order's version counts its events.")
    const row: NewOrderRow = {
      number,
      company_id: company,
      public_key: details.publicKey,
      status: statusOf(order),
      version: order.version,
      src: details.src,
      ref: details.ref,
      customer_id: details.customerId,
      document: details.customer.document,
      placed_at,
      details: text,
      progress: progressOf(order),
      figures: figuresText(order),
      updated_at: order.updatedAt,
    }
    const products = productsOf(order)
    if (products.length === 0) yield* writeUnread(queries.insertOrder(row))
    else {
      const { rows } = yield* write(queries.insertNumbered(row))
      for (const { id } of rows) {
        for (const product of products) yield* writeUnread(queries.insertProduct({ company, product, placed_at, id }))
      }
    }
    for (const query of attemptsOf(order, events)) yield* writeUnread(query)
    for (const query of eventsOf(order, events, text)) yield* writeUnread(query)
    yield* added(orderSums(null, order))
    yield* changed({ kind: "order", company, id: number })
  }

  /** @see OrderRepository.save */
  function* save(
    before: Order,
    order: Order,
    events: ReadonlyArray<OrderChange>,
  ): Procedure<Result.Result<void, OrderConflict>> {
    if (events.length === 0) return Result.void
    const { company, customer, number } = order.details
    const versionRead = before.version
    const { changes } = yield* write(
      queries.updateOrder({
        company_id: company,
        number,
        document: customer.document,
        status: statusOf(order),
        version: order.version,
        progress: progressOf(order),
        figures: figuresText(order),
        updated_at: order.updatedAt,
        read: versionRead,
      }),
    )
    if (changes === 0) return Result.fail(new OrderConflict({ number, versionRead }))
    for (const query of attemptsOf(order, events)) yield* writeUnread(query)
    for (const query of eventsOf(order, events)) yield* writeUnread(query)
    yield* added(orderSums(before, order))
    yield* changed({ kind: "order", company, id: number })
    return Result.void
  }

  /** Refused if the order has changed since it was read. */
  function* requireAsRead({ details: { company, number }, version }: Order): Refusable<OrderConflict> {
    const [stored] = yield* read(queries.selectVersion({ company, number }))
    return stored?.version === version ? Result.void : Result.fail(new OrderConflict({ number, versionRead: version }))
  }

  return { add, requireAsRead, save }
}

/** @param details - the order's details as text, if the caller has it: they are most of a new order */
const bodyOf = (event: OrderEvent, details: string | undefined): string => {
  if (event._tag !== "OrderPlaced" || details === undefined) return JSON.stringify(event)
  const { _tag, details: _details, ...rest } = event
  return `{"_tag":"${_tag}","details":${details},${JSON.stringify(rest).slice(1)}`
}

/** Whether an event may have ended the flight of an attempt. */
const endsAttempt = (event: OrderEvent) => event._tag === "AttemptReported" || event._tag === "AttemptResolved"

const inFlight = (attempt: Order["attempts"][number]): number => (isInFlight(attempt.facts) ? 1 : 0)
