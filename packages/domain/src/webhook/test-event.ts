/**
 * A test event: a company sends it to its own webhook to check its receiver. It belongs to no order and no sequence,
 * and is not stored.
 *
 * @see docs/decisions/webhooks.md#0294
 */
import * as Schema from "effect/Schema"
import type { Instant } from "../calendar/instant.ts"
import { withoutSecrets } from "../text/without-secrets.ts"

/**
 * `webhook-id` of a test event. Order numbers have no small letters, so it never equals that of an order's
 * notification. It has no digits, which a log could mistake for a card number.
 */
export const TestEventId = Schema.String.check(Schema.isPattern(/^evt_test_[a-p]{32}$/u)).pipe(
  Schema.brand("TestEventId"),
)
export type TestEventId = typeof TestEventId.Type

/** The content of a test event. */
export interface TestEvent {
  readonly id: TestEventId
  /** When it was requested, by the service's clock. */
  readonly at: Instant
}

/** A test event after it was sent. */
export interface SentTestEvent {
  readonly event: TestEvent
  /** The JSON text that was sent. */
  readonly body: string
  /** The status of the answer. Null if none came. */
  readonly status: number | null
  /** Why there is no answer. Null if one came. */
  readonly error: string | null
  /** The displayable beginning of the answer. Null if none came. */
  readonly answer: string | null
  /** From sending to the end of the answer, by the machine's clock. Milliseconds. */
  readonly durationMillis: number
}

/** The most characters of a receiver's answer that are shown. */
export const answerShownMax = 1_000

/**
 * The most bytes of an answer that are read. They are more than are shown, so that a secret cut in the middle is
 * recognised.
 */
export const answerReadMax = 8_192

/**
 * The displayable beginning of an answer: without secrets, card numbers and invisible characters.
 *
 * @param text - the first `answerReadMax` bytes of an answer
 */
export const shownAnswer = (text: string): string => {
  const visible = withoutSecrets(text.replace(/[^\P{C}\n\t]/gu, ""))
  return visible.length > answerShownMax ? `${visible.slice(0, answerShownMax)}…` : visible
}
