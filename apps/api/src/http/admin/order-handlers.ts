/** The back office: an operator's commands to an order. */
import {
  cancelOrder,
  companyOfName,
  completeOrder,
  contestOrder,
  type OrderCommandRequest,
  refundOrder,
  resolveOrder,
  subscriptionAwaiting,
} from "@vintem/application"
import {
  BackOffice,
  companyIdFromPath,
  foundOrderView,
  NotFound,
  orderHistoryView,
  orderNumberFromPath,
  orderRefusalsView,
  publicKeyFromPath,
  refundBody,
  resolveBody,
} from "@vintem/contract"
import { instant } from "@vintem/domain/calendar"
import { CardAttempts, OrderRepository, WebhookDeliveryRepository } from "@vintem/domain/ports"
import { Clock, Effect, Option } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { orderCommand, orderNotFound } from "../company/order-command.ts"
import { getOrder, listOrders } from "../company/orders.ts"
import { type AnswerToSend, operatorScope } from "../edge/keys/keyed.ts"
import { uninterruptible } from "../edge/limits/uninterruptible.ts"
import { type Taking, unread } from "../edge/received-request.ts"
import { orServerError } from "../edge/server-error.ts"
import { operatorAt } from "./company-of.ts"

export const orders = HttpApiBuilder.group(BackOffice, "orders", (handlers) =>
  handlers
    .handle("find", ({ params }) => orServerError(findOrder(params.number_or_key)))
    .handle("list", ({ params, query }) => listOrders(operatorAt(params), query))
    .handle("get", ({ params }) => Effect.map(getOrder(operatorAt(params), params), (data) => ({ data })))
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
        const { order } = stored.value
        const awaiting = yield* subscriptionAwaiting(order.details)
        return {
          data: orderHistoryView(
            order,
            yield* history(company, number),
            yield* ofOrder(company, number),
            yield* stops({ _tag: "order", number }),
            orderRefusalsView(order, instant(yield* Clock.currentTimeMillis), awaiting !== null),
          ),
        }
      }).pipe(orServerError),
    ),
)

/** Finds an order of any company by its number or public key, for the administration and operators. */
const findOrder = Effect.fnUntraced(function* (text: string) {
  const orders = yield* OrderRepository
  const named = yield* companyOfName(text)
  if (Option.isNone(named)) return yield* new NotFound()
  const company = named.value
  const number = orderNumberFromPath(text)
  const key = publicKeyFromPath(text)
  const byNumber = Option.isSome(number) ? yield* orders.find(company.id, number.value) : Option.none()
  const found =
    Option.isNone(byNumber) && Option.isSome(key) ? yield* orders.findByPublicKey(company.id, key.value) : byNumber
  return Option.isNone(found) ? yield* new NotFound() : { data: foundOrderView(found.value.order, company) }
})

interface Path {
  readonly company: string
  readonly order_number: string
}

/** The order in a path. Fails with `NotFound` if the texts cannot be a company's id and an order's number. */
const orderIn = ({ company, order_number }: Path) =>
  Effect.fromOption(
    Option.all({ company: companyIdFromPath(company), number: orderNumberFromPath(order_number) }),
  ).pipe(Effect.mapError(() => new NotFound()))

/** Runs a command once, and answers with its outcome. */
const operate = <A, R>(
  params: Path,
  body: Taking<A>["body"],
  use: (request: OrderCommandRequest, input: A) => Effect.Effect<AnswerToSend, CannotOperate, R>,
) =>
  orderCommand({ order: orderIn(params), scopeOf: operatorScope, envelope: (data) => ({ data }) }, body, use).pipe(
    Effect.catchTags(orderNotFound),
  )

type CannotOperate = Effect.Error<ReturnType<typeof refundOrder>>
