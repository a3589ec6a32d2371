/**
 * The public API: orders. The back office reads them by the same functions.
 */
import {
  type Answered,
  cancelOrder,
  completeOrder,
  findReferences,
  type OrderCommandRequest,
  type PlaceOrderOutcome,
  placeSingleOrder,
  refundOrder,
  type SingleOrderRefusal,
} from "@vintem/application"
import {
  Caller,
  fromCloudHosting,
  invalidFields,
  NotFound,
  type OrderListQuery,
  type OrderSearchQuery,
  type OrderView,
  orderFilter,
  orderNumberFromPath,
  orderStatusList,
  orderView,
  PublicApi,
  pageOf,
  partialReferences,
  refundBody,
  singleOrderAnswer,
  singleOrderBody,
  underModeration,
  unknownReference,
} from "@vintem/contract"
import { OrderRepository, perPage, type StoredAnswer } from "@vintem/domain/ports"
import { Effect, Option } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { answerText, errorText, invalidText } from "../edge/answers.ts"
import { type Asker, integrator } from "../edge/asking.ts"
import { companyScope } from "../edge/keyed.ts"
import { listPage } from "../edge/list-page.ts"
import { orderCommand, orderNotFound } from "../edge/order-command.ts"
import { PublicUrl } from "../edge/public-url.ts"
import { operation, type Taking, unread } from "../edge/received-request.ts"
import { orServerError } from "../edge/server-error.ts"
import { createOrder } from "./create-order.ts"

export const orders = HttpApiBuilder.group(PublicApi, "orders", (handlers) =>
  handlers
    .handle("list", ({ query }) => listOrders(integrator, query))
    .handle("statuses", () => Effect.succeed(orderStatusList))
    .handle("get", ({ params }) => Effect.map(getOrder(integrator, params), (data) => ({ success: true, data })))
    .handleRaw("create", () => createOrder, uninterruptible)
    .handleRaw("createSingle", () => createSingle, uninterruptible)
    .handleRaw(
      "refund",
      ({ params }) =>
        command(params, refundBody, (request, { amount }) => refundOrder({ ...request, amount: amount ?? null })),
      uninterruptible,
    )
    .handleRaw("cancel", ({ params }) => command(params, unread, cancelOrder), uninterruptible)
    .handleRaw("complete", ({ params }) => command(params, unread, completeOrder), uninterruptible),
)

export const listOrders = <E, R>(asker: Asker<E, R>, query: OrderListQuery | OrderSearchQuery) =>
  Effect.gen(function* () {
    const { company } = yield* asker
    const { list } = yield* OrderRepository
    const { base } = yield* PublicUrl
    const page = pageOf(query)
    const found = yield* list(company.id, orderFilter(query), { page, size: perPage })
    return yield* listPage(page, found, (order) => orderView(order, base))
  }).pipe(orServerError)

export const getOrder = <E, R>(asker: Asker<E, R>, params: { readonly order_number: string }) =>
  Effect.gen(function* () {
    const { company } = yield* asker
    const { find } = yield* OrderRepository
    const { base } = yield* PublicUrl
    const number = orderNumberFromPath(params.order_number)
    const stored = Option.isSome(number) ? yield* find(company.id, number.value) : Option.none()
    return Option.isNone(stored) ? yield* new NotFound() : orderView(stored.value, base)
  }).pipe(orServerError)

/** A disconnected client does not stop it: the charge goes on, its outcome is stored, and a repeated request under the same key gets it. */
const uninterruptible = { uninterruptible: true }

/** What the administration can do to an order, the company does to its own. */
const command = <A, R>(
  { order_number }: { readonly order_number: string },
  body: Taking<A>["body"],
  use: (
    request: OrderCommandRequest,
    input: A,
  ) => Effect.Effect<Answered, Effect.Error<ReturnType<typeof refundOrder>>, R>,
) =>
  orderCommand({ order: ownOrder(order_number), scopeOf: companyScope, envelope: successOf }, body, use).pipe(
    Effect.catchTags(orderNotFound),
  )

const successOf = (data: OrderView) => ({ success: true, data })

/** What could be no order is none. */
const ownOrder = Effect.fnUntraced(function* (text: string) {
  const { company } = yield* Caller
  const number = orderNumberFromPath(text)
  if (Option.isNone(number)) return yield* new NotFound()
  return { company: company.id, number: number.value }
})

const createSingle = operation(
  {
    body: singleOrderBody,
    beside: Effect.fnUntraced(function* (body) {
      const { company } = yield* Caller
      const { unknown } = yield* findReferences(company.id, partialReferences(body))
      return unknownFaults(unknown)
    }),
  },
  Effect.fnUntraced(function* ({ input, keyed }) {
    const { company } = yield* Caller
    const { base } = yield* PublicUrl
    return yield* placeSingleOrder({
      company,
      order: input,
      keyed: keyed(companyScope(company.id), { payment: input.payment }),
      encode: (outcome) => encoded(outcome, base),
    })
  }),
)

const encoded = (outcome: PlaceOrderOutcome<SingleOrderRefusal>, publicUrl: string): StoredAnswer => {
  switch (outcome._tag) {
    case "Placed":
      return answerText(200, singleOrderAnswer(outcome.order, publicUrl))
    case "UnderModeration":
      return errorText(underModeration())
    case "Refused":
      return refused(outcome.refusal)
  }
}

const refused = (refusal: SingleOrderRefusal): StoredAnswer => {
  switch (refusal._tag) {
    case "FromHosting":
      return errorText(fromCloudHosting())
    case "UnknownReferences":
      return invalidText(invalidFields(unknownFaults(refusal.references)))
  }
}

const unknownFaults = (unknown: { readonly customerId: boolean; readonly cardToken: boolean }) => [
  ...(unknown.customerId ? [unknownReference("customer.id")] : []),
  ...(unknown.cardToken ? [unknownReference("payment.card.token")] : []),
]
