/**
 * The administration API: what an operator does to an order.
 */
import {
  type Answered,
  cancelOrder,
  completeOrder,
  contestOrder,
  type OperatorOutcome,
  type OperatorRequest,
  refundOrder,
  resolveOrder,
} from "@vintem/application"
import {
  AdminApi,
  companyIdFromPath,
  decodeRefund,
  decodeResolve,
  type InvalidFields,
  invalid,
  invalidFields,
  NotFound,
  orderHistoryView,
  orderNumberFromPath,
  orderRefused,
  orderView,
  refundFailed,
  renewalOpen,
} from "@vintem/contract"
import { CardAttempts, OrderRepository, type StoredAnswer, WebhookDeliveryRepository } from "@vintem/domain"
import { Effect, Option, Result } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { answerText, errorText, failed } from "./answers.ts"
import { jsonBodyOrNone } from "./json-body.ts"
import { answered, faultsOf, keyedRequest, keyOf, keyRefusals, operatorScope } from "./keyed.ts"
import { PublicUrl } from "./public-url.ts"
import { orServerError } from "./server-error.ts"

/** Whoever hangs up changes nothing: what was begun at the acquirer is brought to its end. */
const uninterruptible = { uninterruptible: true }

export const orders = HttpApiBuilder.group(AdminApi, "orders", (handlers) =>
  handlers
    .handleRaw(
      "refund",
      ({ params }) =>
        operate(params, decodeRefund, (request, { amount }) => refundOrder({ ...request, amount: amount ?? null })),
      uninterruptible,
    )
    .handleRaw("cancel", ({ params }) => operate(params, nothing, cancelOrder), uninterruptible)
    .handleRaw("complete", ({ params }) => operate(params, nothing, completeOrder), uninterruptible)
    .handleRaw("contest", ({ params }) => operate(params, nothing, contestOrder), uninterruptible)
    .handleRaw(
      "resolve",
      ({ params }) =>
        operate(params, decodeResolve, (request, { outcome }) => resolveOrder({ ...request, verdict: outcome })),
      uninterruptible,
    )
    .handle("history", ({ params }) =>
      Effect.gen(function* () {
        const { company, number } = yield* orderIn(params)
        const { find, history } = yield* OrderRepository
        const stored = yield* find(company, number)
        if (Option.isNone(stored)) return yield* new NotFound()
        const { ofOrder } = yield* WebhookDeliveryRepository
        const { stops } = yield* CardAttempts
        return {
          data: orderHistoryView(
            stored.value.order,
            yield* history(number),
            yield* ofOrder(company, number),
            yield* stops({ _tag: "order", number }),
          ),
        }
      }).pipe(orServerError),
    ),
)

interface Path {
  readonly company: string
  readonly order_number: string
}

/** What could be no company or no order is none. */
const orderIn = ({ company, order_number }: Path) =>
  Effect.fromOption(
    Option.all({ company: companyIdFromPath(company), number: orderNumberFromPath(order_number) }),
  ).pipe(Effect.mapError(() => new NotFound()))

/** Of a request that says everything by its path. */
const nothing = (): Result.Result<object, InvalidFields> => Result.succeed({})

type CannotOperate = Effect.Error<ReturnType<typeof refundOrder>>

/** Reads a request, has it done once, and tells what came of it. */
const operate = <A, R>(
  params: Path,
  decode: (body: unknown) => Result.Result<A, InvalidFields>,
  use: (request: OperatorRequest, input: A) => Effect.Effect<Answered, CannotOperate, R>,
) =>
  Effect.gen(function* () {
    const body = yield* jsonBodyOrNone
    const input = decode(body)
    const key = yield* keyOf
    if (Result.isFailure(input) || Result.isFailure(key)) return failed(invalid(invalidFields(faultsOf(input, key))))
    const order = yield* orderIn(params)
    const { base } = yield* PublicUrl
    const keyed = yield* keyedRequest(operatorScope(order.company), key.success, body)
    const encode = (outcome: OperatorOutcome) => encoded(outcome, base)
    return answered(yield* use({ ...order, keyed, encode }, input.success))
  }).pipe(
    Effect.catchTag("NoSuchOrder", () => new NotFound()),
    Effect.catchTags(keyRefusals),
    orServerError,
  )

const encoded = (outcome: OperatorOutcome, publicUrl: string): StoredAnswer => {
  switch (outcome._tag) {
    case "Done":
      return answerText(200, { data: orderView(outcome.stored, publicUrl) })
    case "Refused":
      return errorText(invalid(orderRefused(outcome.refusal)))
    case "RenewalOpen":
      return errorText(invalid(renewalOpen(outcome.subscription)))
    case "RefundFailed":
      return errorText(invalid(refundFailed(outcome.reason)))
  }
}
