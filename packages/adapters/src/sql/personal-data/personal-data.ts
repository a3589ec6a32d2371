/**
 * All data of one customer in SQL, to be shown and to be erased. Data is overwritten in place: rows, logs and their order stay.
 */
import type { CompanyId, CustomerId } from "@vintem/domain/identifiers"
import { type ErasedCustomer, type OrderWindow, PersonalData, UnitOfWork } from "@vintem/domain/ports"
import { Effect, Layer, Option } from "effect"
import { Executor } from "../engine/executor.ts"
import { orderFromRow, orderRowColumns } from "../orders/order-row.ts"
import { customerOf } from "./customer-of.ts"
import { erasedPage, erasedToRepeat, noteErased } from "./noted-erasures.ts"
import { besideOrders } from "./person-beside.ts"
import { personErasure } from "./person-erasure.ts"
import { personGlance } from "./person-glance.ts"
import { personSurvey } from "./person-survey.ts"

export const layer = Layer.effect(
  PersonalData,
  Effect.gen(function* () {
    const executor = yield* Executor
    const { commit } = yield* UnitOfWork
    const { build } = executor.dialect

    const orders = Effect.fnUntraced(function* (company: CompanyId, id: CustomerId, { after, limit }: OrderWindow) {
      const operation = "personalData.orders"
      yield* Effect.yieldNow
      if ((yield* customerOf(executor, operation, company, id)) === null) return []
      const rows = yield* executor.read(operation, orderRows(company, id, after, limit).compile())
      return yield* Effect.forEach(rows, (row) => orderFromRow(operation, row))
    })

    const orderRows = (company: CompanyId, customer: CustomerId, after: number, limit: number) =>
      build
        .selectFrom("orders")
        .select(orderRowColumns)
        .where("company_id", "=", company)
        .where("customer_id", "=", customer)
        .where("id", ">", after)
        .orderBy("id")
        .limit(limit)

    const noteOne = (one: ErasedCustomer) => noteErased(executor, one)

    const { begin, erase, isUnderWay } = personErasure(executor, commit, noteOne)

    return PersonalData.of({
      survey: (company, customer) => personSurvey(executor, company, customer),
      orders,
      beside: (company, customer) => besideOrders(executor, company, customer),
      glance: (company, customer, limit) =>
        Effect.map(personGlance(executor, company, customer, limit), Option.fromNullOr),
      begin,
      isUnderWay,
      erase,
      note: (all) => commit(Effect.forEach(all, noteOne, { discard: true })),
      erased: (page) => erasedPage(executor, page),
      toRepeat: (limit) => erasedToRepeat(executor, limit),
    })
  }),
)
