/**
 * Whether the logs tell of the orders that are stored.
 */
import { isDeepStrictEqual } from "node:util"
import { fold, Order, OrderEvent, statusOf } from "@vintem/domain"
import { Schema } from "effect"
import type { Check } from "../check.ts"

export const eventLogs: Check = {
  title: "every log is without gaps, and folded it is the stored order",
  contradictions: ({ database }) => {
    const logOf = database.prepare<[string], { sequence: number; body: string }>(
      "select sequence, body from order_event where order_number = ? order by sequence",
    )
    return database
      .prepare<[], { number: string; status: string; version: number; details: string; progress: string }>(
        "select number, status, version, details, progress from orders",
      )
      .all()
      .flatMap((row) => {
        const log = logOf.all(row.number)
        const sequences = log.map(({ sequence }) => sequence)
        if (sequences.length !== row.version || sequences.some((sequence, place) => sequence !== place + 1)) {
          return [`order ${row.number}, version ${row.version}, has the events ${sequences.join(", ")}`]
        }
        const told = fold(log.map(({ body }) => readEvent(body)))
        if (told === null) return [`the log of order ${row.number} does not begin with its placing`]
        const stored = readOrder({
          ...JSON.parse(row.progress),
          details: JSON.parse(row.details),
          version: row.version,
        })
        if (!isDeepStrictEqual(told, stored)) {
          return [`order ${row.number} is ${JSON.stringify(stored)}; its log tells of ${JSON.stringify(told)}`]
        }
        const status = statusOf(told)
        return status === row.status ? [] : [`order ${row.number} is stored as ${row.status}; its log says ${status}`]
      })
  },
}

const readEvent = Schema.decodeSync(Schema.fromJsonString(OrderEvent))
const readOrder = Schema.decodeUnknownSync(Order)
