/**
 * A test event: what a company has sent to its own webhook in order to see whether its receiver works. It tells of no order, belongs to no
 * order's sequence and is not kept.
 *
 * @see docs/decisions/webhooks.md#0294
 */
import * as Schema from "effect/Schema"
import type { Instant } from "../calendar/instant.ts"
import { withoutSecrets } from "../text/without-secrets.ts"

/**
 * `webhook-id` of a test event. Numbers of orders have no small letters, so it is never that of an order's notification. It has no digits,
 * which a log could take for a card number.
 */
export const TestEventId = Schema.String.check(Schema.isPattern(/^evt_test_[a-p]{32}$/u)).pipe(
  Schema.brand("TestEventId"),
)
export type TestEventId = typeof TestEventId.Type

/** What a test event tells. */
export interface TestEvent {
  readonly id: TestEventId
  /** When it was asked for, by the service's clock. */
  readonly at: Instant
}

/** What became of a test event. */
export interface SentTestEvent {
  readonly event: TestEvent
  /** The JSON text that was sent. */
  readonly body: string
  /** The status of the answer; null if none came. */
  readonly status: number | null
  /** Why there is no answer; null if one came. */
  readonly error: string | null
  /** The beginning of the answer, as it may be shown; null if none came. */
  readonly answer: string | null
  /** From the sending to the end of the answer, by the machine's clock. Milliseconds. */
  readonly durationMillis: number
}

/** How many characters are shown of a receiver's answer. */
export const answerShownMax = 1_000

/** How many bytes of an answer are read for that: what is cut in the middle of a secret has to be recognised. */
export const answerReadMax = 8_192

/**
 * The beginning of an answer as it is shown: without secrets and card numbers, and without characters that are not seen.
 *
 * @param text - the beginning of an answer, `answerReadMax` bytes of it
 */
export const shownAnswer = (text: string): string => {
  const visible = withoutSecrets(text.replace(/[^\P{C}\n\t]/gu, ""))
  return visible.length > answerShownMax ? `${visible.slice(0, answerShownMax)}…` : visible
}
