/**
 * The sandbox API: what the simulated acquirer would report later, now.
 */
import { SandboxReports } from "@vintem/adapters"
import { recordChargeNews } from "@vintem/application"
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
  ServerError,
} from "@vintem/contract"
import { type Order, OrderRepository, type OutcomeUnknown, statusOf } from "@vintem/domain"
import { Effect, Option, Result } from "effect"
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
  if (Result.isFailure(reported)) {
    const possible = reported.failure.join(", ") || "nothing"
    const problem = `cannot be ${kind} while the order is ${statusOf(order)}. The acquirer could report now: ${possible}.`
    return failed(invalid(invalidFields([fault("kind", problem)])))
  }
  const { base } = yield* PublicUrl
  const after = yield* recordChargeNews(reported.success.key, reported.success.news)
  if (Option.isNone(after)) return yield* new NotFound()
  return json(200, { data: orderView(after.value, base) })
}, orServerError)

/** What the acquirer says of the order, of its latest attempt of which it can say such a thing; else what it could say of any. */
const reportOf = Effect.fnUntraced(function* (order: Order, kind: OrderEventKind) {
  const reports = yield* SandboxReports.SandboxReports
  const possible = new Set<OrderEventKind>()
  for (const { key } of order.attempts.toReversed()) {
    const told = yield* reports.report(key, kind).pipe(
      Effect.map((news) => Result.succeed({ key, news })),
      Effect.catchTags({
        CannotReport: (refusal) => Effect.succeed(Result.fail(refusal.possible)),
        OutcomeUnknown: silent,
      }),
    )
    if (Result.isSuccess(told)) return told
    for (const one of told.failure) possible.add(one)
  }
  return Result.fail(Array.from(possible))
})

const silent = ({ detail }: OutcomeUnknown) =>
  Effect.andThen(Effect.logError("the acquirer told no outcome", { detail }), Effect.fail(new ServerError()))
