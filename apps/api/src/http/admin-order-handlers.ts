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
  NotFound,
  orderHistoryView,
  orderNumberFromPath,
  orderRefused,
  orderView,
  refundBody,
  refundFailed,
  renewalOpen,
  resolveBody,
} from "@vintem/contract"
import { CardAttempts, OrderRepository, type StoredAnswer, WebhookDeliveryRepository } from "@vintem/domain"
import { Effect, Option } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { answerText, invalidText } from "./answers.ts"
import { operatorScope } from "./keyed.ts"
import { PublicUrl } from "./public-url.ts"
import { operation, type Taking, unread } from "./received-request.ts"
import { orServerError } from "./server-error.ts"

/** Whoever hangs up changes nothing: what was begun at the acquirer is brought to its end. */
const uninterruptible = { uninterruptible: true }

export const orders = HttpApiBuilder.group(AdminApi, "orders", (handlers) =>
  handlers
    .handleRaw(
      "refund",
      ({ params }) =>
        operate(params, refundBody, (request, { amount }) => refundOrder({ ...request, amount: amount ?? null })),
      uninterruptible,
    )
    .handleRaw("cancel", ({ params }) => operate(params, unread, cancelOrder), uninterruptible)
    .handleRaw("complete", ({ params }) => operate(params, unread, completeOrder), uninterruptible)
    .handleRaw("contest", ({ params }) => operate(params, unread, contestOrder), uninterruptible)
    .handleRaw(
      "resolve",
      ({ params }) =>
        operate(params, resolveBody, (request, { outcome }) => resolveOrder({ ...request, verdict: outcome })),
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

type CannotOperate = Effect.Error<ReturnType<typeof refundOrder>>

/** Has a command done once, and tells what came of it. */
const operate = <A, R>(
  params: Path,
  body: Taking<A>["body"],
  use: (request: OperatorRequest, input: A) => Effect.Effect<Answered, CannotOperate, R>,
) =>
  operation(
    { body, isOptional: true },
    Effect.fnUntraced(function* ({ input, keyed }) {
      const order = yield* orderIn(params)
      const { base } = yield* PublicUrl
      const encode = (outcome: OperatorOutcome) => encoded(outcome, base)
      return yield* use({ ...order, keyed: keyed(operatorScope(order.company)), encode }, input)
    }),
  ).pipe(Effect.catchTag("NoSuchOrder", () => new NotFound()))

const encoded = (outcome: OperatorOutcome, publicUrl: string): StoredAnswer => {
  switch (outcome._tag) {
    case "Done":
      return answerText(200, { data: orderView(outcome.stored, publicUrl) })
    case "Refused":
      return invalidText(orderRefused(outcome.refusal))
    case "RenewalOpen":
      return invalidText(renewalOpen(outcome.subscription))
    case "RefundFailed":
      return invalidText(refundFailed(outcome.reason))
  }
}
