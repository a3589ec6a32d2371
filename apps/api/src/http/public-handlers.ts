/**
 * The public API: orders.
 */
import { findReferences, type Placing, placeSingleOrder, type SingleOrderRefusal } from "@vintem/application"
import {
  Caller,
  fromCloudHosting,
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
  singleOrderBody,
  underModeration,
  unknownReference,
} from "@vintem/contract"
import { OrderRepository, perPage, type StoredAnswer } from "@vintem/domain"
import { Effect, Option } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { answerText, errorText, invalidText } from "./answers.ts"
import { clientAddressOf } from "./client-address-of.ts"
import { createOrder } from "./create-order.ts"
import { companyScope } from "./keyed.ts"
import { listPage } from "./list-page.ts"
import { PublicUrl } from "./public-url.ts"
import { operation } from "./received-request.ts"
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
      clientAddress: Option.getOrNull(yield* clientAddressOf),
      order: input,
      keyed: keyed(companyScope(company.id), { payment: input.payment }),
      encode: (outcome) => encoded(outcome, base),
    })
  }),
)

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
      return invalidText(invalidFields(unknownFaults(refusal.references)))
  }
}

const unknownFaults = (unknown: { readonly customerId: boolean; readonly cardToken: boolean }) => [
  ...(unknown.customerId ? [unknownReference("customer.id")] : []),
  ...(unknown.cardToken ? [unknownReference("payment.card.token")] : []),
]
