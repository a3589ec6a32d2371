/**
 * Writes down what the acquirer told of a charge of its own accord.
 */
import { type AcquirerReport, type AttemptKey, instant, OrderRepository, orderReportFrom } from "@vintem/domain"
import { Clock, Effect, Option } from "effect"
import { recordNews } from "./record-news.ts"

/**
 * Facts are a set: news that were recorded before change nothing, and those that came out of order end where they belong. Their hour
 * is that of the recording, as the acquirer's clock is not ours.
 *
 * @returns the order afterwards; none where no order was ever charged under that key
 */
export const recordChargeNews = Effect.fn("recordChargeNews")(function* (
  key: AttemptKey,
  news: ReadonlyArray<AcquirerReport>,
) {
  const { findByAttempt } = yield* OrderRepository
  const stored = yield* findByAttempt(key)
  if (Option.isNone(stored)) return Option.none()
  const { details, attempts } = stored.value.order
  const attempt = attempts.find((one) => one.key === key)
  if (attempt === undefined) return Option.none()
  const at = instant(yield* Clock.currentTimeMillis)
  return yield* recordNews(
    details.company,
    details.number,
    news.map((one) => orderReportFrom(one, attempt.id, at)),
  )
})
