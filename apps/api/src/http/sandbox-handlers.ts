/**
 * The sandbox API: what the simulated acquirer would report later, now.
 */
import { SandboxReports } from "@vintem/adapters"
import { recordNews } from "@vintem/application"
import {
  decodeOrderEvent,
  fault,
  invalid,
  invalidFields,
  NotFound,
  type OrderEventKind,
  orderNumberFromPath,
  orderView,
  SandboxApi,
} from "@vintem/contract"
import {
  type Attempt,
  type Instant,
  instant,
  type Order,
  type OrderNews,
  OrderRepository,
  statusOf,
} from "@vintem/domain"
import { Clock, Effect, Option, Result } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { failed, json } from "./answers.ts"
import { jsonBody } from "./json-body.ts"
import { PublicUrl } from "./public-url.ts"
import { orServerError } from "./server-error.ts"

export const orders = HttpApiBuilder.group(SandboxApi, "orders", (handlers) =>
  handlers.handleRaw("report", ({ params }) => report(params), { uninterruptible: true }),
)

/** Reporting a thing twice records it once, so that an idempotency key would add nothing here. */
const report = Effect.fnUntraced(function* (params: { readonly order_number: string }) {
  const { findByNumber } = yield* OrderRepository
  const input = decodeOrderEvent(yield* jsonBody)
  if (Result.isFailure(input)) return failed(invalid(input.failure))
  const number = orderNumberFromPath(params.order_number)
  const stored = Option.isSome(number) ? yield* findByNumber(number.value) : Option.none()
  if (Option.isNone(stored)) return yield* new NotFound()
  const { order } = stored.value
  const { kind } = input.success
  const reported = yield* reportOf(order, kind)
  if (Option.isNone(reported)) {
    const problem = `cannot be ${kind}: the acquirer could not report that of an order that is ${statusOf(order)}.`
    return failed(invalid(invalidFields([fault("kind", problem)])))
  }
  const { base } = yield* PublicUrl
  const after = yield* recordNews(order.details.company, order.details.number, reported.value)
  if (Option.isNone(after)) return yield* new NotFound()
  return json(200, { data: orderView(after.value, base) })
}, orServerError)

/** What the acquirer says of the order: of its latest attempt of which it can say such a thing, or of none. */
const reportOf = Effect.fnUntraced(function* (order: Order, kind: OrderEventKind) {
  const reports = yield* SandboxReports.SandboxReports
  const at = instant(yield* Clock.currentTimeMillis)
  for (const attempt of order.attempts.toReversed()) {
    const told = yield* reports.report(attempt.key, kind).pipe(
      Effect.asSome,
      Effect.catchTag("CannotReport", () => Effect.succeedNone),
    )
    if (Option.isSome(told)) return Option.some(told.value.map((news) => newsOf(attempt, news, at)))
  }
  return Option.none()
})

const newsOf = (attempt: Attempt, news: SandboxReports.ChargeNews, at: Instant): OrderNews => ({
  ...news,
  attempt: attempt.id,
  at,
})
