/**
 * The public API: orders.
 */
import { findReferences, type Placing, placeSingleOrder, type SingleOrderRefusal } from "@vintem/application"
import {
  Caller,
  decodeSingleOrder,
  fromCloudHosting,
  invalid,
  invalidFields,
  NotFound,
  orderFilter,
  orderNumberFromPath,
  orderStatusList,
  orderView,
  PublicApi,
  pageOf,
  partialReferences,
  singleOrderAnswer,
  underModeration,
  unknownReference,
} from "@vintem/contract"
import { instant, OrderRepository, perPage, type StoredAnswer, saoPauloDate } from "@vintem/domain"
import { Clock, Effect, Option, Result } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { answerText, errorText, failed } from "./answers.ts"
import { clientAddressOf } from "./client-address-of.ts"
import { createOrder } from "./create-order.ts"
import { jsonBody } from "./json-body.ts"
import { answered, companyScope, faultsOf, keyedRequest, keyOf, keyRefusals } from "./keyed.ts"
import { listPage } from "./list-page.ts"
import { PublicUrl } from "./public-url.ts"
import { orServerError } from "./server-error.ts"

export const orders = HttpApiBuilder.group(PublicApi, "orders", (handlers) =>
  handlers
    .handle("list", ({ query }) =>
      Effect.gen(function* () {
        const { company } = yield* Caller
        const { list } = yield* OrderRepository
        const { base } = yield* PublicUrl
        const page = pageOf(query)
        const found = yield* list(company.id, orderFilter(query), { page, size: perPage })
        return yield* listPage(page, found, (order) => orderView(order, base))
      }).pipe(orServerError),
    )
    .handle("statuses", () => Effect.succeed(orderStatusList))
    .handle("get", ({ params }) =>
      Effect.gen(function* () {
        const { company } = yield* Caller
        const { find } = yield* OrderRepository
        const { base } = yield* PublicUrl
        const number = orderNumberFromPath(params.order_number)
        const stored = Option.isSome(number) ? yield* find(company.id, number.value) : Option.none()
        if (Option.isNone(stored)) return yield* new NotFound()
        return { success: true, data: orderView(stored.value, base) }
      }).pipe(orServerError),
    )
    .handleRaw("create", () => createOrder, { uninterruptible: true })
    .handleRaw("createSingle", () => createSingle, { uninterruptible: true }),
)

/** Whoever hangs up changes nothing: the charge goes on, its outcome is kept, and asking again under the same key tells it. */
const createSingle = Effect.gen(function* () {
  const { company } = yield* Caller
  const { base } = yield* PublicUrl
  const body = yield* jsonBody
  const today = saoPauloDate(instant(yield* Clock.currentTimeMillis))
  const order = decodeSingleOrder(body, today)
  const key = yield* keyOf
  if (Result.isFailure(order) || Result.isFailure(key)) {
    // What the body refers to is looked up all the same, so that everything is told at once.
    const { unknown } = yield* findReferences(company.id, partialReferences(body))
    return failed(invalid(invalidFields([...faultsOf(order, key), ...unknownFaults(unknown)])))
  }
  const address = yield* clientAddressOf
  const answer = yield* placeSingleOrder({
    company,
    clientAddress: Option.getOrNull(address),
    order: order.success,
    keyed: yield* keyedRequest(companyScope(company.id), key.success, body, { payment: order.success.payment }),
    encode: (outcome) => encoded(outcome, base),
  })
  return answered(answer)
}).pipe(Effect.catchTags(keyRefusals), orServerError)

const encoded = (outcome: Placing<SingleOrderRefusal>, publicUrl: string): StoredAnswer => {
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
      return errorText(invalid(invalidFields(unknownFaults(refusal.references))))
  }
}

const unknownFaults = (unknown: { readonly customerId: boolean; readonly cardToken: boolean }) => [
  ...(unknown.customerId ? [unknownReference("customer.id")] : []),
  ...(unknown.cardToken ? [unknownReference("payment.card.token")] : []),
]
