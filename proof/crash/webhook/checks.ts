/** Promises about the company's webhooks that hold however often the service was killed. */
import { fold } from "@vintem/domain/machine"
import {
  evolve,
  isDefaultWebhookKind,
  type OrderChange,
  OrderEvent,
  orderMachine,
  type WebhookKind,
  webhooksOf,
} from "@vintem/domain/order"
import { usualTries } from "@vintem/domain/webhook"
import { Schema } from "effect"
import type { Check, Evidence } from "../check.ts"
import { disbelief, type Receipt } from "./receiver.ts"

export const checksOf = (receipts: ReadonlyArray<Receipt>): ReadonlyArray<Check> => [
  everyChangeIsKept,
  everyDeliveryIsOver(receipts),
  nothingElseWasReceived(receipts),
  everyAttemptHadTheSameBytes(receipts),
  everyReceiptIsBelieved(receipts),
  eachCameAfterTheOneBefore(receipts),
]

const everyChangeIsKept: Check = {
  title:
    "an order's webhooks are those that its log tells of, numbered from 1 without a gap, and an order has no others",
  contradictions: (evidence) => {
    const keptOf = Map.groupBy(deliveriesIn(evidence), ({ order_number }) => order_number)
    const toldOf = kindsByLog(evidence)
    return [...new Set([...toldOf.keys(), ...keptOf.keys()])].flatMap((order) => {
      const told = (toldOf.get(order) ?? []).map((kind, place) => `${place + 1} ${kind}`).join(", ")
      const kept = (keptOf.get(order) ?? []).map(({ sequence, kind }) => `${sequence} ${kind}`).join(", ")
      return told === kept ? [] : [`the log of order ${order} tells of ${told || "none"}; kept are ${kept || "none"}`]
    })
  },
}

const everyDeliveryIsOver = (receipts: ReadonlyArray<Receipt>): Check => ({
  title:
    "every webhook was accepted by its receiver, is kept as failed with every attempt of its retry schedule, or is not due yet",
  contradictions: (evidence) => {
    const accepted = new Set(receipts.filter(({ answered }) => answered < 300).map(({ id }) => id))
    return deliveriesIn(evidence).flatMap(({ event_id, next_attempt_at, state, statuses }) => {
      // Events that only the clock causes may come shortly before the check.
      if (next_attempt_at !== null && next_attempt_at > evidence.now) return []
      const isSound =
        state === "delivered"
          ? accepted.has(event_id) && statuses.at(-1) === 204
          : state === "failed" && statuses.length === usualTries && !statuses.includes(204)
      if (isSound) return []
      const known = accepted.has(event_id) ? "accepted" : "never accepted"
      return [`webhook ${event_id} is ${state} after ${statuses.join(", ") || "no attempt"}; it was ${known}`]
    })
  },
})

const nothingElseWasReceived = (receipts: ReadonlyArray<Receipt>): Check => ({
  title: "nothing was received that no order's log tells of",
  contradictions: (evidence) => {
    const told = new Set(
      [...kindsByLog(evidence)].flatMap(([order, kinds]) =>
        kinds.map((kind, place) => `evt_${order}_${place + 1} ${kind}`),
      ),
    )
    return receipts
      .filter((one) => !told.has(`${one.id} ${saidIn(one).status}`))
      .map(({ id, body }) => `${id}: ${body}`)
  },
})

const everyAttemptHadTheSameBytes = (receipts: ReadonlyArray<Receipt>): Check => ({
  title: "each time a webhook was received it had the bytes that are kept",
  contradictions: (evidence) => {
    const kept = new Map(deliveriesIn(evidence).map(({ event_id, body }) => [event_id, body]))
    return receipts
      .filter(({ id, body }) => kept.has(id) && kept.get(id) !== body)
      .map(({ id, body }) => `${id} was received as ${body} and is kept as ${kept.get(id)}`)
  },
})

const everyReceiptIsBelieved = (receipts: ReadonlyArray<Receipt>): Check => ({
  title: "whatever was received is signed with the company's secret, and of its time",
  contradictions: ({ database }) => {
    const secret = database.prepare<[], string>("select secret from webhook_endpoint").pluck().get() ?? ""
    return receipts.flatMap((one) => {
      const why = disbelief(one, secret)
      return why === null ? [] : [`${one.id} is not to be believed: ${why}`]
    })
  },
})

