/** Webhook deliveries in the administration: the body, the outcome of each attempt, and sending it again. */
import { instant, instantMax, saoPauloTimestamp } from "@vintem/domain/calendar"
import { OrderNumber } from "@vintem/domain/identifiers"
import { WebhookKind } from "@vintem/domain/order"
import type { WebhookDeliveryFilter, WebhookStretch } from "@vintem/domain/ports"
import { trimCode } from "@vintem/domain/text"
import { type WebhookDelivery, WebhookDeliveryState, WebhookEventId } from "@vintem/domain/webhook"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { readChoice } from "../input/choice.ts"
import { andThen, described, object, optional, type Read, refusedAs, required, value } from "../input/codec.ts"
import { beginning, deadline } from "../input/deadline.ts"
import { fault } from "../input/fault.ts"
import { queryField } from "../input/query.ts"
import { ofString } from "../input/text.ts"
import { exampleOrder } from "../order/example-order.ts"
import { TimestampView } from "../order/timestamp-view.ts"
import { pageField } from "../pagination.ts"

/** One attempt to send it. */
export const WebhookAttemptView = Schema.Struct({
  at: TimestampView,
  status: Schema.NullOr(Schema.Int).annotate({ description: "The status of the answer; null if none came." }),
  error: Schema.NullOr(Schema.String).annotate({ description: "Why it failed; null for a success." }),
  duration_ms: Schema.Int.annotate({ description: "How long it took, in milliseconds." }),
})

/** A webhook with its delivery. */
export const WebhookDeliveryView = Schema.Struct({
  id: Schema.toEncoded(WebhookEventId).annotate({
    description: "`webhook-id`, the same on every attempt and redelivery.",
  }),
  event: WebhookKind,
  order_number: Schema.String.annotate({ description: "The transaction code." }),
  state: WebhookDeliveryState.annotate({
    description: "`pending`: will be tried, now or later. `failed`: given up, unless it is redelivered.",
  }),
  attempts: Schema.Array(WebhookAttemptView).annotate({ description: "Earliest first, the latest 50." }),
  next_attempt_at: Schema.NullOr(TimestampView).annotate({ description: "Null if it is not tried again." }),
  payload: Schema.Json.annotate({ description: "The body: every attempt sends the same bytes." }),
}).annotate({
  identifier: "WebhookDelivery",
  examples: [
    {
      id: `evt_${exampleOrder.order_number}_2`,
      event: "paid",
      order_number: exampleOrder.order_number,
      state: "pending",
      attempts: [{ at: "2026-11-21 10:15:02", status: 503, error: "answered 503", duration_ms: 84 }],
      next_attempt_at: "2026-11-21 10:15:32",
      payload: {
        id: `evt_${exampleOrder.order_number}_2`,
        status: "paid",
        order_number: exampleOrder.order_number,
        sequence: 2,
      },
    },
  ],
})
export type WebhookDeliveryView = typeof WebhookDeliveryView.Type

/** A delivery, as the administration shows it. */
export const webhookDeliveryView = ({
  event,
  state,
  attempts,
  nextAttemptAt,
}: WebhookDelivery): WebhookDeliveryView => ({
  id: event.id,
  event: event.kind,
  order_number: event.order,
  state,
  attempts: attempts.map(({ at, status, error, durationMillis }) => ({
    at: saoPauloTimestamp(at),
    status,
    error,
    duration_ms: durationMillis,
  })),
  next_attempt_at: nextAttemptAt === null ? null : saoPauloTimestamp(nextAttemptAt),
  payload: Option.getOrElse(readJson(event.body), () => event.body),
})

const readJson = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Json))

const notAnOrderNumber = refusedAs({ code: "invalid_order_number" })
const isOrderNumber = Schema.is(OrderNumber)

const readOrderNumber: Read<OrderNumber> = ofString((text) => {
  const number = trimCode(text)
  return isOrderNumber(number) ? Result.succeed(number) : notAnOrderNumber
})

/** The filters of the list. Unknown parameters are ignored. */
export const WebhookDeliveryQuery = Schema.Struct({
  page: pageField,
  order_number: queryField(
    Schema.String.annotate({ description: "Deliveries of one order.", examples: [exampleOrder.order_number] }),
    OrderNumber,
    readOrderNumber,
    (number) => number,
  ),
  state: queryField(
    Schema.String.annotate({
      description: `Deliveries in one state: ${WebhookDeliveryState.literals.map((state) => `\`${state}\``).join(", ")}.`,
      examples: ["failed"],
    }),
    WebhookDeliveryState,
    readChoice(WebhookDeliveryState.literals),
    (state) => state,
  ),
})
export type WebhookDeliveryQuery = typeof WebhookDeliveryQuery.Type

/** The store's filter for a query. */
export const webhookDeliveryFilter = ({ order_number, state }: WebhookDeliveryQuery): WebhookDeliveryFilter => ({
  ...(order_number === undefined ? {} : { order: order_number }),
  ...(state === undefined ? {} : { state }),
})

/** A webhook that is sent again. */
export const RedeliveredView = Schema.Struct({ id: Schema.toEncoded(WebhookEventId) }).annotate({
  identifier: "RedeliveredWebhook",
  examples: [{ id: `evt_${exampleOrder.order_number}_2` }],
})
export type RedeliveredView = typeof RedeliveredView.Type

const readKind = readChoice(WebhookKind.literals)

/** Reads a list of kinds, at least one. A repeated kind counts once. */
export const readWebhookKinds: Read<ReadonlyArray<WebhookKind>> = (input) => {
  const kinds = Array.isArray(input) ? Result.all(input.map(readKind)) : notKinds
  return Result.isSuccess(kinds) && kinds.success.length > 0 ? Result.succeed([...new Set(kinds.success)]) : notKinds
}

const notKinds = refusedAs({ code: "unknown_values", allowed: WebhookKind.literals, as: "list" })

const stretchFields = {
  from: required(beginning, {
    description:
      "From the beginning of that date, `YYYY-MM-DD`, or second, `YYYY-MM-DD HH:MM:SS` in America/Sao_Paulo, or RFC 3339.",
    examples: ["2026-11-21 10:00:00"],
  }),
  to: required(deadline, {
    description: "Through the end of that date, `YYYY-MM-DD`, or second; not before `from`.",
    examples: ["2026-11-21 11:30:00"],
  }),
  events: optional(value(Schema.Array(WebhookKind), readWebhookKinds), {
    description: "Any of these kinds; all kinds if absent.",
  }),
}

/** The period whose events to send again. */
export const webhookReplayBody = andThen(
  described(
    object(stretchFields, {
      to: ({ from, to }) =>
        from !== undefined && to !== undefined && to < from ? fault("to", { code: "ends_before_start" }) : undefined,
    }),
    {
      identifier: "WebhookReplayRequest",
      examples: [{ from: "2026-11-21 10:00:00", to: "2026-11-21 11:30:00", events: ["paid", "refund"] }],
    },
  ),
  ({ from, to, events }): WebhookStretch => ({
    from,
    before: instant(Math.min(to + 1, instantMax)),
    ...(events === undefined ? {} : { kinds: events }),
  }),
)

/** How many webhooks will be sent again. */
export const ReplayedView = Schema.Struct({ count: Schema.Int }).annotate({
  identifier: "ReplayedWebhooks",
  examples: [{ count: 31 }],
})
export type ReplayedView = typeof ReplayedView.Type
