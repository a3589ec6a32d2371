/** Reading orders, shared by the public API and the back office. */
import {
  NotFound,
  type OrderListQuery,
  type OrderSearchQuery,
  orderFilter,
  orderNumberFromPath,
  orderView,
  pageOf,
} from "@vintem/contract"
import { OrderRepository, perPage } from "@vintem/domain/ports"
import { Effect, Option } from "effect"
import { listPage } from "../edge/request/list-page.ts"
import { PublicUrl } from "../edge/request/public-url.ts"
import { orServerError } from "../edge/server-error.ts"
import type { FindCaller } from "./company-caller.ts"

export const listOrders = <E, R>(caller: FindCaller<E, R>, query: OrderListQuery | OrderSearchQuery) =>
  Effect.gen(function* () {
    const { company } = yield* caller
    const { list } = yield* OrderRepository
    const { base } = yield* PublicUrl
    const page = pageOf(query)
    const found = yield* list(company.id, orderFilter(query), { page, size: perPage })
    return yield* listPage(page, found, (order) => orderView(order, base))
  }).pipe(orServerError)

export const getOrder = <E, R>(caller: FindCaller<E, R>, params: { readonly order_number: string }) =>
  Effect.gen(function* () {
    const { company } = yield* caller
    const { find } = yield* OrderRepository
    const { base } = yield* PublicUrl
    const number = orderNumberFromPath(params.order_number)
    const stored = Option.isSome(number) ? yield* find(company.id, number.value) : Option.none()
    return Option.isNone(stored) ? yield* new NotFound() : orderView(stored.value, base)
  }).pipe(orServerError)