/**
 * No redelivery is requested here. An event that was never accepted, because its receiver was down each time, is
 * skipped.
 */
export const eachCameAfterTheOneBefore = (receipts: ReadonlyArray<Receipt>): Check => ({
  title: "of one order no webhook was sent before the one told before it was accepted, or had failed for good",
  contradictions: (evidence) => {
    const placesOf = new Map<string, Places>()
    for (const [place, { answered, id }] of receipts.entries()) {
      const known = placesOf.get(id)
      const settled = known?.isAccepted === true ? known.settled : place
      placesOf.set(id, {
        first: known?.first ?? place,
        settled,
        isAccepted: known?.isAccepted === true || answered < 300,
      })
    }
    return [...Map.groupBy(deliveriesIn(evidence), ({ order_number }) => order_number).values()].flatMap((all) => {
      const came = all.flatMap(({ event_id }) => {
        const places = placesOf.get(event_id)
        return places === undefined ? [] : [{ event_id, places }]
      })
      return came.flatMap(({ event_id, places }, index) => {
        const before = came[index - 1]
        return before === undefined || places.first > before.places.settled
          ? []
          : [
              `${event_id} came as number ${places.first}; ${before.event_id} was settled by number ${before.places.settled}`,
            ]
      })
    })
  },
})

/** The positions of one event among all receipts. */
interface Places {
  readonly first: number
  /** The first that was accepted, or the last. */
  readonly settled: number
  readonly isAccepted: boolean
}

interface Kept {
  readonly event_id: string
  readonly order_number: string
  readonly sequence: number
  readonly kind: string
  readonly body: string
  readonly state: string
  /** Epoch milliseconds; null when it is over. */
  readonly next_attempt_at: number | null
  /** The status of each attempt's answer; null if there was none. */
  readonly statuses: ReadonlyArray<number | null>
}

/** By order and in sequence. */
const deliveriesIn = ({ database }: Evidence): ReadonlyArray<Kept> =>
  database
    .prepare<[], Omit<Kept, "statuses"> & { readonly attempts: string }>(
      `select 'evt_' || order_number || '_' || sequence as event_id, order_number, sequence, kind, body, state, next_attempt_at, attempts
       from webhook_delivery join webhook_body on delivery_id = id order by order_number, sequence`,
    )
    .all()
    .map(({ attempts, ...kept }) => ({ ...kept, statuses: readAttempts(attempts).map(({ status }) => status) }))

/** The webhooks that each order's log causes if the company chose no kinds, in order. Orders that cause none are left out. */
const kindsByLog = ({ database }: Evidence): ReadonlyMap<string, ReadonlyArray<WebhookKind>> => {
  const logs = Map.groupBy(
    database
      .prepare<[], { order_number: string; body: string }>(
        "select order_number, body from order_event order by order_number, sequence",
      )
      .all(),
    ({ order_number }) => order_number,
  )
  return new Map(
    [...logs].flatMap(([order, log]) => {
      const kinds = kindsOf(log.map(({ body }) => readEvent(body)))
      return kinds.length === 0 ? [] : [[order, kinds]]
    }),
  )
}

const kindsOf = ([first, ...changes]: ReadonlyArray<OrderEvent>): ReadonlyArray<WebhookKind> => {
  const kinds: Array<WebhookKind> = []
  let order = first === undefined ? null : fold(orderMachine, [first])
  for (const change of changes) {
    if (order === null || !isChange(change)) return kinds
    const after = evolve(order, change)
    kinds.push(...webhooksOf(order, change, after).filter(isDefaultWebhookKind))
    order = after
  }
  return kinds
}

const isChange = (event: OrderEvent): event is OrderChange => event._tag !== "OrderPlaced"

const readEvent = Schema.decodeSync(Schema.fromJsonString(OrderEvent))
const readAttempts = Schema.decodeSync(
  Schema.fromJsonString(Schema.Array(Schema.Struct({ status: Schema.NullOr(Schema.Int) }))),
)
const saidIn = ({ body }: Receipt) => readSaid(body)
const readSaid = Schema.decodeSync(Schema.fromJsonString(Schema.Struct({ status: Schema.String })))
