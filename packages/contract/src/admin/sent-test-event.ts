/** A sent test event, in the administration and in the panel. */
import { saoPauloTimestamp } from "@vintem/domain/calendar"
import { answerShownMax, type SentTestEvent, TestEventId } from "@vintem/domain/webhook"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { TimestampView } from "../order/timestamp-view.ts"

/** The most test events of a company in a minute, by all its users. */
export const testEventsPerMinute = 6

/** A test event that was sent to a company's webhook, with the answer. */
export const SentTestEventView = Schema.Struct({
  id: Schema.toEncoded(TestEventId).annotate({ description: "`webhook-id` of the test event." }),
  at: TimestampView,
  status: Schema.NullOr(Schema.Int).annotate({ description: "The status of the answer; null if none came." }),
  error: Schema.NullOr(Schema.String).annotate({ description: "Why there is no answer; null if one came." }),
  duration_ms: Schema.Int.annotate({ description: "Time until the end of the answer, in milliseconds." }),
  answer: Schema.NullOr(Schema.String).annotate({
    description:
      `The beginning of the answer's body, at most ${answerShownMax} characters, without secrets or invisible ` +
      "characters. It is the receiver's text: show it as plain text. Null if no answer came.",
  }),
  payload: Schema.Json.annotate({ description: "What was sent." }),
}).annotate({
  identifier: "SentTestEvent",
  examples: [
    {
      id: "evt_test_djfcmahledoikcmfoalgbdpemfmgphhg",
      at: "2026-11-21 10:15:01",
      status: 404,
      error: null,
      duration_ms: 84,
      answer: "Cannot POST /avisos",
      payload: { id: "evt_test_djfcmahledoikcmfoalgbdpemfmgphhg", status: "test", test: true },
    },
  ],
})
/** A sent test event, on the wire. */
export type SentTestEventView = typeof SentTestEventView.Type

/** Shows a sent test event on the wire. A body that is not JSON is shown as text. */
export const sentTestEventView = (sent: SentTestEvent): SentTestEventView => ({
  id: sent.event.id,
  at: saoPauloTimestamp(sent.event.at),
  status: sent.status,
  error: sent.error,
  duration_ms: sent.durationMillis,
  answer: sent.answer,
  payload: Option.getOrElse(readJson(sent.body), () => sent.body),
})

const readJson = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Json))
