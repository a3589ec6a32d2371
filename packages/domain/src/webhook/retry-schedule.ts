/**
 * The retry schedule of a delivery: how often it is tried, the waits in between, and when an endpoint is disabled.
 *
 * One attempt and up to three retries, after one, two and three steps (API document, "Events"). If the company wants it, failed deliveries
 * are tried for some days more.
 */
import { type Instant, instant } from "../calendar/instant.ts"
import { attemptsKeptMax, type WebhookDelivery } from "./webhook-delivery.ts"

/** Retries of the usual schedule: the steps to wait after each failed attempt. */
export const retrySteps = [1, 2, 3] as const

/** Attempts of the usual schedule, the first included. */
export const usualTries = retrySteps.length + 1

const hour = 3_600_000

/** The waits between the attempts of the long tail, in milliseconds: five days and seven hours in total. */
export const longTailWaitsMillis: ReadonlyArray<number> = [1, 6, 24, 24, 24, 24, 24].map((hours) => hours * hour)

/** The longest `Retry-After` that is respected, in milliseconds. */
export const retryAfterMaxMillis = hour

/** An endpoint is disabled after this many events in a row that failed in their usual schedule. */
export const failedEventsMax = 20

/** The outcome of an attempt. */
export type WebhookOutcome =
  | {
      readonly _tag: "Answered"
      readonly status: number
      /** The wait that a busy receiver asked for, in milliseconds. */
      readonly retryAfterMillis: number | null
    }
  | { readonly _tag: "NotAnswered"; readonly error: string }

/** A company's choices for its deliveries. */
export interface DeliveryPolicy {
  /** The wait before the first retry, milliseconds. */
  readonly stepMillis: number
  readonly hasLongTail: boolean
}

/** The meaning of an attempt beyond its own delivery. */
export type DeliveryVerdict =
  | "delivered"
  /** It is tried again, as usual. */
  | "retrying"
  /** The usual schedule is over without a delivery. */
  | "failed"
  /** It had failed before, and one more attempt of the long tail failed too. */
  | "lingering"
  /** The receiver says that it is gone for good. */
  | "gone"

/** A delivery after an attempt. */
export interface AfterAttempt {
  readonly delivery: WebhookDelivery
  readonly verdict: DeliveryVerdict
}

/** Any 2xx answer is a success. A redirect is a failure, and is not followed. */
export const isDelivered = (outcome: WebhookOutcome): boolean =>
  outcome._tag === "Answered" && outcome.status >= 200 && outcome.status < 300

/** When an attempt was made. */
export interface AttemptTimes {
  readonly startedAt: Instant
  /** When its outcome was known: waits count from here. */
  readonly endedAt: Instant
}

/** The delivery after an attempt. */
export const afterAttempt = (
  delivery: WebhookDelivery,
  outcome: WebhookOutcome,
  { startedAt, endedAt }: AttemptTimes,
  policy: DeliveryPolicy,
): AfterAttempt => {
  const attempt = {
    at: startedAt,
    status: outcome._tag === "Answered" ? outcome.status : null,
    error: errorOf(outcome),
    durationMillis: endedAt - startedAt,
  }
  const tries = delivery.tries + 1
  const attempts = [...delivery.attempts, attempt].slice(-attemptsKeptMax)
  const over = (state: "delivered" | "failed", verdict: DeliveryVerdict): AfterAttempt => ({
    delivery: { ...delivery, state, attempts, tries, nextAttemptAt: null, endedAt },
    verdict,
  })
  if (isDelivered(outcome)) return over("delivered", "delivered")
  if (outcome._tag === "Answered" && outcome.status === 410) return over("failed", "gone")
  const wait = waitAfter(tries, policy)
  const verdict = tries < usualTries ? "retrying" : tries === usualTries ? "failed" : "lingering"
  if (wait === null) return over("failed", verdict)
  const asked = outcome._tag === "Answered" && isBusy(outcome.status) ? (outcome.retryAfterMillis ?? 0) : 0
  const nextAttemptAt = instant(endedAt + Math.max(wait, Math.min(asked, retryAfterMaxMillis)))
  return { delivery: { ...delivery, attempts, tries, nextAttemptAt }, verdict }
}

/**
 * When the retry schedule of a delivery began, or will begin: with its event, or with the last request to send it
 * again.
 */
export const retriesBeganAt = ({ event, tries, attempts, nextAttemptAt }: WebhookDelivery): Instant =>
  (tries === 0 ? nextAttemptAt : attempts.at(-tries)?.at) ?? event.occurredAt

/**
 * A delivery that is given up without an attempt: there is no endpoint, it is disabled, or it was configured after the
 * retry schedule of the delivery had begun.
 */
export const givenUp = (delivery: WebhookDelivery, error: string, at: Instant): WebhookDelivery => ({
  ...delivery,
  state: "failed",
  attempts: [...delivery.attempts, { at, status: null, error, durationMillis: 0 }].slice(-attemptsKeptMax),
  nextAttemptAt: null,
  endedAt: at,
})

/** Milliseconds to wait after this many attempts. Null if no attempt follows. */
const waitAfter = (tries: number, { stepMillis, hasLongTail }: DeliveryPolicy): number | null => {
  const steps = retrySteps[tries - 1]
  if (steps !== undefined) return steps * stepMillis
  return hasLongTail ? (longTailWaitsMillis[tries - usualTries] ?? null) : null
}

const isBusy = (status: number): boolean => status === 429 || status === 503

const errorOf = (outcome: WebhookOutcome): string | null => {
  if (isDelivered(outcome)) return null
  return outcome._tag === "Answered" ? `answered ${outcome.status}` : outcome.error
}
