/**
 * The body of a test event. It has a webhook's fields about the event itself, its sender and its time, and none of an
 * order.
 */
import { saoPauloTimestamp } from "@vintem/domain/calendar"
import { type TestEvent, TestEventId } from "@vintem/domain/webhook"
import * as Schema from "effect/Schema"
import { TimestampView } from "../order/timestamp-view.ts"
import type { WebhookSource } from "./webhook-payload.ts"

/** The body of a test event: its id, its sender, that it is a test, and when it was requested. It contains no order. */
export const TestEventPayloadView = Schema.Struct({
  id: Schema.toEncoded(TestEventId).annotate({ description: "Equal to the header `webhook-id`; `evt_test_…`." }),
  platform: Schema.String.annotate({ description: "Names the sending service: `VINTEM_PLATFORM_NAME`." }),
  status: Schema.Literal("test").annotate({ description: "Never a kind of an order's webhooks." }),
  test: Schema.Literal(true),
  occurred_at: TimestampView,
}).annotate({
  identifier: "TestEventPayload",
  description: "A test event that a member of the company requested. It has no order: only answer 2xx.",
  examples: [
    {
      id: "evt_test_djfcmahledoikcmfoalgbdpemfmgphhg",
      platform: "Vintem",
      status: "test",
      test: true,
      occurred_at: "2026-11-21 10:15:01",
    },
  ],
})
/** The body of a test event, on the wire. */
export type TestEventPayloadView = typeof TestEventPayloadView.Type

/** The JSON text of a test event. */
export const testEventPayload = ({ at, id }: TestEvent, { platform }: Pick<WebhookSource, "platform">): string => {
  const view: TestEventPayloadView = { id, platform, status: "test", test: true, occurred_at: saoPauloTimestamp(at) }
  return JSON.stringify(view)
}
