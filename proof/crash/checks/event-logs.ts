/** Checks that the logs agree with the stored orders, links and batches. */
import {
  BatchDetails,
  BatchEvent,
  batchMachine,
  batchProgressFromStored,
  StoredBatchProgress,
} from "@vintem/domain/batch"
import { fold } from "@vintem/domain/machine"
import { OrderEvent, orderMachine, statusOf } from "@vintem/domain/order"
import { LinkEvent, linkMachine, PaymentLink } from "@vintem/domain/payment-link"
import { Schema } from "effect"
import type { Check } from "../check.ts"
import { logContradictions } from "./log.ts"
import { storedOrder } from "./stored-order.ts"

export const orderLogs: Check = {
  title: "every order's log is without gaps, and folded it is the stored order",
  contradictions: ({ database }) => {
    const logOf = database.prepare<[string], EventRow>(
      "select sequence, body from order_event where order_number = ? order by sequence",
    )
    return database
      .prepare<[], { number: string; status: string; version: number; details: string; progress: string }>(
        "select number, status, version, details, progress from orders",
      )
      .all()
      .flatMap(({ number, version, status, details, progress }) => {
        const what = `order ${number}`
        const stored = storedOrder({ version, details, progress })
        const log = logOf.all(number).map(({ sequence, body }) => ({ sequence, event: readOrderEvent(body) }))
        const shown = statusOf(stored)
        return [
          ...logContradictions({ what, stored, log, fold: (events) => fold(orderMachine, events) }),
          ...(shown === status ? [] : [`${what} is stored as ${status}; what is stored of it says ${shown}`]),
        ]
      })
  },
}

export const batchLogs: Check = {
  title: "every batch's log is without gaps, and folded it is the stored batch",
  contradictions: ({ database }) => {
    const logOf = database.prepare<[string], EventRow>(
      "select sequence, body from batch_event where batch_token = ? order by sequence",
    )
    return database
      .prepare<[], { token: string; version: number; details: string; progress: string }>(
        "select token, version, details, progress from batch",
      )
      .all()
      .flatMap(({ token, version, details, progress }) => {
        const stored = { details: readDetails(details), version, ...batchProgressFromStored(readProgress(progress)) }
        const log = logOf.all(token).map(({ sequence, body }) => ({ sequence, event: readBatchEvent(body) }))
        return logContradictions({ what: `batch ${token}`, stored, log, fold: (events) => fold(batchMachine, events) })
      })
  },
}

export const linkLogs: Check = {
  title: "every payment link's log is without gaps, and folded it is the stored link",
  contradictions: ({ database }) => {
    const logOf = database.prepare<[number], EventRow>(
      "select sequence, body from payment_link_event where link_id = ? order by sequence",
    )
    return database
      .prepare<[], LinkRow>("select * from payment_link")
      .all()
      .flatMap((row) => {
        const stored = readLink({
          ...JSON.parse(row.progress),
          details: {
            company: row.company_id,
            slug: row.slug,
            batch: row.batch_token === null ? null : { token: row.batch_token, position: row.batch_position },
            createdAt: row.created_at,
          },
          version: row.version,
          removedAt: row.removed_at,
          terms: JSON.parse(row.terms),
        })
        const log = logOf.all(row.id).map(({ sequence, body }) => ({ sequence, event: readLinkEvent(body) }))
        return logContradictions({
          what: `payment link ${row.slug}`,
          stored,
          log,
          fold: (events) => fold(linkMachine, events),
        })
      })
  },
}

interface EventRow {
  readonly sequence: number
  readonly body: string
}

interface LinkRow {
  readonly id: number
  readonly slug: string
  readonly company_id: number
  readonly batch_token: string | null
  readonly batch_position: number | null
  readonly created_at: number
  readonly version: number
  readonly removed_at: number | null
  readonly terms: string
  readonly progress: string
}

const readOrderEvent = Schema.decodeSync(Schema.fromJsonString(OrderEvent))
const readDetails = Schema.decodeSync(Schema.fromJsonString(BatchDetails))
const readProgress = Schema.decodeSync(Schema.fromJsonString(StoredBatchProgress))
const readBatchEvent = Schema.decodeSync(Schema.fromJsonString(BatchEvent))
const readLink = Schema.decodeUnknownSync(PaymentLink)
const readLinkEvent = Schema.decodeSync(Schema.fromJsonString(LinkEvent))
