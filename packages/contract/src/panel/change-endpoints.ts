/**
 * A company's changes as they happen: server-sent events, for pages that show them.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
import type { Change } from "@vintem/domain/ports"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { company } from "../admin/endpoint-parts.ts"
import { Forbidden, NotFound, Unavailable } from "../errors.ts"

const orderNumber = Schema.String.annotate({ description: "The transaction code of the order." })

/** A thing that changed, or is new. */
export const ChangeView = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("order"), order_number: orderNumber }),
  Schema.Struct({
    kind: Schema.Literal("batch"),
    token: Schema.String.annotate({ description: "The token of the batch." }),
  }),
  Schema.Struct({
    kind: Schema.Literal("link"),
    slug: Schema.String.annotate({ description: "The slug of the payment link." }),
  }),
  Schema.Struct({
    kind: Schema.Literal("subscription"),
    token: Schema.String.annotate({ description: "The token of the subscription." }),
  }),
  Schema.Struct({
    kind: Schema.Literal("delivery"),
    id: Schema.String.annotate({ description: "The webhook's id." }),
    order_number: orderNumber,
  }),
])
/** A thing that changed, or is new. */
export type ChangeView = typeof ChangeView.Type

/** @param change - a change of this stream's company */
export const changeView = (change: Change): ChangeView => {
  switch (change.kind) {
    case "order":
      return { kind: "order", order_number: change.id }
    case "batch":
      return { kind: "batch", token: change.id }
    case "link":
      return { kind: "link", slug: change.id }
    case "subscription":
      return { kind: "subscription", token: change.id }
    case "delivery":
      return { kind: "delivery", id: change.id, order_number: change.order }
  }
}

const nothing = Schema.Literal("{}")

/** The listener's position. A browser sends it when it reconnects. */
const id = Schema.String.annotate({ examples: ["0b7f6f5e-9c1d-4a35-8f6e-2d1f3a5c7b90.1024"] })

/**
 * One event. `reset`: everything read before may have changed, and has to be read again; a stream that does not resume
 * begins with it. `changes`: these things have changed, each once. `beat`: nothing has changed, and the connection
 * works.
 */
export const ChangeEvent = Schema.Union([
  Schema.Struct({ id, event: Schema.Literal("reset"), data: nothing }),
  Schema.Struct({
    id,
    event: Schema.Literal("changes"),
    data: Schema.fromJsonString(Schema.Struct({ changes: Schema.Array(ChangeView) })),
  }),
  Schema.Struct({ id, event: Schema.Literal("beat"), data: nothing }),
])
export type ChangeEvent = typeof ChangeEvent.Type

/**
 * A `beat` comes so many milliseconds after the previous event. If nothing comes for twice that time, the connection is
 * lost.
 */
export const changeBeatMillis = 15_000

/** The header with a reconnecting browser's last position. */
export const lastEventId = "last-event-id"

/** A company's changes, for its members. */
export const Changes = HttpApiGroup.make("changes")
  .add(
    HttpApiEndpoint.get("follow", "/companies/:company/changes", {
      params: { company },
      headers: Schema.Struct({
        [lastEventId]: Schema.optionalKey(
          Schema.String.annotate({
            description: "The id of the last event of an earlier stream: the changes since then come first.",
            examples: ["0b7f6f5e-9c1d-4a35-8f6e-2d1f3a5c7b90.1024"],
          }),
        ),
      }),
      success: HttpApiSchema.StreamSse({ events: ChangeEvent }),
      error: [Forbidden, NotFound, Unavailable],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Follow what changes",
        description:
          "Server-sent events. `changes` names orders, batches, payment links, subscriptions and webhooks that changed, without their " +
          "content, and only the kinds that you may read (`orders:read`, `links:read`, `subscriptions:read`, `webhooks:read`). New links " +
          "of a batch are reported as a change of the batch. `reset` says that anything may have changed: every stream begins with it, " +
          "unless it resumes from `Last-Event-ID`. `beat` comes after every 15 seconds without a change. The stream ends with the session, " +
          "when your role changes, and when the service stops: connect again. One person may open 20 streams (429); the service limits all " +
          "streams (503).",
      }),
    ),
  )
  .annotateMerge(OpenApi.annotations({ title: "Changes", description: "Changes, as they happen." }))
