/**
 * The sandbox API: what the simulated acquirer would report later, now.
 */
import { SandboxReports } from "@vintem/adapters"
import { recordSandboxReport } from "@vintem/application"
import {
  fault,
  invalidFields,
  NotFound,
  type OrderEventKind,
  orderEventBody,
  orderNumberFromPath,
  orderView,
  PanelSandbox,
  SandboxApi,
  ServerError,
} from "@vintem/contract"
import { type Order, statusOf } from "@vintem/domain/order"
import { OrderRepository, type OutcomeUnknown } from "@vintem/domain/ports"
import { Effect, Option, Result } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { companyOf } from "../admin/company-of.ts"
import { faulty, json } from "../edge/answers.ts"
import { PublicUrl } from "../edge/public-url.ts"
import { operation } from "../edge/received-request.ts"

export const orders = HttpApiBuilder.group(SandboxApi, "orders", (handlers) =>
  handlers.handleRaw("report", ({ params }) => report(params), { uninterruptible: true }),
)

/** For a signed-in user: an order of the company of the path, and of no other. */
export const panelOrders = HttpApiBuilder.group(PanelSandbox, "sandboxOrders", (handlers) =>
  handlers.handleRaw("report", ({ params }) => report(params), { uninterruptible: true }),
)

interface OfOrder {
  readonly order_number: string
  /** Absent for an actor that may report of any company's orders. */
  readonly company?: string
}

/** Reporting a thing twice records it once, so that an idempotency key would add nothing here. */
const report = (params: OfOrder) =>
  operation(
    { body: orderEventBody, isKeyed: false },
    Effect.fnUntraced(function* ({ input }) {
      const stored = yield* orderOf(params)
      if (Option.isNone(stored)) return yield* new NotFound()
      const { order } = stored.value
      const { kind } = input
      const reported = yield* reportOf(order, kind)
      if (Result.isFailure(reported)) {
        const possible = reported.failure.join(", ") || "nothing"
        const problem = `${kind} is not possible while the order is ${statusOf(order)}. Possible now: ${possible}.`
        return faulty(invalidFields([fault("kind", problem)]))
      }
      const { base } = yield* PublicUrl
      const after = yield* recordSandboxReport({ key: reported.success.key, kind, reports: reported.success.news })
      if (Option.isNone(after)) return yield* new NotFound()
      return json(200, { data: orderView(after.value, base) })
    }),
  )

const orderOf = Effect.fnUntraced(function* ({ company, order_number: text }: OfOrder) {
  const { find, findByNumber } = yield* OrderRepository
  const number = orderNumberFromPath(text)
  if (Option.isNone(number)) return Option.none()
  if (company === undefined) return yield* findByNumber(number.value)
  return yield* find((yield* companyOf({ company })).id, number.value)
})

/** The acquirer's report of the order's latest attempt that can have it; if none can, the reports that are possible. */
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
