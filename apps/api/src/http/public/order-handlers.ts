/**
 * The public API: orders.
 */
import {
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
  installmentTooSmall,
  invalidFields,
  NotFound,
  type OrderView,
  orderNumberFromPath,
  orderStatusList,
  PublicApi,
  partialReferences,
  refundBody,
  singleOrderAnswer,
  singleOrderBody,
  underModeration,
  unknownReference,
} from "@vintem/contract"
import type { StoredAnswer } from "@vintem/domain/ports"
import { Effect, Option } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { integrator } from "../company/company-caller.ts"
import { orderCommand, orderNotFound } from "../company/order-command.ts"
import { getOrder, listOrders } from "../company/orders.ts"
import { answerText, errorText, invalidText } from "../edge/body/answers.ts"
import { type AnswerToSend, companyScope } from "../edge/keys/keyed.ts"
import { uninterruptible } from "../edge/limits/uninterruptible.ts"
import { operation, type Taking, unread } from "../edge/received-request.ts"
import { PublicUrl } from "../edge/request/public-url.ts"
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

/** A company's command to its own order. */
const command = <A, R>(
  { order_number }: { readonly order_number: string },
  body: Taking<A>["body"],
  use: (
    request: OrderCommandRequest,
    input: A,
  ) => Effect.Effect<AnswerToSend, Effect.Error<ReturnType<typeof refundOrder>>, R>,
) =>
  orderCommand({ order: ownOrder(order_number), scopeOf: companyScope, envelope: successOf }, body, use).pipe(
    Effect.catchTags(orderNotFound),
  )

const successOf = (data: OrderView) => ({ success: true, data })

/** The caller's own order. Fails with `NotFound` if the text cannot be an order's number. */
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
    case "InstallmentTooSmall":
      return invalidText(invalidFields([installmentTooSmall(refusal)]))
  }
}

const unknownFaults = (unknown: { readonly customerId: boolean; readonly cardToken: boolean }) => [
  ...(unknown.customerId ? [unknownReference("customer.id")] : []),
  ...(unknown.cardToken ? [unknownReference("payment.card.token")] : []),
]
