/** The sandbox API: makes the simulated acquirer report now what it would report later. */
import { SandboxReports } from "@vintem/adapters"
import { companyOfName, recordSandboxReport } from "@vintem/application"
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
import type { Order } from "@vintem/domain/order"
import { OrderRepository, type OutcomeUnknown } from "@vintem/domain/ports"
import { Effect, Option, Result } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { companyOf } from "../admin/company-of.ts"
import { faulty, json } from "../edge/body/answers.ts"
import { uninterruptible } from "../edge/limits/uninterruptible.ts"
import { operation } from "../edge/received-request.ts"
import { PublicUrl } from "../edge/request/public-url.ts"

export const orders = HttpApiBuilder.group(SandboxApi, "orders", (handlers) =>
  handlers.handleRaw("report", ({ params }) => report(params), uninterruptible),
)

/** For a signed-in user: only orders of the path's company. */
export const panelOrders = HttpApiBuilder.group(PanelSandbox, "sandboxOrders", (handlers) =>
  handlers.handleRaw("report", ({ params }) => report(params), uninterruptible),
)

interface OfOrder {
  readonly order_number: string
  /** Absent for an actor who may report for any company's orders. */
  readonly company?: string
}

/** Repeated reports are recorded once, so an idempotency key would add nothing. */
const report = (params: OfOrder) =>
  operation(
    { body: orderEventBody, isKeyed: false },
    Effect.fnUntraced(function* ({ input }) {
      const stored = yield* orderOf(params)
      if (Option.isNone(stored)) return yield* new NotFound()
      const { kind } = input
      const reported = yield* reportOf(stored.value.order, kind)
      if (Result.isFailure(reported)) {
        const { possible: allowed, state: standing } = reported.failure
        return faulty(invalidFields([fault("kind", { code: "report_not_possible", kind, standing, allowed })]))
      }
      const { base } = yield* PublicUrl
      const after = yield* recordSandboxReport({ key: reported.success.key, kind, reports: reported.success.reports })
      if (Option.isNone(after)) return yield* new NotFound()
      return json(200, { data: orderView(after.value, base) })
    }),
  )

const orderOf = Effect.fnUntraced(function* ({ company, order_number: text }: OfOrder) {
  const { find } = yield* OrderRepository
  const number = orderNumberFromPath(text)
  if (Option.isNone(number)) return Option.none()
  const owner = company === undefined ? yield* companyOfName(number.value) : Option.some(yield* companyOf({ company }))
  return Option.isNone(owner) ? Option.none() : yield* find(owner.value.id, number.value)
})

/**
 * Makes the acquirer report on the order's latest attempt that can have this report. If none can, returns the possible
 * reports and the latest charge's state in the acquirer's books: the order may be behind them.
 */
const reportOf = Effect.fnUntraced(function* (order: Order, kind: OrderEventKind) {
  const { report: ask } = yield* SandboxReports.SandboxReports
  const possible = new Set<OrderEventKind>()
  let state: SandboxReports.CannotReport["state"] = null
  for (const { key } of order.attempts.toReversed()) {
    const answer = yield* ask(key, kind).pipe(
      Effect.map((reports) => Result.succeed({ key, reports })),
      Effect.catchTags({
        CannotReport: (refusal) => Effect.succeed(Result.fail(refusal)),
        OutcomeUnknown: silent,
      }),
    )
    if (Result.isSuccess(answer)) return answer
    state ??= answer.failure.state
    for (const one of answer.failure.possible) possible.add(one)
  }
  const refusal: Pick<SandboxReports.CannotReport, "possible" | "state"> = {
    possible: Array.from(possible),
    state,
  }
  return Result.fail(refusal)
})

const silent = ({ detail }: OutcomeUnknown) =>
  Effect.andThen(Effect.logError("the acquirer reported no outcome", { detail }), Effect.fail(new ServerError()))
